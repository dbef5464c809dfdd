import HTTPTypes
import Testing

@testable import Emulator

@Suite struct PlaceholderQueryTests {
    // MARK: - Filters

    @Test(
        "Filters",
        arguments: [
            ("/posts?id=7", [7]), ("/posts?id=7&id=3", [3, 7]), ("/posts?id=7&userId=2", []),
            ("/users?address.city=Gwenborough", [1]), ("/users?username=Bret&username=Delphine", [1, 9]),
            ("/users?address.geo.lat=-37.3159", [1]), ("/users?username=bret", []),
            ("/users?company.name=Quarry%20%26%20Lantern", [1]), ("/users?id_ne=1&id_ne=2&id_lte=4", [3, 4]),
            ("/posts?id_gte=98", [98, 99, 100]), ("/posts?id_gte=3&id_lte=5", [3, 4, 5]),
            ("/posts?id_lte=0", []), ("/posts?id_gte=99.5", [100]),
            ("/users?username_like=^k", [4, 5]), ("/users?username_like=SKILES$", [7]),
            ("/users?username_like=[._]", [6, 7, 8, 10]), ("/users?address.city_like=wen", [1]),
            ("/users?q=GWENBOROUGH", [1]), ("/users?q=-37.3159", [1]), ("/users?q=zzzz", []),
            ("/users?id=1&nothing=5", [1]), ("/users?id=1&nothing_like=5", [1]), ("/users?id=1&=5", [1]),
            ("/users?id=1&_like=x&_ne=&_gte=9&.=1&...=2", [1]), ("/users?id=1&_=12345", [1]),
            ("/users?id=1&callback=f", [1]), ("/users?id=%31", [1]), ("/users?id=", []),
        ])
    func filters(path: String, ids: [Int]) async throws {
        #expect(try await Placeholder.ids(path) == ids)
    }

    @Test func unknownParametersAreIgnored() async throws {
        let all = try await Placeholder.get("/users")
        for query in ["nothing=1", "=", "=1", "a.b.c=1", "_like=(", ".", "&&", "q=", "%zz=1", "%FF=%FF"] {
            #expect(try await Placeholder.get("/users?\(query)").bytes == all.bytes, "\(query)")
        }
    }

    @Test(
        "Patterns that are none find nothing",
        arguments: ["(", "[", "*", "%5C", "a{2,1}", "(?", "%28%3FP<", String(repeating: "(", count: 50_000)])
    func brokenPatterns(_ pattern: String) async throws {
        #expect(try await Placeholder.get("/posts?title_like=\(pattern)").text == "[]")
    }

    @Test("Patterns that would take years end", arguments: ["([a-z]%2B%20?)%2B0$", "(.*)*0", "(a%7Caa|[a-z%20])%2B0$"])
    func endlessPatterns(_ pattern: String) async throws {
        #expect(try await Placeholder.get("/posts?body_like=\(pattern)").text == "[]")
    }

    @Test func theWholeRowIsSearchedForAText() async throws {
        let posts = try await Placeholder.json("/posts").list
        let found = try await Placeholder.ids("/posts?q=Luna")
        let expected = posts.filter { post in
            ["title", "body"].contains { post[$0].text?.lowercased().contains("luna") == true }
        }
        #expect(!found.isEmpty && found.count < 100)
        #expect(found == expected.compactMap { $0["id"].number })
    }

    // MARK: - Order

    @Test func rowsAreSorted() async throws {
        #expect(try await Placeholder.ids("/posts?_sort=id&_order=desc") == (1...100).reversed())
        #expect(try await Placeholder.ids("/posts?_sort=id") == (1...100).map { $0 })
        #expect(try await Placeholder.ids("/posts?_sort=id&_order=DESC") == (1...100).reversed())
        #expect(try await Placeholder.ids("/posts?_sort=id&_order=sideways") == (1...100).map { $0 })
        let titles = try await Placeholder.json("/posts?_sort=title").list.compactMap { $0["title"].text }
        #expect(titles == titles.sorted())
        let cities = try await Placeholder.json("/users?_sort=address.city").list
            .compactMap { $0["address"]["city"].text }
        #expect(cities == cities.sorted())
    }

