import Foundation
import Freshet
import FreshetTesting
import Testing

/// Interim responses over real connections.
@Suite(.timeLimit(.minutes(5)))
struct InterimTests {
    private static let link = HTTPField.Name("Link")!

    private func transport(_ http2: Bool) throws -> any Transport {
        http2 ? try TLSTests.trustingTransport() : AsyncHTTPClientTransport()
    }

    @Test("Early hints come before the response, and a caller can prefetch by them", arguments: [false, true])
    func prefetch(http2: Bool) async throws {
        let gate = Gate()
        let hints = [("Link", "</style.css>; rel=preload; as=style")]
        try await withServer(tls: http2 ? .trusted : nil, http2: http2) { request in
            guard request.path == "/page" else { return .text("css", headers: [("Cache-Control", "max-age=60")]) }
            return LoopbackResponse(
                [.interim(status: 102, count: 1), .interim(status: 103, count: 1, headers: hints), .hold(gate)]
                    + LoopbackResponse.text("page").steps)
        } test: { (server) async throws in
            let cache = HTTPCache()
            let style = Lock<Task<String, any Error>?>(nil)
            let transport = try transport(http2)
            let client = Client(Loopback(server), transport: transport, cache: cache, retry: .never)
            let observed = Client(
                Loopback(server), transport: transport, cache: cache, retry: .never,
                observers: [
                    Hearing { response in
                        for target in response.links(relation: "preload") {
                            let fetching = Task { try await client.value(for: .text(RequestPath(target))) }
                            style.withLock { $0 = fetching }
                            Task {
                                _ = await fetching.result
                                gate.open()
                            }
                        }
                    }
                ])
            let response = try await observed.response(for: .text("/page"))
            #expect(response.value == "page")
            #expect(response.interim.map(\.status.code) == [102, 103])
            #expect(response.interim.last?.headerFields[Self.link] == hints[0].1)
            #expect(try await style.withLock { $0 }?.value == "css")
            #expect(try await client.response(for: .text("/style.css")).source.age != nil)
            #expect(server.requests.allSatisfy { $0.header("freshet-exchange") == nil })
        }
    }

    @Test("Without an observer they are there with the response", arguments: [false, true])
    func unobserved(http2: Bool) async throws {
        try await withServer(tls: http2 ? .trusted : nil, http2: http2) { request in
            let hints: [LoopbackResponse.Step] = [
                .interim(status: 100, count: 1), .interim(status: 103, count: 1, headers: [("Link", request.path)]),
            ]
            return LoopbackResponse((request.path == "/plain" ? [] : hints) + LoopbackResponse.text("fine").steps)
        } test: { (server) async throws in
            let client = Client(Loopback(server), transport: try transport(http2), cache: nil, retry: .never)
            for path in ["/a", "/plain", "/b"] {
                let response = try await client.response(for: .text(RequestPath(path)))
                let links = response.interim.map { $0.headerFields[Self.link] }
                #expect(links == (path == "/plain" ? [] : [path]))
                #expect(response.head.headerFields.allSatisfy { $0.name.canonicalName != "freshet-exchange" })
            }
        }
    }

    @Test("They are there before redirects and errors, too", arguments: [false, true])
    func redirectsAndErrors(http2: Bool) async throws {
        try await withServer(tls: http2 ? .trusted : nil, http2: http2) { request in
            let response: LoopbackResponse =
                switch request.path {
                case "/moved": .redirect(to: "/there")
                case "/lost": .redirect(to: "/missing")
                case "/loop": .redirect(to: "/loop")
                case "/there": .text("fine")
                default: .text("none", status: 404)
                }
            return LoopbackResponse(
                [.interim(status: 103, count: 1, headers: [("Link", request.path)])] + response.steps)
        } test: { (server) async throws in
            let client = Client(Loopback(server), transport: try transport(http2), cache: nil, retry: .never)
            func links(_ interim: [InterimResponse]) -> [String?] { interim.map { $0.headerFields[Self.link] } }
            #expect(links(try await client.response(for: .text("/moved")).interim) == ["/moved", "/there"])
            #expect(links(try await client.stream(for: .text("/moved")).interim) == ["/moved", "/there"])
            for (path, expected) in [
                ("/missing", ["/missing"]), ("/lost", ["/lost", "/missing"]),
                ("/loop", Array(repeating: "/loop", count: Limits().redirects + 1)),
            ] {
                let call = await failure { () async throws(FetchError) in
                    try await client.value(for: .text(RequestPath(path)))
                }
                #expect(links(call?.interim ?? []) == expected)
                let stream = await failure { () async throws(FetchError) in
                    try await client.stream(for: .text(RequestPath(path)))
                }
                #expect(links(stream?.interim ?? []) == expected)
            }
        }
    }

    @Test("They are there where the response can't be read or breaks off") func unreadable() async throws {
        try await withServer { request in
            let hints: [LoopbackResponse.Step] = [.interim(status: 103, count: 1)]
            guard request.path == "/short" else { return LoopbackResponse(hints + LoopbackResponse.text("text").steps) }
            return LoopbackResponse(
                hints + [.head(status: 200, headers: [("Content-Length", "9")]), .bytes(Data("short".utf8)), .close])
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            let short = await failure { () async throws(FetchError) in try await client.value(for: .text("/short")) }
            #expect(short?.kind == .connectionLost && short?.interim.count == 1)
            let type = await failure { () async throws(FetchError) in
                try await client.value(for: Request<Loopback, [Int]>("/text"))
            }
            #expect(type?.code == "decoding" && type?.interim.count == 1)
        }
    }

    @Test("No more than 64 KB of their fields are kept") func bounded() async throws {
        let hints = [("X-Hint", String(repeating: "x", count: 20_000))]
        try await withServer { _ in
            LoopbackResponse([.interim(status: 103, count: 10, headers: hints)] + LoopbackResponse.text("fine").steps)
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            #expect(try await client.response(for: .text("/")).interim.count == 3)
        }
    }

    @Test("A server can't take the interim responses of others by their field") func forgedField() async throws {
        try await withServer { _ in
            LoopbackResponse(
                [.interim(status: 103, count: 1)]
                    + LoopbackResponse.text("fine", headers: [("Freshet-Exchange", "1")]).steps)
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            #expect(try await client.response(for: .text("/")).interim.count == 1)
        }
    }
}

/// Reports interim responses to a closure.
private struct Hearing: FetchObserver {
    let hear: @Sendable (InterimResponse) -> Void

    func observe(_ event: FetchEvent) {
        if case .interim(let response) = event.step { hear(response) }
    }
}
