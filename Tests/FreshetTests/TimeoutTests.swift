import Foundation
import Freshet
import FreshetTesting
import Testing

/// Limits of time, moved by hand; the server stays silent for real.
@Suite(.timeLimit(.minutes(5)))
struct TimeoutTests {
    private static func limits(call: Duration?, idle: Duration?) -> Limits {
        var limits = Limits()
        limits.callTimeout = call
        limits.idleTimeout = idle
        return limits
    }

    @Test("A silent server", arguments: Carrier.allCases, ValueFace.allCases)
    func silence(carrier: Carrier, face: ValueFace) async throws {
        for sharing in [RequestSharing.inFlight, .never] {
            try await silence(carrier, face, sharing)
        }
    }

    private func silence(_ carrier: Carrier, _ face: ValueFace, _ sharing: RequestSharing) async throws {
        try await withServer { _ in
            .silence
        } test: { (server) async throws in
            let clock = ManualClock()
            let client = carrier.client(
                for: Loopback(server), limits: Self.limits(call: .seconds(60), idle: .seconds(30)), time: clock.time)
            let task = Task { try await face.outcome(of: .text("/").sharing(sharing), client) }
            try await server.wait { $0.openExchanges == 1 }
            try await clock.waitForSleepers(dueWithin: .seconds(30))
            clock.advance(by: .seconds(30))
            let outcome = try await task.value
            let error = await failure { () throws(FetchError) in try outcome.get() }
            #expect(error?.kind == .timedOut(.idle(.seconds(30))))
            #expect(error?.localizedDescription == "127.0.0.1 sent nothing for 30 s.")
            try await server.wait { $0.openExchanges == 0 }
        }
    }

    private struct Nowhere: Service {
        let baseURL = "https://nowhere.example"
    }

    /// Never responds, and ignores that its task is cancelled.
    private struct DeafTransport: Transport {
        let pause: InterceptorTests.Pause

