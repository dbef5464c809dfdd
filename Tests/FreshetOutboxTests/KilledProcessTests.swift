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
    private struct Ledger: Service {
        let baseURL = "https://ledger.example"
    }

    private struct Entry: Codable, Hashable, Sendable {
        let writer: Int
        let number: Int
    }

    /// What the server has applied, and how it fails.
    private final class Server: Sendable {
        private struct State {
            var random: SeededRandom
            var applied: [Entry] = []
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

        var applied: [Entry] { state.withLock { $0.applied } }

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
            guard let entry = try? JSONDecoder().decode(Entry.self, from: request.body) else { return }
            state.withLock { state in
                if honoursKeys {
                    guard let key = request.header("Idempotency-Key"), state.known.insert(key).inserted else { return }
                }
                state.applied.append(entry)
            }
        }
    }

    /// A process, and the writes that it has reported as enqueued.
    private struct Writer {
        let process = Process()
        private let output = Pipe()
        private let ended = Gate()

        init(_ file: URL, _ server: LoopbackServer, keys: Bool, round: Int, count: Int) throws {
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            process.executableURL = (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
                .appending(path: "OutboxWriter")
            process.arguments = [file.path, server.baseURL, keys ? "keys" : "none", "\(round)", "\(count)"]
            process.standardOutput = output
            process.terminationHandler = { [ended] _ in ended.open() }
            try process.run()
        }

        /// Reads what the process writes, on a thread of its own: the threads of the tasks must not wait for it.
        private func lines(killedAfter limit: Int?) async -> Data {
            let (file, identifier) = (output.fileHandleForReading, process.processIdentifier)
            return await withCheckedContinuation { continuation in
                DispatchQueue(label: "lines of a writer").async {
                    var data = Data()
                    while case let read = file.availableData, !read.isEmpty {
                        data += read
                        if let limit, data.count(where: { $0 == 0x0A }) >= limit { kill(identifier, SIGKILL) }
                    }
                    continuation.resume(returning: data)
                }
            }
        }

        /// Waits until the process has ended, and kills it once it has reported a number of writes.
        func entries(killedAfter limit: Int?) async -> [Entry] {
            let data = await lines(killedAfter: limit)
            await ended.wait()
            return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
                let numbers = line.split(separator: " ").compactMap { Int($0) }
                return numbers.count == 2 ? Entry(writer: numbers[0], number: numbers[1]) : nil
            }
        }
    }

    private func run(_ state: Server, keys: Bool, _ folder: TemporaryFolder) async throws -> [Entry] {
        let server = try await LoopbackServer.start { state.respond(to: $0) }
        var random = SeededRandom(seed: 3)
        var (enqueued, killed, round): ([Entry], Int, Int) = ([], 0, 0)
        while killed < TestLength.count(20, long: 1_000) {
            round += 1
            let writer = try Writer(folder.file, server, keys: keys, round: round, count: 4)
            state.serve(writer.process.processIdentifier, isCalm: false)
            // Every third one is killed while it enqueues, whatever the server does.
            let limit = round.isMultiple(of: 3) ? Int.random(in: 1...15, using: &random) : nil
            enqueued += await writer.entries(killedAfter: limit)
            if writer.process.terminationReason == .uncaughtSignal {
                killed += 1
            } else {
                #expect(writer.process.terminationStatus == 0)
            }
        }
        let last = try Writer(folder.file, server, keys: keys, round: round + 1, count: 0)
        state.serve(last.process.processIdentifier, isCalm: true)
        _ = await last.entries(killedAfter: nil)
        #expect(last.process.terminationStatus == 0)
        await server.stop()
        return enqueued
    }

    /// The entries that are left in the file, which are not sent.
    private func left(in folder: TemporaryFolder) async throws -> (phases: [StoredWriteSummary.Phase], Set<Entry>) {
        let enter = DurableWrite<Ledger, Entry, Void>("enter") { _ in
            Request("entries", method: .post, reading: .nothing)
        }
        var writes = OutboxWrites()
        try writes.register(enter, with: Client(Ledger(), transport: StubTransport { _ in .status(500) }, cache: nil))
        let outbox = try Outbox(file: folder.file, writes: writes)
        var entries: Set<Entry> = []
        let all = await outbox.writes
        for write in all { entries.insert(try await outbox.input(of: write.id, as: enter)) }
        await outbox.close()
        return (all.map(\.phase), entries)
    }

    private func isInOrder(_ entries: [Entry]) -> Bool {
        (0..<5).allSatisfy { writer in
            let numbers = entries.filter { $0.writer == writer }.map(\.number)
            return numbers == numbers.sorted()
        }
    }

    @Test func aServerThatHonoursKeysAppliesEachWriteOnceAndInOrder() async throws {
        let folder = try TemporaryFolder()
        let server = Server(honoursKeys: true)
        let enqueued = try await run(server, keys: true, folder)
        let applied = server.applied
        #expect(Set(applied).count == applied.count)
        #expect(Set(enqueued).isSubset(of: applied))
        #expect(isInOrder(applied))
        #expect(try await left(in: folder).phases.isEmpty)
        #expect(enqueued.count > 50)
    }

    @Test func aServerThatIgnoresKeysAppliesNoWriteTwiceAndNoneIsLost() async throws {
        let folder = try TemporaryFolder()
        let server = Server(honoursKeys: false)
        let enqueued = try await run(server, keys: false, folder)
        let applied = server.applied
        #expect(Set(applied).count == applied.count)
        #expect(isInOrder(applied))
        let (phases, entries) = try await left(in: folder)
        #expect(phases.allSatisfy { $0 == .unconfirmed })
        #expect(Set(enqueued).isSubset(of: entries.union(applied)))
        #expect(!phases.isEmpty)
    }
}
#endif
