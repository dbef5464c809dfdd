import Dispatch
import Foundation
import Freshet
import FreshetCombine
import FreshetCore
import FreshetTesting
import Testing

/// Many cancels, and what is open afterwards; systems that have nothing left to give.
@Suite(.timeLimit(.minutes(10)))
struct ExhaustionTests {
    @Test("Cancels at random moments leave nothing open on the wire")
    func stormOnTheWire() async throws {
        try await withServer { _ in
            .chunked(["one", "two", "three"])
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            await storm(client, calls: TestLength.count(400, long: 10_000), yields: 60, seed: 26)
            try await server.wait { $0.openExchanges == 0 }
            #expect(try await client.value(for: .text("/")) == "onetwothree")
        }
    }

    @Test("Cancels at random moments leave nothing open in the engine")
    func stormInProcess() async throws {
        let stub = StubTransport { _ in
            await passTurns(3)
            return StubTransport.Response(chunks: [Data("one".utf8), Data("two".utf8), Data("three".utf8)])
        }
        let transport = FaultyTransport(stub, share: 0, seed: 1)
        let client = Client(Loopback(baseURL: "http://storm.example"), transport: transport, cache: nil)
        await storm(client, calls: TestLength.count(1_200, long: 40_000), yields: 30, seed: 27)
        try await eventually { transport.openExchanges == 0 }
        #expect(try await client.value(for: .text("/")) == "onetwothree")
    }