    @Test func severalFieldsSortOneAfterTheOther() async throws {
        let posts = try await Placeholder.json("/posts?_sort=userId,id&_order=desc,asc").list
        #expect(posts.compactMap { $0["userId"].number } == (0..<100).map { 10 - $0 / 10 })
        #expect(posts.prefix(3).compactMap { $0["id"].number } == [91, 92, 93])
        // The second goes up by default.
        #expect(try await Placeholder.ids("/posts?_sort=userId,id&_order=desc").first == 91)
    }

    @Test func anUnknownFieldSortsNothing() async throws {
        #expect(try await Placeholder.ids("/posts?_sort=nothing&_order=desc") == (1...100).map { $0 })
        #expect(try await Placeholder.ids("/posts?_sort=,,") == (1...100).map { $0 })
    }

    // MARK: - Pages and slices

    struct Slice: Sendable, CustomTestStringConvertible {
        let query: String
        let ids: [Int]
        let total: String?

        init(_ query: String, _ ids: ClosedRange<Int>?, total: String? = "10") {
            self.query = query
            self.ids = ids.map { Array($0) } ?? []
            self.total = total
        }

        var testDescription: String { query }
    }

    @Test(
        "Slices",
        arguments: [
            Slice("_limit=3", 1...3), Slice("_limit=0", nil), Slice("_limit=99", 1...10), Slice("_limit=many", nil),
            Slice("_start=2&_end=4", 3...4), Slice("_start=2&_limit=3", 3...5), Slice("_end=2", 1...2),
            Slice("_start=8&_end=99", 9...10), Slice("_start=4&_end=2", nil), Slice("_start=20&_limit=3", nil),
            Slice("_start=-5&_limit=2", 1...2), Slice("_start=2", 1...10, total: nil),
            Slice("id_lte=4&_limit=3", 1...3, total: "4"), Slice("_page=1&_limit=4", 1...4),
            Slice("_page=3&_limit=4", 9...10), Slice("_page=4&_limit=4", nil), Slice("_page=0&_limit=4", 1...4),
            Slice("_page=-3&_limit=4", 1...4), Slice("_page=two&_limit=4", 1...4), Slice("_page=1", 1...10),
            Slice("_page=1&_limit=0", 1...10),
        ])
    func slices(_ slice: Slice) async throws {
        let response = try await Placeholder.get("/users?\(slice.query)")
        #expect(response.status == 200)
        #expect(try response.json().ids == slice.ids)
        #expect(response.header("X-Total-Count") == slice.total)
    }

