import Foundation
import Freshet
import FreshetOutbox

// Enqueues writes of five writers in a file and sends them, until it is killed or nothing more can be sent:
// OutboxWriter FILE BASE-URL keys|none ROUND COUNT. It prints a line for each write that was enqueued.
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
let enter = DurableWrite<Ledger, Entry, Void>("enter") {
    Request("entries", method: .post, body: .json($0), reading: .nothing)
}
.scoped { "\($0.writer)" }.repeating(arguments[3] == "keys" ? .byKey() : .never)
var settings = OutboxSettings()
settings.retry = RetryPolicy(attempts: .max, base: .milliseconds(5), cap: .milliseconds(20), budget: nil)
var writes = OutboxWrites()
try writes.register(enter, with: Client(Ledger(baseURL: arguments[2])))
let outbox = try Outbox(file: URL(filePath: arguments[1]), writes: writes, settings: settings)

await withTaskGroup(of: Void.self) { group in
    for writer in 0..<5 {
        group.addTask {
            for index in 0..<count {
                let number = round * 1_000 + index
                guard (try? await outbox.enqueue(enter, Entry(writer: writer, number: number))) != nil else { exit(1) }
                FileHandle.standardOutput.write(Data("\(writer) \(number)\n".utf8))
            }
        }
    }
}
_ = await outbox.drain(until: .distantFuture)
#endif
