#if SQLite && NIO
import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetOutbox

/// Several processes on one file, of which the one that sends is killed at random.
@Suite(.timeLimit(.minutes(60)))
struct SharedProcessTests {
    /// A server that honours keys, sees which process sends, and kills it now and then.
    private final class Server: Sendable {
        private struct State {
            var random = SeededRandom(seed: 5)
            var applied: [LedgerEntry] = []
            var known: Set<String> = []
            /// The processes in the order of their requests, without repetitions in a row.
            var senders: [Int32] = []
            var kills = 0
        }

        private let killLimit: Int
        private let state = Lock(State())

        init(killLimit: Int) { self.killLimit = killLimit }

        var applied: [LedgerEntry] { state.withLock { $0.applied } }
        var senders: [Int32] { state.withLock { $0.senders } }
        var kills: Int { state.withLock { $0.kills } }

        func respond(to request: LoopbackRequest) -> LoopbackResponse {
            guard let sender = request.header("X-Process").flatMap({ Int32($0) }) else { return .status(400) }
            let isKilled = state.withLock { state in
                if state.senders.last != sender { state.senders.append(sender) }
                guard state.kills < killLimit, Int.random(in: 0..<8, using: &state.random) == 0 else { return false }
                state.kills += 1
                return true
            }
            if isKilled { kill(sender, SIGKILL) }
            apply(request)
            return .status(200)
        }

        private func apply(_ request: LoopbackRequest) {
            guard let entry = try? JSONDecoder().decode(LedgerEntry.self, from: request.body),
                let key = request.header("Idempotency-Key")
            else { return }
            state.withLock { if $0.known.insert(key).inserted { $0.applied.append(entry) } }
        }
    }

    @Test func oneProcessSendsAtATimeAndAnotherTakesOverWhenItIsKilled() async throws {
        let folder = try TemporaryFolder()
        let state = Server(killLimit: TestLength.count(6, long: 200))
        let server = try await LoopbackServer.start { state.respond(to: $0) }
        let rounds = Lock(0)
        var enqueued: [LedgerEntry] = []
        while state.kills < TestLength.count(6, long: 200) {
            enqueued += try await withThrowingTaskGroup(of: [LedgerEntry].self) { group in
                for _ in 0..<3 {
                    let round = rounds.withLock { rounds in
                        rounds += 1
                        return rounds
                    }
                    group.addTask {
                        try await WriterProcess(folder.file, server, "shared", round: round, count: 3)
                            .entries(killedAfter: nil)
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
        }
        let last = try WriterProcess(folder.file, server, "shared", round: 0, count: 1)
        enqueued += await last.entries(killedAfter: nil)
        #expect(last.process.terminationStatus == 0)
        await server.stop()
        // A process that has given the turn to another one never sends again: no two have overlapped.
        #expect(Set(state.senders).count == state.senders.count)
        #expect(state.senders.count > state.kills / 2)
        let applied = state.applied
        #expect(Set(applied).count == applied.count)
        #expect(Set(enqueued).isSubset(of: applied))
        for writer in Set(applied.map(\.writer)) {
            let numbers = applied.filter { $0.writer == writer }.map(\.number)
            #expect(numbers == numbers.sorted())
        }
    }
}
#endif
