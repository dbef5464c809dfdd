import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import GazetteWeb
@testable import Hosts
@testable import LivePages

/// A server behind a proxy, and what clients can't pretend.
@Suite(.timeLimit(.minutes(1)))
struct ForwardedTests {
    private typealias Client = any TestClientProtocol

    private static func visit(
        trusting proxies: String?,
        _ body: @escaping @Sendable (_ client: Client, _ server: WebServer) async throws -> Void
    ) async throws {
        let stub = StubTransport { _ in .json(#"{"status":"ok","totalResults":0,"articles":[]}"#) }
        var configuration = WebConfiguration(clients: Site.clients(stub))
        configuration.trustedProxies = proxies.flatMap { TrustedProxies($0) } ?? .none
        configuration.streamLimitPerAddress = 1
        let server = WebServer(configuration)
        try await Application(router: try await server.router()).test(.live) { client in try await body(client, server)
        }
    }

    private static func get(_ path: String, _ client: Client) async throws -> Site.ReceivedResponse {
        let fields: HTTPFields = [
            Forwarded.names.address: "192.0.2.1", Forwarded.names.scheme: "https",
            Forwarded.names.host: "news.example",
        ]
        return try await client.execute(uri: path, method: .get, headers: fields) { response in
            Site.ReceivedResponse(
                status: response.status.code, headers: response.headers, text: String(buffer: response.body))
        }
    }

    @Test("Cookies and feeds", arguments: ["127.0.0.1", "10.0.0.0/8", nil])
    func schemeAndHost(proxies: String?) async throws {
        try await Self.visit(trusting: proxies) { client, _ in
            let isTrusted = proxies == "127.0.0.1"
            let page = try await Self.get("/saved", client)
            #expect(page.headers[.setCookie]?.contains("; Secure") == isTrusted)
            let feed = try await Self.get("/news.rss", client)
            #expect(feed.text.contains("https://news.example/news") == isTrusted)
        }
    }

    @Test("Streams are counted by the address of the reader", arguments: [true, false])
    func streams(isTrusted: Bool) async throws {
        try await Self.visit(trusting: isTrusted ? "127.0.0.1" : nil) { client, server in
            func open(_ address: String) async throws -> StreamConnection {
                try await StreamConnection.open(
                    "/live?page=any.0", port: client.port ?? 0, fields: ["X-Forwarded-For: \(address)"])
            }
            let one = try await open("192.0.2.1")
            #expect(await one.status() == 200)
            // The stream is open a moment after its head was sent.
            try await eventually(outside: "the threads of the server open and close streams") { server.hub.count == 1 }
            let other = try await open("192.0.2.2")
            #expect(await other.status() == (isTrusted ? 200 : 429))
            // What the client has written before the proxy's address makes no difference.
            let again = try await open("198.51.100.7, 192.0.2.1")
            #expect(await again.status() == 429)
            for stream in [one, other, again] { await stream.close() }
        }
    }

    @Test("Of two hosts, none is believed", arguments: ["rebound.example", "127.0.0.1"])
    func twoHosts(second: String) async throws {
        try await Self.visit(trusting: nil) { client, _ in
            let connection = try await StreamConnection.open(
                "/saved", port: client.port ?? 0, fields: ["Host: \(second)"])
            #expect(await connection.status() == 400)
            await connection.close()
        }
    }

    @Test(
        "Forms of Gazette's own page, without Fetch Metadata",
        arguments: [
            ("https://news.example", "news.example", true), ("https://news.example:8443", "news.example:8443", true),
            ("https://news.example", "News.example:443", true), ("http://news.example", "news.example:80", true),
            ("https://news.example:8443", "news.example", false), ("https://news.example", "news.example:8443", false),
            ("https://evil.example", "news.example", false), ("null", "news.example", false),
            ("http://[::1]:8080", "[::1]:8080", true),
        ])
    func origins(origin: String, authority: String, isOwn: Bool) {
        let head = HTTPRequest(
            method: .post, scheme: nil, authority: authority, path: "/settings", headerFields: [.origin: origin])
        #expect(Request(head: head, body: .init(buffer: ByteBuffer())).isOwn == isOwn)
    }

    @Test func aForeignHostIsRefusedWhateverTheFieldsSay() async throws {
        try await Self.visit(trusting: "127.0.0.1") { client, _ in
            let connection = try await StreamConnection.open(
                "/saved", port: client.port ?? 0, host: "rebound.example",
                fields: ["X-Forwarded-Host: localhost", "X-Forwarded-For: 127.0.0.1"])
            #expect(await connection.status() == 421)
            await connection.close()
        }
    }
}
