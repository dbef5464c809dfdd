import Foundation
import Freshet
import FreshetOutbox
import HTTPTypes

// Enqueues writes of five writers in a file and sends them, until it is killed or nothing more can be sent:
// OutboxWriter FILE BASE-URL keys|none|shared|renewals|connections|redirects|discards ROUND COUNT. It prints a line for
// each write that was enqueued.
//
// With "shared", the service honours keys and other processes use the file at the same time. Each has writers of its
// own, and waits until all writes are delivered, by whichever process. With "renewals", the token of the first sign-in
// is spent, and that of the second is good. With "connections", the method is idempotent, and the write is never
// repeated. With "discards", the account signs out while its writes are in progress.
#if SQLite
struct Ledger: Service {
    let baseURL: String
}

struct Entry: Codable, Sendable {
    let writer: Int
    /// Ascending for each writer.
    let number: Int
}

/// Its tokens can't be renewed: the server that issues them responds with 400.
struct Tokens: Authenticator {
    func credentials(for token: String, on request: OutgoingRequest) -> [Credentials] { [.bearer(token)] }

    func renew(_ token: String, in renewal: Renewal) async throws(FetchError) -> String {
        throw FetchError(.status(.badRequest), response: FetchError.Response(head: HTTPResponse(status: .badRequest)))
    }
}

let arguments = CommandLine.arguments
let mode = arguments[3]
let (round, count) = (Int(arguments[4]) ?? 0, Int(arguments[5]) ?? 0)
let isShared = mode == "shared"
let process = "\(ProcessInfo.processInfo.processIdentifier)"
let enter = DurableWrite<Ledger, Entry, Void>("enter") {
    Request("entries", method: mode == "connections" ? .put : .post, body: .json($0), reading: .nothing)
        .header(HTTPField.Name("X-Process")!, process)
}
.scoped { "\($0.writer)" }.repeating(mode == "none" || mode == "connections" ? .never : .byKey())
var settings = OutboxSettings()
settings.isShared = isShared
// What is unconfirmed or has failed stays, over a thousand processes.
settings.countLimit = 1_000_000
settings.retry = RetryPolicy(attempts: .max, base: .milliseconds(5), cap: .milliseconds(20), budget: nil)
var writes = OutboxWrites()
var configuration = ClientConfiguration.platform
let session = AuthenticationSession(Tokens(), configuration)
if mode == "renewals" || mode == "discards" {
    configuration.authentication = .session(session)
    try await session.signIn(mode == "renewals" ? "spent" : "good", account: "ledger/ann")
}
try writes.register(enter, with: Client(Ledger(baseURL: arguments[2]), configuration))
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
} else if mode == "discards" {
    try await outbox.prepareSignOut(.discard)
    FileHandle.standardOutput.write(Data("discarded\n".utf8))
    await outbox.close()
} else {
    if mode == "renewals" {
        _ = await outbox.drain(until: .distantFuture)
        try await session.signIn("good", account: "ledger/ann")
        await outbox.resume()
    }
    _ = await outbox.drain(until: .distantFuture)
}
#endif
