#if SQLite && NIO
import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetOutbox

/// Processes that are killed at random while their writes are refused, redirected, cut off or discarded.
///
/// `scripts/outbox-kills` sets the number of kills.
@Suite(.timeLimit(.minutes(60)))
struct KilledWriterTests {
    /// What the server of a run does to a write, besides killing its process.
    private enum Situation: String, Sendable {
        /// It refuses tokens, except good ones.
        case renewals
        /// It applies writes, and closes reused connections without a response.
        case connections
        /// It redirects some writes, which it has applied or not.
        case redirects
        /// It is slow, and processes discard what is in progress.
        case discards
    }

    private final class Server: Sendable {
        private struct State {
            var random = SeededRandom(seed: 7)
            /// What was applied, and the process that has sent it.
            var applied: [(entry: LedgerEntry, sender: String?)] = []
            var known: Set<String> = []
            var process: Int32?
            var isCalm = false
        }

        private let situation: Situation
        private let state = Lock(State())

        init(_ situation: Situation) { self.situation = situation }

        var applied: [(entry: LedgerEntry, sender: String?)] { state.withLock { $0.applied } }

        func serve(_ process: Int32, isCalm: Bool) {
            state.withLock { state in (state.process, state.isCalm) = (process, isCalm) }
        }

        func respond(to request: LoopbackRequest) -> LoopbackResponse {
            let (fault, process) = state.withLock { state in
                (state.isCalm ? 99 : Int.random(in: 0..<10, using: &state.random), state.process)
            }
            defer { if fault == 1, let process { kill(process, SIGKILL) } }
            if fault == 0, let process { kill(process, SIGKILL) }
            guard let entry = try? JSONDecoder().decode(LedgerEntry.self, from: request.body) else {
                return .status(request.method == "GET" ? 404 : 400)
            }
            switch situation {
            case .renewals:
                guard request.header("Authorization") == "Bearer good" else { return .status(401) }
            case .redirects where entry.number % 4 == 1: return .redirect(301, to: "/elsewhere")
            case .redirects where entry.number % 4 == 2: return .redirect(302, to: "/elsewhere")
            case .redirects, .connections, .discards: break
            }
            apply(entry, request)
            switch situation {
            case .redirects where entry.number % 4 == 3: return .redirect(303, to: "/missing")
            case .connections where (2..<6).contains(fault): return LoopbackResponse([.closeConnection])
            default: return .status(200)
            }
        }

        /// Only the connections are those of a server that does not honour keys.
        private func apply(_ entry: LedgerEntry, _ request: LoopbackRequest) {
            state.withLock { state in
                if situation != .connections {
                    guard let key = request.header("Idempotency-Key"), state.known.insert(key).inserted else { return }
                }
                state.applied.append((entry, request.header("X-Process")))
            }
        }
    }

    private struct Outcome {
        var enqueued: Set<LedgerEntry> = []
        /// The processes that have reported that they have discarded everything, by their rounds.
        var discarded: [Int: String] = [:]
        var applied: [(entry: LedgerEntry, sender: String?)] = []
        /// What is left in the file.
        var left: [(phase: StoredWriteSummary.Phase, entry: LedgerEntry)] = []
    }

    /// Runs processes until enough of them were killed, and one more until its end.
    private func run(_ situation: Situation) async throws -> Outcome {
        let chosen = ProcessInfo.processInfo.environment["FRESHET_OUTBOX_KILLS"].flatMap { Int($0) }
        let kills = chosen ?? TestLength.count(4, long: 200)
        let (folder, state) = (try TemporaryFolder(), Server(situation))
        let server = try await LoopbackServer.start { state.respond(to: $0) }
        var (outcome, killed, round) = (Outcome(), 0, 0)
        while killed < kills {
            round += 1
            let writer = try WriterProcess(folder.file, server, situation.rawValue, round: round, count: 4)
            state.serve(writer.process.processIdentifier, isCalm: round.isMultiple(of: 25))
            let report = await writer.report(killedAfter: nil)
            outcome.enqueued.formUnion(report.entries)
            if report.hasDiscarded { outcome.discarded[round] = "\(writer.process.processIdentifier)" }
            if writer.process.terminationReason == .uncaughtSignal {
                killed += 1
            } else {
                try #require(writer.process.terminationStatus == 0)
            }
        }
        let last = try WriterProcess(folder.file, server, situation.rawValue, round: round + 1, count: 0)
        state.serve(last.process.processIdentifier, isCalm: true)
        _ = await last.report(killedAfter: nil)
        #expect(last.process.terminationStatus == 0)
        await server.stop()
        outcome.applied = state.applied
        outcome.left = try await folder.leftEntries()
        if chosen != nil { print("outbox-kills: \(killed) kills, \(outcome.enqueued.count) enqueued") }
        #expect(!outcome.enqueued.isEmpty)
        let entries = outcome.applied.map(\.entry)
        #expect(Set(entries).count == entries.count, "no write is applied twice")
        return outcome
    }

    @Test func refusedRenewalsHoldEveryWriteUntilTheSignIn() async throws {
        let outcome = try await run(.renewals)
        #expect(outcome.left.isEmpty)
        #expect(outcome.enqueued.isSubset(of: outcome.applied.map(\.entry)))
    }

    @Test func aWriteThatIsNeverRepeatedIsAppliedOnceOrUnconfirmed() async throws {
        let outcome = try await run(.connections)
        #expect(outcome.left.allSatisfy { $0.phase == .unconfirmed })
        #expect(outcome.enqueued.isSubset(of: outcome.applied.map(\.entry) + outcome.left.map(\.entry)))
    }

    @Test func redirectedWritesAreDeliveredIfTheyWereApplied() async throws {
        let outcome = try await run(.redirects)
        #expect(outcome.left.allSatisfy { $0.phase == .failed(.failed(code: "redirect.forbidden", nil)) })
        let failed = Set(outcome.left.map(\.entry))
        let applied = Set(outcome.applied.map(\.entry))
        #expect(failed.isDisjoint(with: applied))
        #expect(failed.allSatisfy { [1, 2].contains($0.number % 4) })
        #expect(outcome.enqueued.isSubset(of: applied.union(failed)))
    }

    @Test func discardedWritesAreNotSentAfterTheNextSignIn() async throws {
        let outcome = try await run(.discards)
        #expect(outcome.left.isEmpty)
        for (entry, sender) in outcome.applied {
            guard let process = outcome.discarded[entry.number / 1_000] else { continue }
            #expect(sender == process, "\(entry) was sent after it was discarded")
        }
    }
}

#endif
