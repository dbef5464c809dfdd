#if SQLite
import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetOutbox

/// Writes of five writers, over a server that cuts connections, while the outbox is killed at random.
@Suite(.timeLimit(.minutes(30)))
struct KillTests {
    /// A server that applies writes, cuts connections before and after that, and kills its client.
    private final class Server: Sendable {
        private struct State {
            var random: SeededRandom
            /// The numbers of each scope in the order in which they were applied.
            var applied: [Int: [Int]] = [:]
            var known: Set<String> = []
            var outbox: Outbox?
            var kills = 0
            var isCalm = false
        }

        private enum Fault: Sendable {
            case none
            case cutBefore
            case cutAfter
            case killBefore
            case killAfter
        }

        private let honoursKeys: Bool
        private let state: Lock<State>

        init(honoursKeys: Bool, seed: UInt64) {
            self.honoursKeys = honoursKeys
            state = Lock(State(random: SeededRandom(seed: seed)))
        }

        var kills: Int { state.withLock { $0.kills } }
        var applied: [Int: [Int]] { state.withLock { $0.applied } }

        func serve(_ outbox: Outbox) { state.withLock { $0.outbox = outbox } }

        func calmDown() { state.withLock { $0.isCalm = true } }

        func respond(to request: TransportRequest) async throws(FetchError) -> StubTransport.Response {
            let fault: Fault = state.withLock { state in
                if state.isCalm { return .none }
                let faults: [Fault] = [.none, .none, .none, .none, .cutBefore, .cutAfter, .killBefore, .killAfter]
                return faults.randomElement(using: &state.random)!
            }
            switch fault {
            case .cutBefore: throw FetchError(.connectionLost)
            case .killBefore: try await kill()
            case .none, .cutAfter, .killAfter: break
            }
            apply(request)
            switch fault {
            case .cutAfter: throw FetchError(.connectionLost)
            case .killAfter: try await kill()
            case .none, .cutBefore, .killBefore: break
            }
            return .status(204)
        }

        private func apply(_ request: TransportRequest) {
            guard case .bytes(let data) = request.body, let post = try? JSONDecoder().decode(Post.self, from: data),
                let number = Int(post.text)
            else { return }
            state.withLock { state in
                if honoursKeys {
                    guard let key = request.idempotencyKey, state.known.insert(key).inserted else { return }
                }
                state.applied[post.id, default: []].append(number)
            }
        }

        private func kill() async throws(FetchError) -> Never {
            let outbox = state.withLock { state in
                state.kills += 1
                return state.outbox
            }
            await outbox?.close()
            throw .cancelled
        }
    }

    private static let write = DurableWrite<Forum, Post, Void>("note") {
        Request("notes", method: .post, body: .json($0), reading: .nothing)
    }.scoped { "\($0.id)" }

    /// Kills outboxes until there were enough, then lets the last one end. Returns the number of enqueued writes of
    /// each writer, and what is left.
    private func run(
        _ server: Server, _ write: DurableWrite<Forum, Post, Void>
    ) async throws -> (enqueued: [Int: Int], left: [StoredWriteSummary]) {
        let test = try OutboxTest()
        let stub = StubTransport { request throws(FetchError) in try await server.respond(to: request) }
        let open = { () throws(OutboxError) in
            try test.open(stub) { writes, client throws(OutboxError) in try writes.register(write, with: client) }
        }
        var enqueued: [Int: Int] = [:]
        let kills = TestLength.count(12, long: 1_000)
        while server.kills < kills {
            let outbox = try open()
            server.serve(outbox)
            let counts = enqueued
            await withTaskGroup(of: (Int, Int).self) { group in
                for writer in 0..<5 {
                    group.addTask {
                        var number = counts[writer] ?? 0
                        for _ in 0..<2 {
                            let post = Post(id: writer, text: "\(number + 1)")
                            if (try? await outbox.enqueue(write, post)) != nil { number += 1 }
                        }
                        return (writer, number)
                    }
                }
                for await (writer, number) in group { enqueued[writer] = number }
            }
            try await outbox.runToTheEnd(moving: test.clock)
            await outbox.close()
        }
        server.calmDown()
        let last = try open()
        try await last.runToTheEnd(moving: test.clock)
        let left = await last.writes
        await last.close()
        return (enqueued, left)
    }

    @Test func aServerThatHonoursKeysAppliesEachWriteOnceAndInOrder() async throws {
        for seed in 0..<UInt64(3) {
            let server = Server(honoursKeys: true, seed: seed)
            let (enqueued, left) = try await run(server, Self.write.repeating(.byKey()))
            #expect(left.isEmpty)
            for writer in 0..<5 {
                #expect(server.applied[writer] ?? [] == Array(1..<(enqueued[writer] ?? 0) + 1), "seed \(seed)")
            }
        }
    }

    @Test func aServerThatIgnoresKeysAppliesNoWriteTwiceAndNoneIsLost() async throws {
        for seed in 0..<UInt64(3) {
            let server = Server(honoursKeys: false, seed: seed)
            let (enqueued, left) = try await run(server, Self.write)
            #expect(left.allSatisfy { $0.phase == .unconfirmed })
            var applied = 0
            for writer in 0..<5 {
                let numbers = server.applied[writer] ?? []
                applied += numbers.count
                #expect(numbers == Set(numbers).sorted(), "seed \(seed): once, and in order")
                #expect(numbers.allSatisfy { $0 <= enqueued[writer] ?? 0 })
            }
            // Those that were not applied are left for the app to decide.
            let all = enqueued.values.reduce(0, +)
            #expect(all - applied <= left.count)
            #expect(!left.isEmpty)
        }
    }
}
#endif
