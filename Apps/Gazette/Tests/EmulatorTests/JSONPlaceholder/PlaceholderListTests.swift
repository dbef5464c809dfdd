import HTTPTypes
import Testing

@testable import Emulator

@Suite struct PlaceholderListTests {
    // MARK: - The data

    @Test(
        "Lists have the counts and members of the service",
        arguments: [
            ("posts", 100, ["body", "id", "title", "userId"]),
            ("comments", 500, ["body", "email", "id", "name", "postId"]),
            ("albums", 100, ["id", "title", "userId"]),
            ("photos", 5000, ["albumId", "id", "thumbnailUrl", "title", "url"]),
            ("todos", 200, ["completed", "id", "title", "userId"]),
            ("users", 10, ["address", "company", "email", "id", "name", "phone", "username", "website"]),
        ])
    func counts(name: String, count: Int, members: [String]) async throws {
        let rows = try await Placeholder.json("/\(name)").list
        #expect(rows.compactMap { $0["id"].number } == (1...count).map { $0 })
        #expect(rows.allSatisfy { $0.names == members })
        #expect(rows.allSatisfy { row in members.allSatisfy { !row[$0].isNull } })
    }

    @Test(
        "Children belong to parents in order",
        arguments: [
            ("posts", "userId", 10), ("comments", "postId", 5), ("albums", "userId", 10), ("photos", "albumId", 50),
            ("todos", "userId", 20),
        ])
    func relations(name: String, key: String, share: Int) async throws {
        for (place, row) in try await Placeholder.json("/\(name)").list.enumerated() {
            #expect(row[key].number == place / share + 1)
        }
    }

    @Test func ninetyTodosAreCompleted() async throws {
        let todos = try await Placeholder.json("/todos").list
        #expect(todos.count { $0["completed"].flag == true } == 90)
        #expect(try await Placeholder.ids("/todos?completed=true").count == 90)
        #expect(try await Placeholder.ids("/todos?completed=false").count == 110)
    }

