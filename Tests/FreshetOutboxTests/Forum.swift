#if SQLite
import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes

@testable import FreshetOutbox

/// The service of the tests.
struct Forum: Service {
    var baseURL = "https://forum.example/v1"
    var privateCredentials: Credentials?
}

struct Post: Codable, Hashable, Sendable {
    var id: Int
    var text: String
}

/// What the tests write.
enum Writes {
    static let like = DurableWrite<Forum, Int, Void>("like") {
        Request("posts/\($0)/like", method: .put, reading: .nothing)
    }

    static let post = DurableWrite<Forum, Post, Post>("post") {
        Request("posts", method: .post, body: .json($0))
    }.scoped { "post \($0.id)" }
}

/// An outbox with its file, its clock and its server, which can be killed and opened again.
final class OutboxTest: Sendable {
    let folder: TemporaryFolder
    let clock = ManualClock()
    let reachability = ManualReachability()

    init() throws { folder = try TemporaryFolder() }

    var settings: OutboxSettings {
        var settings = OutboxSettings()
        settings.retry.jitter = { 1 }
        return settings
    }

    func client(_ transport: StubTransport, _ change: (inout ClientConfiguration) -> Void = { _ in }) -> Client<Forum> {
        var configuration = ClientConfiguration(transport: transport, cache: nil)
        configuration.time = clock.time
        configuration.reachability = reachability
        change(&configuration)
        return Client(Forum(), configuration)
    }

    /// Opens the outbox as a new process does.
    func open(
        _ transport: StubTransport, _ settings: OutboxSettings? = nil, pageLimit: Int? = nil,
        misuses: Lock<[String]> = Lock([]),
        register: ((inout OutboxWrites, Client<Forum>) throws(OutboxError) -> Void)? = nil
    ) throws(OutboxError) -> Outbox {
        let client = client(transport)
        var writes = OutboxWrites(reportingMisuse: { text in misuses.withLock { $0.append(text) } })
        if let register {
            try register(&writes, client)
        } else {
            try writes.register(Writes.like, with: client)
            try writes.register(Writes.post, with: client)
        }
        return try Outbox(
            file: folder.file, writes: writes, settings: settings ?? self.settings, time: clock.time,
            pageLimit: pageLimit)
    }
}

extension Outbox {
    /// Waits until the state meets a condition.
    func wait(until isMet: @Sendable (OutboxState) -> Bool) async {
        for await state in states where isMet(state) { return }
    }

    /// Moves a clock until no write waits any more, or the outbox is closed.
    func runToTheEnd(moving clock: ManualClock) async throws {
        let isDone = Lock(false)
        let watching = Task {
            await wait { $0.waiting == 0 }
            isDone.withLock { $0 = true }
        }
        defer { watching.cancel() }
        try await clock.run { isDone.withLock { $0 } }
    }
}

extension TransportRequest {
    var idempotencyKey: String? { head.headerFields[HTTPField.Name("Idempotency-Key")!] }

    var bodyText: String {
        guard case .bytes(let data) = body else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}

/// Returns the error that a body throws.
func outboxFailure<Value>(_ body: () async throws(OutboxError) -> Value) async -> OutboxError? {
    do throws(OutboxError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
#endif
