import Foundation
import Freshet
import FreshetTesting
import Testing

/// What servers do that no list can hold, since it depends on the request or on the time.
@Suite(.timeLimit(.minutes(5)))
struct HostileServerTests {
    @Test func aFewInterimResponsesAreSwallowed() async throws {
        try await withServer { _ in
            LoopbackResponse([.interim(status: 103, count: 5)] + LoopbackResponse.text("final").steps)
        } test: { (server) async throws in
            let value = try await Carrier.asyncHTTPClient.client(for: Loopback(server)).value(for: .text("/"))
            #expect(value == "final")
        }
    }

    private static let forged =
        "HTTP/1.1 200 OK\r\nContent-Length: 44\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"

    @Test("A body after the response to HEAD is no response to the next request", arguments: ValueFace.allCases)
    func bodyToHead(face: ValueFace) async throws {
        try await withServer { request in
            // In one piece, so that the surplus is there before the client can ask again.
            request.method == "HEAD" ? LoopbackResponse([.bytes(Data(Self.forged.utf8))]) : .text("good")
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server), retry: RetryPolicy(base: .zero))
            for _ in 1...5 {
                let head = try await face.outcome(of: .text("/", method: .head), client)
                #expect((try? head.get()) == "")
                let next = try await face.outcome(of: .text("/"), client)
                #expect((try? next.get()) == "good", "\(next)")
            }
        }
    }

    @Test("A body that drips is never idle, and ends with the call's time")
    func drip() async throws {
        let gates = (0..<3).map { _ in Gate() }
        try await withServer { _ in
            LoopbackResponse(
                [.head(status: 200, headers: [("Content-Length", "100")])]
                    + gates.flatMap { [.hold($0), .bytes(Data("x".utf8))] } + [.waitForClose])
        } test: { (server) async throws in
            var limits = Limits()
            limits.idleTimeout = .seconds(30)
            let clock = ManualClock()
            let request = Request<Loopback, String>.text("/").timeout(.seconds(70))
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server), limits: limits, time: clock.time)
            let stream = try await client.stream(for: request)
            var received = 0
            let error = await failure { () async throws(FetchError) in
                var iterator = stream.makeAsyncIterator()
                for gate in gates {
                    // Less than the idle timeout passes for each byte.
                    clock.advance(by: .seconds(20))
                    gate.open()
                    received += try await iterator.next()?.count ?? 0
                }
                // No byte comes that could be faster than the end of the call.
                clock.advance(by: .seconds(20))
                received += try await iterator.next()?.count ?? 0
            }
            #expect(received == 3)
            #expect(error?.kind == .timedOut(.call(.seconds(70))))
            try await server.wait { $0.openExchanges == 0 }
        }
    }

    @Test("A bomb that waits in the buffers of the system when the connection is closed stays small")
    func bombBehindTheClose() async throws {
        ResidentMemory.beginMeasuring()
        let before = ResidentMemory.peak
        // 200 MiB in 200 KB, which the buffers hold before anybody reads.
        let bomb = LoopbackResponse.misbehaving(.gzipBombBeforeTheClose).steps.map { step -> LoopbackResponse.Step in
            if case .bytes(let data) = step { .bytes(data.prefix(200 * 1037)) } else { step }
        }
        try await withServer { _ in
            LoopbackResponse(bomb)
        } test: { (server) async throws in
            let stream = try await Carrier.asyncHTTPClient.client(for: Loopback(server)).stream(for: .text("/"))
            try await server.wait { $0.openConnections == 0 }
            let error = await failure { () async throws(FetchError) in for try await _ in stream {} }
            #expect(error?.code == "content_coding")
        }
        #expect(ResidentMemory.peak - before < 64 << 20)
    }
}
