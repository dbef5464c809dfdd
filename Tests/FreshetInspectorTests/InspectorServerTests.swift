#if NIO
import Foundation
import Freshet
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetInspector

/// The server of the page on loopback.
@Suite(.timeLimit(.minutes(1)))
struct InspectorServerTests {
    private struct Page: Service {
        let baseURL: String
    }

    @Test func itServesThePageToWhoHasTheAddress() async throws {
        let inspector = Inspector()
        let server = try await inspector.start()
        #expect(server.address.hasPrefix("http://127.0.0.1:"))
        let client = Client(Page(baseURL: String(server.address.dropLast())))
        let page = try await client.response(for: Request<Page, String>("", reading: .text))
        #expect(page.value.contains("<h1>Calls</h1>"))
        #expect(page.head.headerFields[.contentType] == "text/html; charset=utf-8")
        let script = try await client.value(for: Request<Page, String>("page.js", reading: .text))
        #expect(script.contains("calls.json"))
        let root = server.address.split(separator: "/")[..<2].joined(separator: "//")
        let stranger = Client(Page(baseURL: root))
        await #expect(throws: FetchError.self) {
            try await stranger.value(for: Request<Page, String>("x/", reading: .text))
        }
        await server.stop()
        await #expect(throws: FetchError.self) {
            try await client.value(for: Request<Page, String>("page.css", reading: .text).retrying(.never))
        }
    }

    @Test func aBodyThatIsTooLongIsNotRead() async throws {
        let server = try await Inspector().start()
        let client = Client(Page(baseURL: String(server.address.dropLast())))
        let body = RequestBody.bytes(Data(count: 1 << 20), contentType: "application/x-www-form-urlencoded")
        await #expect(throws: FetchError.self) {
            try await client.value(
                for: Request<Page, Data>("actions", method: .post, body: body, reading: .data).retrying(.never))
        }
        await server.stop()
    }
}
#endif