        func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
            await pause.wait()
            throw .cancelled
        }
    }

    @Test("A transport that ignores its cancellation delays no deadline", arguments: [RequestSharing.inFlight, .never])
    func deafTransport(sharing: RequestSharing) async throws {
        let (clock, pause) = (ManualClock(), InterceptorTests.Pause())
        defer { pause.end() }
        let client = Client(
            Nowhere(), transport: DeafTransport(pause: pause), cache: nil,
            limits: Self.limits(call: .seconds(60), idle: nil), time: clock.time)
        let request = Request<Nowhere, String>("/", reading: .text).sharing(sharing)
        let task = Task { await failure { () async throws(FetchError) in try await client.value(for: request) } }
        try await eventually { pause.isReached }
        try await clock.waitForSleepers(dueWithin: .seconds(60))
        clock.advance(by: .seconds(60))
        #expect(await task.value?.kind == .timedOut(.call(.seconds(60))))
    }

    /// Never finds anything, and ignores that its task is cancelled.
    private struct DeafStore: CacheStore {
        let pause: InterceptorTests.Pause

        func entries(for key: CacheKey) async -> [CacheEntry] {
            await pause.wait()
            return []
        }

        func body(of entry: CacheEntry) async -> Data? { nil }
        func insert(_ entry: CacheEntry, body: Data) async {}
        func update(_ entry: CacheEntry) async {}
        func remove(_ entry: CacheEntry) async {}
        func removeAll(at url: String) async {}
        func removeAll(withPrefix prefix: String) async {}
        func entries(withPrefix prefix: String) async -> [CacheEntry] { [] }
        func usage() async -> CacheUsage { CacheUsage(entries: 0, bytes: 0) }
    }

    @Test("A store that ignores its cancellation delays no deadline", arguments: [RequestSharing.inFlight, .never])
    func deafStore(sharing: RequestSharing) async throws {
        let (clock, pause) = (ManualClock(), InterceptorTests.Pause())
        defer { pause.end() }
        let client = Client(
            Nowhere(), transport: Carrier.asyncHTTPClient.transport, cache: HTTPCache(store: DeafStore(pause: pause)),
            limits: Self.limits(call: .seconds(60), idle: nil), time: clock.time)
        let request = Request<Nowhere, String>("/", reading: .text).sharing(sharing)
        let task = Task { await failure { () async throws(FetchError) in try await client.value(for: request) } }
        try await eventually { pause.isReached }
        try await clock.waitForSleepers(dueWithin: .seconds(60))
        clock.advance(by: .seconds(60))
        #expect(await task.value?.kind == .timedOut(.call(.seconds(60))))
    }

    @Test("A server that stops in the middle of the body", arguments: Carrier.allCases)
    func stall(carrier: Carrier) async throws {
        try await withServer { _ in
            LoopbackResponse([
                .head(status: 200, headers: [("Content-Length", "10")]), .bytes(Data("abc".utf8)), .waitForClose,
            ])
        } test: { (server) async throws in
            let clock = ManualClock()
            let client = carrier.client(
                for: Loopback(server), limits: Self.limits(call: nil, idle: .seconds(5)), time: clock.time)
            let stream = try await client.stream(for: .text("/"))
            let task = Task {
                await failure { () async throws(FetchError) in for try await _ in stream {} }
            }
            // Time passes until the reader has timed out, however late it starts.
            let passing = Task { try await clock.run { Task.isCancelled } }
            defer { passing.cancel() }
            #expect(await task.value?.kind == .timedOut(.idle(.seconds(5))))
            try await server.wait { $0.openExchanges == 0 }
        }
    }

    @Test("The whole call has a limit of its own", arguments: [Duration.seconds(3), nil])
    func wholeCall(ofRequest: Duration?) async throws {
        try await withServer { _ in
            .silence
        } test: { (server) async throws in
            let clock = ManualClock()
            let client = Carrier.asyncHTTPClient.client(
                for: Loopback(server), limits: Self.limits(call: .seconds(8), idle: nil), time: clock.time)
            let request = Request<Loopback, String>.text("/").timeout(ofRequest)
            let task = Task { [request] in
                await failure { () async throws(FetchError) in try await client.value(for: request) }
            }
            try await server.wait { $0.openExchanges == 1 }
            try await clock.waitForSleepers(dueWithin: ofRequest ?? .seconds(8))
            clock.advance(by: ofRequest ?? .seconds(8))
            #expect(await task.value?.kind == .timedOut(.call(ofRequest ?? .seconds(8))))
        }
    }

    @Test func noClockTicksWithoutLimits() async throws {
        try await withServer { _ in
            .text("ok")
        } test: { (server) async throws in
            let clock = ManualClock()
            let client = Carrier.asyncHTTPClient.client(
                for: Loopback(server), limits: Self.limits(call: nil, idle: nil), time: clock.time)
            #expect(try await client.value(for: .text("/")) == "ok")
            #expect(clock.sleeperCount == 0)
        }
    }

    @Test func theNextCallIsWatchedToo() async throws {
        try await withServer { request in
            request.path == "/ok" ? .text("ok") : .silence
        } test: { (server) async throws in
            let clock = ManualClock()
            let client = Carrier.asyncHTTPClient.client(
                for: Loopback(server), limits: Self.limits(call: .seconds(10), idle: nil), time: clock.time)
            #expect(try await client.value(for: .text("/ok")) == "ok")
            try await clock.waitForSleepers(dueWithin: .seconds(10))
            clock.advance(by: .seconds(10))
            let task = Task { await failure { () async throws(FetchError) in try await client.value(for: .text("/")) } }
            try await server.wait { $0.openExchanges == 1 }
            try await clock.waitForSleepers(dueWithin: .seconds(10))
            clock.advance(by: .seconds(10))
            #expect(await task.value?.kind == .timedOut(.call(.seconds(10))))
        }
    }
}
