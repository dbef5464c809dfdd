import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide "Describing an API and its endpoints".

struct Gallery: Service {
    let baseURL = "https://gallery.example/v2"
    let key: String

    var credentials: Credentials? { .header(HTTPField.Name("X-API-Key")!, key) }
    var headers: HTTPFields { [.acceptLanguage: "en"] }
}

struct Picture: Codable, Sendable {
    let id: Int
    let title: String
}

enum PictureOrder: String, QueryValue {
    case title, year
}

extension Request where API == Gallery, Value == [Picture] {
    static func pictures(by artist: String, order: PictureOrder = .title, tags: [String] = []) -> Self {
        Request("artists/\(artist)/pictures", query: ["order": order, "tag": tags])
    }
}

extension Request where API == Gallery, Value == Picture {
    static func add(_ picture: Picture) -> Self {
        Request("pictures", method: .post, body: .json(picture))
    }
}

extension Request where API == Gallery, Value == Data {
    static func thumbnail(of picture: Int) -> Self {
        Request("pictures/\(picture)/thumbnail").priority(RequestPriority(urgency: 5, isIncremental: true))
    }
}

@Suite(.timeLimit(.minutes(1)))
struct DescriptionSnippets {
    @Test func aRequestIsWhatTheServiceWants() async throws {
        let server = StubTransport { _ in .json("[]") }
        let gallery = Client(Gallery(key: "secret"), transport: server, cache: nil)
        _ = try await gallery.value(for: .pictures(by: "Kahlo/Rivera", order: .year, tags: ["oil", "1930s"]))
        let sent = server.requests[0].head
        #expect(sent.path == "/v2/artists/Kahlo%2FRivera/pictures?order=year&tag=oil&tag=1930s")
        #expect(sent.headerFields[HTTPField.Name("X-API-Key")!] == "secret")
    }

    @Test func aThumbnailCanWait() async throws {
        let server = StubTransport { _ in .status(200) }
        let gallery = Client(Gallery(key: "secret"), transport: server, cache: nil)
        _ = try await gallery.value(for: .thumbnail(of: 7))
        #expect(server.requests[0].head.headerFields[.priority] == "u=5, i")
    }

    @Test func aPictureIsSentAsJSON() async throws {
        let server = StubTransport { _ in .json(#"{"id": 1, "title": "Roots"}"#) }
        let gallery = Client(Gallery(key: "secret"), transport: server, cache: nil)
        let picture = try await gallery.value(for: .add(Picture(id: 1, title: "Roots")))
        guard case .bytes(let body)? = server.requests[0].body else {
            Issue.record("No bytes were sent.")
            return
        }
        #expect(picture.title == "Roots")
        #expect(String(decoding: body, as: UTF8.self) == #"{"id":1,"title":"Roots"}"#)
        #expect(server.requests[0].head.headerFields[.acceptLanguage] == "en")
    }
}
