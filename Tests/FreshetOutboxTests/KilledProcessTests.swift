#if SQLite && NIO
import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetOutbox

/// Processes with five writers that are killed at random, over a server that cuts connections.
@Suite(.timeLimit(.minutes(60)))
struct KilledProcessTests {
    /// What the server has applied, and how it fails.
    private final class Server: Sendable {
        private struct State {
            var random: SeededRandom
            var applied: [LedgerEntry] = []
            var known: Set<String> = []
            var process: Int32?
            var isCalm = false
        }

        private let honoursKeys: Bool
        private let state: Lock<State>

        init(honoursKeys: Bool) {
            self.honoursKeys = honoursKeys
            state = Lock(State(random: SeededRandom(seed: honoursKeys ? 1 : 2)))
        }

        var applied: [LedgerEntry] { state.withLock { $0.applied } }

        func serve(_ process: Int32, isCalm: Bool) {
            state.withLock { state in
                state.process = process
                state.isCalm = isCalm
            }
        }

        func respond(to request: LoopbackRequest) -> LoopbackResponse {
            let (fault, process) = state.withLock { state in
                (state.isCalm ? 99 : Int.random(in: 0..<16, using: &state.random), state.process)
            }
            func killProcess() { if let process { kill(process, SIGKILL) } }
            if fault == 0 { killProcess() }
            if fault == 1 { return LoopbackResponse([.reset]) }
            apply(request)
            switch fault {
            case 2: killProcess()
            case 3: return LoopbackResponse([.closeConnection])
            case 4: return LoopbackResponse([.bytes(Data("HTTP/1.1 20".utf8)), .reset])
            case 5:
                let head = LoopbackResponse.Step.head(status: 200, headers: [("Content-Length", "10")])
                return LoopbackResponse([head, .bytes(Data("abc".utf8)), .reset])
            default: break
            }
            return .status(200)
        }

        private func apply(_ request: LoopbackRequest) {
            guard let entry = try? JSONDecoder().decode(LedgerEntry.self, from: request.body) else { return }
            state.withLock { state in
                if honoursKeys {
                    guard let key = request.header("Idempotency-Key"), state.known.insert(key).inserted else { return }
                }
                state.applied.append(entry)
            }
        }
    }

    /// Runs processes until a number of them were killed, and one more until its end.
    ///
    /// `scripts/outbox-kills` sets another number.
    /// Returns the entries that were reported as enqueued.
    private func run(
        _ state: Server, keys: Bool, kills: Int, _ folder: TemporaryFolder
    ) async throws -> [LedgerEntry] {
        let chosen = ProcessInfo.processInfo.environment["FRESHET_OUTBOX_KILLS"].flatMap { Int($0) }
        let kills = chosen ?? kills
        let server = try await LoopbackServer.start { state.respond(to: $0) }
        var random = SeededRandom(seed: 3)
        var (enqueued, killed, round): ([LedgerEntry], Int, Int) = ([], 0, 0)
        while killed < kills {
            round += 1
            let writer = try WriterProcess(folder.file, server, keys ? "keys" : "none", round: round, count: 4)
            // One of twenty-five sends what has remained, or the outbox would be full after some hundred kills.
            let isCalm = round.isMultiple(of: 25)
            state.serve(writer.process.processIdentifier, isCalm: isCalm)
            // Every third one is killed while it enqueues, whatever the server does.
            let limit = round.isMultiple(of: 3) && !isCalm ? Int.random(in: 1...15, using: &random) : nil
            enqueued += await writer.entries(killedAfter: limit)
            if writer.process.terminationReason == .uncaughtSignal {
                killed += 1
            } else {
                #expect(writer.process.terminationStatus == 0)
            }
        }
        let last = try WriterProcess(folder.file, server, keys ? "keys" : "none", round: round + 1, count: 0)
        state.serve(last.process.processIdentifier, isCalm: true)
        _ = await last.entries(killedAfter: nil)
        #expect(last.process.terminationStatus == 0)
        await server.stop()
        if chosen != nil {
            print("outbox-kills: \(killed) kills, \(enqueued.count) enqueued, \(state.applied.count) applied")
        }
        return enqueued
    }

    private func isInOrder(_ entries: [LedgerEntry]) -> Bool {
        (0..<5).allSatisfy { writer in
            let numbers = entries.filter { $0.writer == writer }.map(\.number)
            return numbers == numbers.sorted()
        }
    }

    @Test func aServerThatHonoursKeysAppliesEachWriteOnceAndInOrder() async throws {
        let folder = try TemporaryFolder()
        let server = Server(honoursKeys: true)
        let enqueued = try await run(server, keys: true, kills: TestLength.count(8, long: 1_000), folder)
        let applied = server.applied
        #expect(Set(applied).count == applied.count)
        #expect(Set(enqueued).isSubset(of: applied))
        #expect(isInOrder(applied))
        #expect(try await folder.leftEntries().isEmpty)
        #expect(!enqueued.isEmpty)
    }

    @Test func aServerThatIgnoresKeysAppliesNoWriteTwiceAndNoneIsLost() async throws {
        let folder = try TemporaryFolder()
        let server = Server(honoursKeys: false)
        let enqueued = try await run(server, keys: false, kills: TestLength.count(8, long: 1_000), folder)
        let applied = server.applied
        #expect(Set(applied).count == applied.count)
        #expect(isInOrder(applied))
        let left = try await folder.leftEntries()
        #expect(left.allSatisfy { $0.phase == .unconfirmed })
        #expect(Set(enqueued).isSubset(of: left.map(\.entry) + applied))
        if ProcessInfo.processInfo.environment["FRESHET_OUTBOX_KILLS"] != nil {
            print("outbox-kills: \(left.count) unconfirmed")
        } else {
            #expect(!left.isEmpty)
        }
    }
}
#endif