    @Test func usersHaveTheirNames() async throws {
        let users = try await Placeholder.json("/users").list
        #expect(
            users.map { $0["username"].text } == [
                "Bret", "Antonette", "Samantha", "Karianne", "Kamren", "Leopoldo_Corkery", "Elwyn.Skiles",
                "Maxime_Nienow", "Delphine", "Moriah.Stanton",
            ])
        for user in users {
            #expect(user["address"].names == ["city", "geo", "street", "suite", "zipcode"])
            // Numbers that are texts.
            #expect(user["address"]["geo"]["lat"].text.flatMap { Double($0) } != nil)
            #expect(user["address"]["geo"]["lng"].text.flatMap { Double($0) } != nil)
            #expect(user["company"].names == ["bs", "catchPhrase", "name"])
            #expect(user["website"].text?.contains("/") == false)
        }
    }

    @Test func photosNameColoursWhoseZerosAreMissing() async throws {
        let photos = try await Placeholder.json("/photos").list
        var short = 0
        for photo in photos {
            let url = try #require(photo["url"].text)
            let colour = try #require(url.split(separator: "/").last)
            #expect(url == "https://via.placeholder.com/600/\(colour)")
            #expect(photo["thumbnailUrl"].text == "https://via.placeholder.com/150/\(colour)")
            #expect((1...6).contains(colour.count) && colour.allSatisfy(\.isHexDigit))
            if colour.count < 6 { short += 1 }
        }
        #expect((150...500).contains(short))
    }

    @Test func bodiesHaveSeveralLines() async throws {
        #expect(try await Placeholder.json("/posts").list.allSatisfy { $0["body"].text?.contains("\n") == true })
    }

    @Test func theDatabaseHoldsAllLists() async throws {
        let database = try await Placeholder.json("/db")
        #expect(database.names == PlaceholderDatabase.names.sorted())
        #expect(PlaceholderDatabase.names.map { database[$0].list.count } == [100, 500, 100, 5000, 200, 10])
    }

    @Test func theRootIsAPage() async throws {
        let response = try await Placeholder.get("/")
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "text/html; charset=utf-8")
    }

    // MARK: - Single rows

    @Test func everyRowIsFoundByItsID() async throws {
        for name in PlaceholderDatabase.names where name != "photos" {
            let count = try await Placeholder.ids("/\(name)").count
            for id in [1, count / 2, count] {
                #expect(try await Placeholder.json("/\(name)/\(id)")["id"].number == id)
            }
        }
        #expect(try await Placeholder.json("/photos/5000")["albumId"].number == 100)
    }

    @Test(
        "Rows and lists that are not there",
        arguments: [
            "/posts/0", "/posts/101", "/posts/01", "/posts/1.0", "/posts/+1", "/posts/-1", "/posts/abc", "/posts/%FF",
            "/posts/%201", "/posts/1%00", "/posts/99999999999999999999", "/nothing", "/Posts", "/posts/1/nothing",
            "/posts/1/comments/1", "/nothing/1/posts/2", "/%FF", "/%zz", "/db/1", "/profile",
        ])
    func missing(_ path: String) async throws {
        let response = try await Placeholder.get(path)
        #expect(response.status == 404)
        #expect(response.text == "{}")
        #expect(response.header("Content-Type") == "application/json; charset=utf-8")
    }

    @Test func overlongIDsAreNotThere() async throws {
        for id in [String(repeating: "9", count: 100_000), String(repeating: "%41", count: 30_000)] {
            #expect(try await Placeholder.get("/posts/\(id)").status == 404)
            #expect(try await Placeholder.get("/\(id)").status == 404)
            #expect(try await Placeholder.ids("/posts/\(id)/comments").isEmpty)
        }
    }

    // MARK: - Below a row

    @Test(
        "Children are found below their parents",
        arguments: [
            ("/posts/1/comments", "/comments?postId=1", 5), ("/albums/1/photos", "/photos?albumId=1", 50),
            ("/users/1/albums", "/albums?userId=1", 10), ("/users/1/todos", "/todos?userId=1", 20),
            ("/users/1/posts", "/posts?userId=1", 10), ("/posts/1/comments?_limit=2", "/comments?postId=1&_limit=2", 2),
        ])
    func nested(path: String, same: String, count: Int) async throws {
        let response = try await Placeholder.get(path)
        #expect(response.bytes == (try await Placeholder.get(same)).bytes)
        #expect(try response.json().list.count == count)
    }

    @Test(
        "Where children do not name the parent the whole list comes back",
        arguments: [
            ("/users/1/comments", 500), ("/users/1/photos", 5000), ("/posts/1/users", 10), ("/albums/7/todos", 200),
            ("/todos/1/posts", 100), ("/users/999/comments", 500),
        ])
    func whole(path: String, count: Int) async throws {
        #expect(try await Placeholder.ids(path).count == count)
    }

    @Test("A parent that is not there has no children", arguments: ["999", "0", "01", "abc", "%FF"])
    func missingParents(_ id: String) async throws {
        for path in ["/posts/\(id)/comments", "/users/\(id)/todos", "/albums/\(id)/photos"] {
            #expect(try await Placeholder.get(path).text == "[]")
        }
    }

    // MARK: - Fields

    @Test(
        "Responses can be stored and revalidated",
        arguments: ["/posts", "/posts/1", "/posts?userId=1", "/posts/1/comments", "/users", "/db"])
    func caching(_ path: String) async throws {
        let response = try await Placeholder.get(path)
        #expect(response.header("Content-Type") == "application/json; charset=utf-8")
        #expect(response.header("Cache-Control") == "max-age=43200")
        #expect(response.header("Pragma") == "no-cache")
        #expect(response.header("Expires") == "-1")
        #expect(response.header("X-Content-Type-Options") == "nosniff")
        #expect(response.header("X-Powered-By") == "Express")
        #expect(response.header("Vary") == "Origin, Accept-Encoding")
        let tag = try #require(response.header("ETag"))
        #expect(tag.hasPrefix("W/\""))
        let again = try await Placeholder.get(path, headers: [.ifNoneMatch: tag])
        #expect(again.status == 304)
        #expect(again.bytes.isEmpty)
        #expect(again.header("ETag") == tag)
    }

    @Test func responsesAreIndentedByTwoBlanks() async throws {
        let response = try await Placeholder.get("/users/1")
        #expect(response.text.hasPrefix("{\n  \"id\": 1,\n  \"name\": \"Leanne Graham\",\n"))
        #expect(response.text.contains("\n    \"geo\": {\n      \"lat\": \"-37.3159\",\n"))
        #expect(try await Placeholder.get("/posts?_limit=1").text.hasPrefix("[\n  {\n    \"userId\": 1,\n"))
        #expect(try await Placeholder.get("/posts?id=0").text == "[]")
    }
}
