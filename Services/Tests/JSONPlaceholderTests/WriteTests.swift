import Foundation
import Freshet
import FreshetTesting
import JSONPlaceholder
import Testing

/// Requests that write, to which the service responds as if they had worked.
struct WriteTests {
    private func body(_ request: TransportRequest) throws -> NSDictionary {
        guard case .bytes(let data) = request.body else { throw FetchError(.validation("no body")) }
        return try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
    }

    @Test func creating() async throws {
        let post = JSONPlaceholder.Post(userId: 1, title: "foo", body: "b\nä")
        let request = try await Placeholders.sent(.create(post))
        #expect(request.head.method == .post)
        #expect(request.head.path == "/posts")
        #expect(request.head.headerFields[.contentType] == "application/json")
        #expect(try body(request) == ["id": 0, "userId": 1, "title": "foo", "body": "b\nä"])
        let (client, _) = Placeholders.client { _ in
            .json(#"{"userId":1,"title":"foo","body":"b","id":101}"#, status: 201)
        }
        #expect(try await client.value(for: .create(post)).id == 101)
    }

    @Test func replacing() async throws {
        let album = JSONPlaceholder.Album(id: 7, userId: 1, title: "x")
        let request = try await Placeholders.sent(.replace(album))
        #expect(request.head.method == .put)
        #expect(request.head.path == "/albums/7")
        #expect(try body(request) == ["id": 7, "userId": 1, "title": "x"])
        #expect(try await Placeholders.value(.replace(album), of: #"{"id":7,"userId":1,"title":"x"}"#) == album)
        let (client, _) = Placeholders.client { _ in .text("TypeError: Cannot read property", status: 500) }
        let error = await #expect(throws: FetchError.self) { try await client.value(for: .replace(album)) }
        #expect(error?.kind == .status(.internalServerError))
    }

    @Test func updating() async throws {
        let request = try await Placeholders.sent(.update(JSONPlaceholder.Todo.self, 3, ["completed": true]))
        #expect(request.head.method == .patch)
        #expect(request.head.path == "/todos/3")
        #expect(request.head.headerFields[.contentType] == "application/json")
        #expect(try body(request) == ["completed": true])
    }

    @Test func deleting() async throws {
        let request = try await Placeholders.sent(.delete(JSONPlaceholder.Comment.self, 9))
        #expect(request.head.method == .delete)
        #expect(request.head.path == "/comments/9")
        #expect(request.body == nil)
        try await Placeholders.value(.delete(JSONPlaceholder.Comment.self, 9), of: "{}")
    }
}
