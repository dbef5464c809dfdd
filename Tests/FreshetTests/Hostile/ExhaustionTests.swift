import Dispatch
import Foundation
import Freshet
import FreshetCombine
import FreshetCore
import FreshetTesting
import Testing

/// Ten thousand cancels, and what is open afterwards; systems that have nothing left to give.
@Suite(.timeLimit(.minutes(10)))
struct ExhaustionTests {
    @Test("10,000 cancels at random moments leave nothing open", arguments: [UInt64(26)])
    func storm(seed: UInt64) async throws {
        try await withServer { _ in
            .chunked(["one", "two", "three"])
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            var random = SeededRandom(seed: seed)
            for _ in 0..<100 {
                let plans = (0..<100).map { _ in
                    (face: Int.random(in: 0..<3, using: &random), yields: Int.random(in: 0..<200, using: &random))
                }
                await withTaskGroup(of: Void.self) { group in
                    for plan in plans {
                        group.addTask { await Self.callAndCancel(client, face: plan.face, after: plan.yields) }
                    }
                }
            }
            try await server.wait { $0.openExchanges == 0 }
            #expect(try await client.value(for: .text("/")) == "onetwothree")
        }
    }

    /// Calls, waits a moment, cancels, and returns when the call has ended.
    private static func callAndCancel(_ client: Client<Loopback>, face: Int, after yields: Int) async {
        // Each call is an exchange of its own.
        var request = Request<Loopback, String>.text("/")
        request.sharing = .never
        switch face {
        case 0:
            let task = Task { [request] in _ = try? await client.value(for: request) }
            for _ in 0..<yields { await Task.yield() }
            task.cancel()
            await task.value
        case 1:
            let ended = Gate()
            let task = client.fetch(request, on: .global()) { _ in ended.open() }
            for _ in 0..<yields { await Task.yield() }
            task.cancel()
            await ended.wait()
        default:
            let subscription = client.publisher(for: request).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            for _ in 0..<yields { await Task.yield() }
            subscription.cancel()
        }
    }

    #if os(Linux)
    private static var openDescriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    @Test func noDescriptorStaysOpen() async throws {
        // Whatever is opened once for the whole process is open from now on.
        try await misbehave(Array(Misbehaviour.allCases.prefix(3)))
        let before = Self.openDescriptors
        try await misbehave(Misbehaviour.allCases.filter { !$0.outcomes.contains { $0.hasPrefix("timed_out") } })
        // Connections close in their own time; the limit of the suite is the limit.
        while Self.openDescriptors > before { await Task.yield() }
    }

    /// Meets servers by a transport that is released afterwards.
    private func misbehave(_ misbehaviours: [Misbehaviour]) async throws {
        let transport = AsyncHTTPClientTransport()
        for misbehaviour in misbehaviours {
            try await withServer { _ in
                .misbehaving(misbehaviour)
            } test: { (server) async throws in
                let client = Client(Loopback(server), transport: transport, retry: .never)
                _ = try? await client.value(for: .text("/bad/"))
                _ = try? await client.stream(for: .text("/bad/"))
            }
        }
    }

    @Test func aProcessWithoutDescriptorsGetsErrorsAndGoesOn() async {
        await #expect(processExitsWith: .success) {
            let server = try await LoopbackServer.start { _ in .text("good") }
            let transport = AsyncHTTPClientTransport()
            let client = Client(Loopback(server), transport: transport, retry: .never)
            guard try await client.value(for: .text("/")) == "good" else { exit(2) }

            // Another host, so that no connection is there yet.
            let other = Client(
                Loopback(baseURL: server.baseURL.replacing("127.0.0.1", with: "localhost")), transport: transport,
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
            let client = Client(Loopback(server), transport: AsyncHTTPClientTransport(), retry: .never)
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
    #endif
}
