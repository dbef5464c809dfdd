import Foundation
import Freshet
import FreshetTesting
import Testing

/// Every misbehaviour, in each interface on AsyncHTTPClient: the outcome that docs/HostileServers.md lists,
/// in time, in little memory, and the next call works.
@Suite(.timeLimit(.minutes(10)))
struct MisbehaviourTests {
    struct Item: Decodable, Sendable, Equatable {
        let name: String
        let price: Int
    }

    static let body = #"{"name":"tea","price":7}"#
    static let good = Item(name: "tea", price: 7)

    private static var limits: Limits {
        var limits = Limits()
        limits.bodyBytes = 1 << 20
        limits.callTimeout = nil
        limits.idleTimeout = nil
        return limits
    }

    @Test("Misbehaviour", arguments: Misbehaviour.allCases, ValueFace.allCases)
    func misbehaviour(_ misbehaviour: Misbehaviour, face: ValueFace) async throws {
        ResidentMemory.beginMeasuring()
        let before = ResidentMemory.peak
        try await withServer { request in
            request.path == "/good" ? .json(Self.body) : .misbehaving(misbehaviour, body: Self.body)
        } test: { (server) async throws in
            let outcome = try await outcome(of: misbehaviour, face, server)
            let code = outcome.failure?.code ?? "a value"
            #expect(misbehaviour.outcomes.contains(code), "\(outcome)")
            switch outcome {
            case .success(let item): #expect(item == Self.good)
            case .failure(let error): #expect(error.recoverySuggestion != nil)
            }
            try await server.wait { $0.openExchanges == 0 }
        }
        // The server lives in the same process.
        #expect(ResidentMemory.peak - before < 64 << 20)
    }

    @Test func theDocumentSaysTheSame() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let document = try String(contentsOf: root.appending(path: "docs/HostileServers.md"), encoding: .utf8)
        let rows = document.split(separator: "\n").map { $0.split(separator: " | ") }.filter { $0.count == 3 }
        for misbehaviour in Misbehaviour.allCases {
            let row = rows.first { $0[0] == "| `\(misbehaviour.rawValue)`" }
            let told = misbehaviour.outcomes.sorted().map { $0 == "a value" ? $0 : "`\($0)`" }
            let expected = told.joined(separator: " or ") + " |"
            #expect(row?[2] == expected[...], "\(misbehaviour)")
        }
    }

    private func outcome(
        of misbehaviour: Misbehaviour, _ face: ValueFace, _ server: LoopbackServer
    ) async throws -> Result<Item, FetchError> {
        let clock = ManualClock()
        var limits = Self.limits
        if misbehaviour.isIdle { limits.idleTimeout = .seconds(30) } else { limits.callTimeout = .seconds(30) }
        // A good call may meet a connection that the server is about to close.
        let client = Carrier.asyncHTTPClient.client(
            for: Loopback(server), limits: limits, retry: RetryPolicy(base: .zero), time: clock.time)
        let request = Request<Loopback, Item>("bad/").retrying(.never)
        let passing = misbehaviour.takesTime ? time(passing: clock, once: server) : nil
        defer { passing?.cancel() }
        let outcome = try await face.outcome(of: request, client)
        passing?.cancel()
        _ = await passing?.result

        let next = try await face.outcome(of: Request<Loopback, Item>("good"), client)
        #expect((try? next.get()) == Self.good, "\(face): \(next)")
        return outcome
    }

    /// Lets time pass from the moment at which the server has written what it wants to write, however late a call
    /// waits.
    private func time(passing clock: ManualClock, once server: LoopbackServer) -> Task<Void, any Error> {
        Task {
            try await server.wait { $0.openExchanges == 1 }
            try await clock.run { Task.isCancelled }
        }
    }
}

extension Misbehaviour {
    /// Whether only time ends it.
    fileprivate var takesTime: Bool { outcomes.contains { $0.hasPrefix("timed_out") } }

    /// Whether the server sends nothing, rather than little.
    fileprivate var isIdle: Bool { outcomes.contains("timed_out.idle") }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