    /// Makes calls in each face, a hundred at a time, and cancels each after a random number of turns; a few are let
    /// be.
    private func storm(_ client: Client<Loopback>, calls: Int, yields: Int, seed: UInt64) async {
        var random = SeededRandom(seed: seed)
        var (completed, cancelled) = (0, 0)
        for _ in 0..<calls / 100 {
            let plans = (0..<100).map { _ in
                (
                    face: Int.random(in: 0..<3, using: &random),
                    yields: Int.random(in: 0..<20, using: &random) == 0
                        ? nil : Int.random(in: 0..<yields, using: &random)
                )
            }
            let outcomes = await withTaskGroup(of: Bool?.self) { group in
                for plan in plans {
                    group.addTask { await Self.callAndCancel(client, face: plan.face, after: plan.yields) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            completed += outcomes.count { $0 == true }
            cancelled += outcomes.count { $0 == false }
        }
        // There were cancellations before the end of a call, and after it.
        #expect(completed > 0 && cancelled > 0, "\(completed) completed, \(cancelled) cancelled")
    }

    /// Calls, waits a moment, cancels, and returns whether a value came; a cancelled subscription does not report it.
    private static func callAndCancel(_ client: Client<Loopback>, face: Int, after yields: Int?) async -> Bool? {
        // Each call is an exchange of its own.
        let request = Request<Loopback, String>.text("/").sharing(.never)
        switch face {
        case 0:
            let task = Task { [request] in try? await client.value(for: request) }
            if let yields {
                await passTurns(yields)
                task.cancel()
            }
            return await task.value != nil
        case 1:
            let (ended, value) = (Gate(), Lock<String?>(nil))
            let task = client.fetch(request, on: .global()) { result in
                value.withLock { $0 = try? result.get() }
                ended.open()
            }
            if let yields {
                await passTurns(yields)
                task.cancel()
            }
            await ended.wait()
            return value.withLock { $0 } != nil
        default:
            let subscription = client.publisher(for: request).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            await passTurns(yields ?? 0)
            subscription.cancel()
            return nil
        }
    }

    #if os(Linux)
    /// The number of open descriptors but for pipes, with which Thread Sanitizer speaks to the program that names
    /// functions.
    private static var openDescriptors: Int {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let targets = names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        return targets.count { !$0.hasPrefix("pipe:") }
    }

    @Test func noDescriptorStaysOpen() async throws {
        // Whatever is opened once for the whole process is open from now on.
        try await misbehave(Array(Misbehaviour.allCases.prefix(3)))
        let before = Self.openDescriptors
        try await misbehave(Misbehaviour.allCases.filter { !$0.outcomes.contains { $0.hasPrefix("timed_out") } })
        // Connections close in their own time; the limit of the suite is the limit.
        try await eventually(outside: "the system closes connections") { Self.openDescriptors <= before }
    }

    /// Meets servers by a transport that is released afterwards.
    private func misbehave(_ misbehaviours: [Misbehaviour]) async throws {
        let transport = AsyncHTTPClientTransport()
        var limits = Limits()
        limits.bodyBytes = 1 << 20
        for misbehaviour in misbehaviours {
            try await withServer { _ in
                .misbehaving(misbehaviour)
            } test: { (server) async throws in
                let client = Client(
                    Loopback(server), transport: transport, cache: nil, limits: limits, retry: .never)
                _ = try? await client.value(for: .text("/bad/"))
                _ = try? await client.stream(for: .text("/bad/"))
            }
        }
    }

    @Test func aProcessWithoutDescriptorsGetsErrorsAndGoesOn() async {
        await #expect(processExitsWith: .success) {
            let server = try await LoopbackServer.start { _ in .text("good") }
            let transport = AsyncHTTPClientTransport()
            let client = Client(Loopback(server), transport: transport, cache: nil, retry: .never)
            guard try await client.value(for: .text("/")) == "good" else { exit(2) }

            // Another host, so that no connection is there yet.
            let other = Client(
                Loopback(baseURL: server.baseURL.replacing("127.0.0.1", with: "localhost")), transport: transport,
                cache: nil,
                retry: .never)
            var limit = rlimit()
            guard getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { exit(3) }
            let roomy = limit
            // Below what is open already: nothing more can be opened.
            limit.rlim_cur = 3
            guard setrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { exit(4) }
            let error = await failure { () async throws(FetchError) in try await other.value(for: .text("/")) }
            limit = roomy
            guard setrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { exit(5) }
            guard case .cannotConnect = error?.kind else {
                print(String(describing: error))
                exit(6)
            }
            guard try await other.value(for: .text("/")) == "good" else { exit(7) }
            exit(0)
        }
    }

    @Test func aFullDiskEndsADownloadAndLeavesNothing() async {
        await #expect(processExitsWith: .success) {
            let server = try await LoopbackServer.start { request in
                .data(Data(repeating: 1, count: request.path == "/small" ? 10 : 1 << 20))
            }
            let client = Client(Loopback(server), transport: AsyncHTTPClientTransport(), cache: nil, retry: .never)
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            // Files may have 64 KB; without the signal a longer one is an error.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 64 << 10, rlim_max: 64 << 10)
            guard setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
            let file = folder.appendingPathComponent("large")
            let error = await failure { () async throws(FetchError) in
                try await client.download(.text("/large"), to: file)
            }
            guard case .file = error?.kind else { exit(3) }
            try await server.wait { $0.openExchanges == 0 }
            guard try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty else { exit(4) }
            _ = try await client.download(.text("/small"), to: file)
            guard try Data(contentsOf: file).count == 10 else { exit(5) }
            try FileManager.default.removeItem(at: folder)
            exit(0)
        }
    }

    @Test func aDownloadGoesOnWhenThereIsSpaceAgain() async {
        await #expect(processExitsWith: .success) {
            let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 3) })
            let server = try await LoopbackServer.start { request in
                let start = request.header("range").flatMap { Int($0.dropFirst(6).prefix { $0 != "-" }) }
                let fields = [("ETag", "\"1\"")]
                guard let start else { return .data(body, headers: fields) }
                let range = ("Content-Range", "bytes \(start)-\(body.count - 1)/\(body.count)")
                return .data(body[start...], status: 206, headers: fields + [range])
            }
            let client = Client(Loopback(server), transport: AsyncHTTPClientTransport(), cache: nil, retry: .never)
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit()
            guard getrlimit(.init(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(2) }
            let roomy = limit
            limit.rlim_cur = 64 << 10
            guard setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(3) }
            let file = folder.appendingPathComponent("large")
            let error = await failure { () async throws(FetchError) in try await client.download(.text("/"), to: file) }
            limit = roomy
            guard setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(4) }
            guard case .file = error?.kind else { exit(5) }
            let written = PartialDownload.bytes(for: file) ?? 0
            guard written > 0, written <= 64 << 10 else { exit(6) }
            _ = try await client.download(.text("/"), to: file)
            guard try Data(contentsOf: file) == body else { exit(7) }
            guard server.requests.last?.header("range") == "bytes=\(written)-" else { exit(8) }
            try FileManager.default.removeItem(at: folder)
            exit(0)
        }
    }
    #endif
}
