import Foundation
import Freshet
import FreshetTesting
import Testing

/// TLS and HTTP/2 on AsyncHTTPClient. What URLSession makes of them is in the suite about its limits.
@Suite(.timeLimit(.minutes(5)))
struct TLSTests {
    static func trustingTransport() throws -> AsyncHTTPClientTransport {
        var configuration = AsyncHTTPClientTransport.Configuration()
        configuration.trustRoots = .certificates(try Certificate.all(inPEM: TestCertificates.authority))
        return AsyncHTTPClientTransport(configuration)
    }

    @Test func ownAuthorityIsTrusted() async throws {
        try await withServer(tls: .trusted) { _ in
            .text("sealed")
        } test: { (server) async throws in
            let client = Client(Loopback(server), transport: try Self.trustingTransport(), cache: nil)
            #expect(try await client.value(for: .text("/")) == "sealed")
            #expect(server.requests[0].isHTTP2 == false)
        }
    }

    @Test func http2IsSpokenWhereThePeerOffersIt() async throws {
        try await withServer(tls: .trusted, http2: true) { request in
            .text("\(request.isHTTP2)")
        } test: { (server) async throws in
            let client = Client(Loopback(server), transport: try Self.trustingTransport(), cache: nil)
            let values = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<50 { group.addTask { try await client.value(for: .text("/")) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(values == Array(repeating: "true", count: 50))
            #expect(server.counts.connections == 1)
        }
    }

    @Test("Bad certificates are refused", arguments: [LoopbackServer.TLS.wrongHost, .unknownAuthority, .expired])
    func refused(tls: LoopbackServer.TLS) async throws {
        try await withServer(tls: tls) { _ in
            .text("never")
        } test: { (server) async throws in
            let client = Client(Loopback(server), transport: try Self.trustingTransport(), cache: nil)
            let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
            guard case .tls = error?.kind else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(error?.localizedDescription == "A secure connection to localhost can't be made.")
            #expect(server.requests.isEmpty)
        }
    }

    @Test func cancellingAnHTTP2CallClosesItsStream() async throws {
        try await withServer(tls: .trusted, http2: true) { request in
            request.path == "/hang" ? .silence : .text("ok")
        } test: { (server) async throws in
            let client = Client(Loopback(server), transport: try Self.trustingTransport(), cache: nil)
            let task = Task {
                await failure { () async throws(FetchError) in try await client.value(for: .text("/hang")) }
            }
            try await server.wait { $0.openExchanges == 1 }
            task.cancel()
            #expect(await task.value?.kind == .cancelled)
            try await server.wait { $0.openExchanges == 0 }
            #expect(try await client.value(for: .text("/")) == "ok")
        }
    }
}
