import Foundation
import Freshet
import FreshetTesting
import JSONPlaceholder
import Testing

/// Requests for lists and single elements as they reach the service.
struct RequestTests {
    typealias Query = JSONPlaceholder.ListQuery

    private func path(_ query: Query) async throws -> String? {
        try await Placeholders.path(.all(JSONPlaceholder.Post.self, query))
    }

    @Test func everyList() async throws {
        #expect(try await Placeholders.path(.all(JSONPlaceholder.Post.self)) == "/posts")
        #expect(try await Placeholders.path(.all(JSONPlaceholder.Comment.self)) == "/comments")
        #expect(try await Placeholders.path(.all(JSONPlaceholder.Album.self)) == "/albums")
        #expect(try await Placeholders.path(.all(JSONPlaceholder.Photo.self)) == "/photos")
        #expect(try await Placeholders.path(.all(JSONPlaceholder.Todo.self)) == "/todos")
        #expect(try await Placeholders.path(.all(JSONPlaceholder.User.self)) == "/users")
    }

    @Test func whatBelongsToAnElement() async throws {
        #expect(
            try await Placeholders.path(.all(JSONPlaceholder.Comment.self, of: JSONPlaceholder.Post.self, 1))
                == "/posts/1/comments")
        #expect(
            try await Placeholders.path(.all(JSONPlaceholder.Photo.self, of: JSONPlaceholder.Album.self, 7))
                == "/albums/7/photos")
        #expect(
            try await Placeholders.path(.all(JSONPlaceholder.Todo.self, of: JSONPlaceholder.User.self, 2))
                == "/users/2/todos")
    }

    @Test func oneElement() async throws {
        #expect(try await Placeholders.path(.one(JSONPlaceholder.Post.self, 5)) == "/posts/5")
        #expect(try await Placeholders.path(.one(JSONPlaceholder.User.self, 10)) == "/users/10")
    }

    @Test func filters() async throws {
        #expect(try await path(Query().filter("id", 1, 2)) == "/posts?id=1&id=2")
        #expect(
            try await path(Query().filter("address.city", "South Elvis")) == "/posts?address.city=South%20Elvis")
        #expect(try await path(Query().filter("completed", not: true)) == "/posts?completed_ne=true")
        #expect(try await path(Query().filter("id", from: 5, to: 9)) == "/posts?id_gte=5&id_lte=9")
        #expect(try await path(Query().filter("id", to: 9)) == "/posts?id_lte=9")
        #expect(try await path(Query().filter("title", like: "^qui+")) == "/posts?title_like=%5Equi%2B")
        #expect(try await path(Query().containing("a & b")) == "/posts?q=a%20%26%20b")
    }

    @Test func orderPagesAndSlices() async throws {
        #expect(
            try await path(Query().sorted(by: "userId").sorted(by: "id", descending: true).filter("userId", 1))
                == "/posts?userId=1&_sort=userId%2Cid&_order=asc%2Cdesc")
        #expect(try await path(Query().page(2, size: 20)) == "/posts?_page=2&_limit=20")
        #expect(try await path(Query().page(0, size: 0)) == "/posts?_page=1&_limit=1")
        #expect(try await path(Query().page(3)) == "/posts?_page=3&_limit=10")
        #expect(try await path(Query().slice(10..<15)) == "/posts?_start=10&_end=15")
        #expect(try await path(Query().first(3)) == "/posts?_limit=3")
        #expect(try await path(Query().first(-1)) == "/posts?_limit=0")
    }

    @Test func whatIsNotThereIsAFailure() async {
        let (client, _) = Placeholders.client { _ in .json("{}", status: 404) }
        let error = await #expect(throws: FetchError.self) {
            try await client.value(for: .one(JSONPlaceholder.Post.self, 101))
        }
        #expect(error?.kind == .status(.notFound))
        #expect(error?.response?.text == "{}")
    }

    @Test("An error page is not data (T31)", arguments: [404, 500, 503])
    func errorPages(status: Int) async {
        let (client, _) = Placeholders.client { _ in .json("[]", status: status) }
        let error = await #expect(throws: FetchError.self) {
            try await client.value(for: .all(JSONPlaceholder.User.self))
        }
        #expect(error?.kind == .status(.init(code: status)))
        let (html, _) = Placeholders.client { _ in
            .init(headers: [.contentType: "text/html"], chunks: [.init("<html>".utf8)])
        }
        let other = await #expect(throws: FetchError.self) {
            try await html.value(for: .all(JSONPlaceholder.User.self))
        }
        #expect(other?.code == "wrong_content")
    }
}
