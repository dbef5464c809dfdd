#if NIO
import Foundation
import Freshet
import FreshetCore
import FreshetTesting
import HTTPTypes
import NIOCore
import NIOPosix
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

    @Test func theNetworkIsAsBeforeWhenTheServerHasStopped() async throws {
        let inspector = Inspector()
        let server = try await inspector.start()
        let client = Client(Page(baseURL: String(server.address.dropLast())))
        let token = try #require(server.address.split(separator: "/").last)
        let form = Data("token=\(token)&action=network&offline=on".utf8)
        _ = try await client.value(
            for: Request<Page, Data>(
                "actions", method: .post, body: .bytes(form, contentType: "application/x-www-form-urlencoded"),
                reading: .data))
        #expect(inspector.network.isOffline)
        await server.stop()
        #expect(!inspector.network.isOffline)
    }

    @Test func aPageThatDoesNotReadHoldsNoCall() async throws {
        let inspector = Inspector()
        var configuration = ClientConfiguration(
            transport: StubTransport { _ in .text(String(repeating: "x", count: 1_000)) }, cache: nil)
        configuration.plugins.append(inspector.plugin("shop"))
        let shop = Client(Shop(), configuration)
        for number in 0..<500 { _ = try await shop.value(for: Request<Shop, Data>("\(number)", reading: .data)) }
        let server = try await inspector.start()
        let address = try #require(URL(string: server.address))
        let reader = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(ChannelOptions.autoRead, value: false)
            .connect(host: "127.0.0.1", port: try #require(address.port)).get()
        for _ in 0..<8 {
            let text = "GET \(address.path)/calls.har HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            try await reader.writeAndFlush(ByteBuffer(string: text))
        }
        for number in 0..<500 { _ = try await shop.value(for: Request<Shop, Data>("\(number)", reading: .data)) }
        #expect(inspector.calls.count == 1_000)
        #expect(inspector.calls.allSatisfy { $0.end == .succeeded })
        try? await reader.close()
        await server.stop()
    }
}
#endif
