#if SQLite && NIO
import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes

@testable import FreshetOutbox

/// What the writers of processes enter in a ledger.
struct LedgerEntry: Codable, Hashable, Sendable {
    let writer: Int
    /// Ascending for each writer.
    let number: Int
}

/// A process, and the writes that it has reported as enqueued.
struct WriterProcess {
    let process = Process()
    private let output = Pipe()
    private let ended = Gate()

    init(_ file: URL, _ server: LoopbackServer, _ mode: String, round: Int, count: Int) throws {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        process.executableURL = (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
            .appending(path: "OutboxWriter")
        process.arguments = [file.path, server.baseURL, mode, "\(round)", "\(count)"]
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
    func entries(killedAfter limit: Int?) async -> [LedgerEntry] { await report(killedAfter: limit).entries }

    /// Waits until the process has ended, and returns also whether it has reported that it has discarded its writes.
    func report(killedAfter limit: Int?) async -> (entries: [LedgerEntry], hasDiscarded: Bool) {
        let data = await lines(killedAfter: limit)
        await ended.wait()
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        let entries = lines.compactMap { line -> LedgerEntry? in
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            return numbers.count == 2 ? LedgerEntry(writer: numbers[0], number: numbers[1]) : nil
        }
        return (entries, lines.contains("discarded"))
    }
}

private struct Ledger: Service {
    let baseURL = "https://ledger.example"
}

extension TemporaryFolder {
    /// The entries that processes have left in the file of an outbox. They are not sent.
    func leftEntries() async throws -> [(phase: StoredWriteSummary.Phase, entry: LedgerEntry)] {
        let enter = DurableWrite<Ledger, LedgerEntry, Void>("enter") { _ in
            Request("entries", method: .post, reading: .nothing)
        }
        var writes = OutboxWrites()
        try writes.register(enter, with: Client(Ledger(), transport: StubTransport { _ in .status(500) }, cache: nil))
        let outbox = try Outbox(file: file, writes: writes)
        var left: [(StoredWriteSummary.Phase, LedgerEntry)] = []
        for write in await outbox.writes {
            left.append((write.phase, try await outbox.input(of: write.id, as: enter)))
        }
        await outbox.close()
        return left
    }
}
#endif
