import Foundation
import Freshet
import FreshetOutbox
import HTTPTypes

// Enqueues writes of five writers in a file and sends them, until it is killed or nothing more can be sent:
// OutboxWriter FILE BASE-URL keys|none|shared ROUND COUNT. It prints a line for each write that was enqueued.
//
// With "shared", the service honours keys and other processes use the file at the same time. Each has writers of its
// own, and waits until all writes are delivered, by whichever process.
#if SQLite
struct Ledger: Service {
    let baseURL: String
}

struct Entry: Codable, Sendable {
    let writer: Int
    /// Ascending for each writer.
    let number: Int
}

let arguments = CommandLine.arguments
let (round, count) = (Int(arguments[4]) ?? 0, Int(arguments[5]) ?? 0)
let isShared = arguments[3] == "shared"
let process = "\(ProcessInfo.processInfo.processIdentifier)"
let enter = DurableWrite<Ledger, Entry, Void>("enter") {
    Request("entries", method: .post, body: .json($0), reading: .nothing)
        .header(HTTPField.Name("X-Process")!, process)
}
.scoped { "\($0.writer)" }.repeating(arguments[3] == "none" ? .never : .byKey())
var settings = OutboxSettings()
settings.isShared = isShared
settings.retry = RetryPolicy(attempts: .max, base: .milliseconds(5), cap: .milliseconds(20), budget: nil)
var writes = OutboxWrites()
try writes.register(enter, with: Client(Ledger(baseURL: arguments[2])))
let outbox = try Outbox(file: URL(filePath: arguments[1]), writes: writes, settings: settings)

await withTaskGroup(of: Void.self) { group in
    for writer in 0..<5 {
        group.addTask {
            for index in 0..<count {
                let number = round * 1_000 + index
                let writer = isShared ? round * 10 + writer : writer
                guard (try? await outbox.enqueue(enter, Entry(writer: writer, number: number))) != nil else { exit(1) }
                FileHandle.standardOutput.write(Data("\(writer) \(number)\n".utf8))
            }
        }
    }
}
if isShared {
    for await state in outbox.states where state.total == 0 { break }
} else {
    _ = await outbox.drain(until: .distantFuture)
}
#endif