    @Test func aPageNamesTheOthers() async throws {
        func link(_ page: Int, _ relation: String) -> String {
            "<http://jsonplaceholder.typicode.com/posts?_page=\(page)&_limit=20>; rel=\"\(relation)\""
        }
        let first = try await Placeholder.get("/posts?_page=1&_limit=20")
        #expect(first.header("Link") == [link(1, "first"), link(2, "next"), link(5, "last")].joined(separator: ", "))
        #expect(first.header("X-Total-Count") == "100")
        let middle = try await Placeholder.get("/posts?_page=3&_limit=20")
        #expect(
            middle.header("Link")
                == [link(1, "first"), link(2, "prev"), link(4, "next"), link(5, "last")].joined(separator: ", "))
        let last = try await Placeholder.get("/posts?_page=5&_limit=20")
        #expect(last.header("Link") == [link(1, "first"), link(4, "prev"), link(5, "last")].joined(separator: ", "))
    }

    @Test func tenRowsAreAPageByDefault() async throws {
        let response = try await Placeholder.get("/posts?_page=2")
        #expect(try response.json().ids == (11...20).map { $0 })
        #expect(
            response.header("Link")?.contains("<http://jsonplaceholder.typicode.com/posts?_page=10>; rel=\"last\"")
                == true)
    }

    @Test("Without other pages there are no links", arguments: ["_page=1&_limit=20", "_page=7&_limit=4", "_limit=3"])
    func noLinks(_ query: String) async throws {
        #expect(try await Placeholder.get("/users?\(query)").header("Link") == nil)
    }

    @Test func pagesKeepTheOtherParameters() async throws {
        let response = try await Placeholder.get("/users/1/todos?_sort=title&_page=1&_limit=5&completed=false")
        let next = try #require(
            response.header("Link")?.split(separator: ", ").first { $0.hasSuffix("rel=\"next\"") })
        #expect(
            next.hasPrefix(
                "<http://jsonplaceholder.typicode.com/users/1/todos?_sort=title&_page=2&_limit=5&completed=false>"))
    }

    @Test func pagesAddUp() async throws {
        var ids: [Int] = []
        for page in 1...8 { ids += try await Placeholder.ids("/posts?_page=\(page)&_limit=13") }
        #expect(ids == (1...100).map { $0 })
    }

    @Test(
        "Numbers that are too large to reckon with",
        arguments: [
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "1e99",
        ])
    func hugeNumbers(_ number: String) async throws {
        for first in ["_page", "_limit", "_start", "_end", "id", "id_gte", "id_lte", "id_ne"] {
            for second in [
                "_page=1", "_page=2", "_limit=1", "_start=1", "_end=1", "_limit=\(number)", "_end=\(number)",
            ] {
                let response = try await Placeholder.get("/users?\(first)=\(number)&\(second)")
                #expect(response.status == 200)
                #expect(try response.json().isList)
            }
        }
    }

    // MARK: - Relations

    @Test func childrenAreEmbedded() async throws {
        let post = try await Placeholder.json("/posts/3?_embed=comments")
        #expect(post.names == ["body", "comments", "id", "title", "userId"])
        #expect(post["comments"].ids == [11, 12, 13, 14, 15])
        let albums = try await Placeholder.json("/albums?_embed=photos&_limit=2").list
        #expect(albums.map { $0["photos"].list.count } == [50, 50])
        let users = try await Placeholder.json("/users?_embed=posts&_embed=todos&id=2").list
        #expect(users.map { $0["posts"].ids } == [(11...20).map { $0 }])
        #expect(users.map { $0["todos"].list.count } == [20])
    }

    @Test func childrenThatDoNotNameTheParentAreNone() async throws {
        #expect(try await Placeholder.json("/users/1?_embed=comments")["comments"].list.isEmpty)
        #expect(try await Placeholder.json("/users/1?_embed=comments")["comments"].isList)
    }

    @Test func parentsAreExpanded() async throws {
        let post = try await Placeholder.json("/posts/11?_expand=user")
        #expect(post["user"]["username"].text == "Antonette")
        let comments = try await Placeholder.json("/comments?_expand=post&_limit=6").list
        #expect(comments.map { $0["post"]["id"].number } == [1, 1, 1, 1, 1, 2])
        let both = try await Placeholder.json("/posts/1?_expand=user&_embed=comments")
        #expect(both["comments"].list.count == 5 && both["user"]["id"].number == 1)
    }

    @Test(
        "Relations that are none are passed over",
        arguments: ["_embed=nothing", "_expand=nothing", "_embed=", "_expand=%FF"])
    func unknownRelations(_ query: String) async throws {
        #expect(try await Placeholder.get("/posts/1?\(query)").bytes == (try await Placeholder.get("/posts/1")).bytes)
    }

    @Test(
        "No value breaks a list",
        arguments: [
            "%FF", "%00", "%", "%zz", "%0d%0aX-Evil:1", "+", "%F0%9F%98%80", "e%CC%81", ",", ".", "\\",
            String(repeating: "a,", count: 20_000), String(repeating: "id,", count: 20),
            String(repeating: "9", count: 50_000),
        ])
    func hostile(_ value: String) async throws {
        for name in [
            "id", "title_like", "title_ne", "id_gte", "q", "_sort", "_order", "_page", "_limit", "_start", "_end",
            "_embed", "_expand", "callback", value,
        ] {
            let response = try await Placeholder.get("/albums?\(name)=\(value)&id_lte=3")
            #expect(response.status == 200)
            #expect(try response.json().isList)
        }
    }
}
