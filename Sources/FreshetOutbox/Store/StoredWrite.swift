#if SQLite
import Foundation
import HTTPTypes

/// A write as it is stored: what the queue knows of it, its input, and its request once that was sent.
struct StoredWrite: Sendable, Equatable {
    var queued: QueuedWrite
    var version: Int
    var input: Data
    /// The fields of the condition that the resource is unchanged.
    var validator: [String: String] = [:]
    /// The request as it was sent first under the key; `nil` before that.
    var request: SentRequest?

    init(queued: QueuedWrite, version: Int, input: Data, key: String, validator: [String: String] = [:]) {
        self.queued = queued
        self.version = version
        self.input = input
        self.validator = validator
        self.queued.key = key
    }

    /// The idempotency key.
    var key: String {
        get { queued.key }
        set { queued.key = newValue }
    }

    /// The approximate number of bytes that it takes.
    var cost: Int {
        let texts = [queued.name, queued.scope ?? "", queued.replaceKey ?? "", key]
        let fields = validator.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        return 256 + input.count + texts.reduce(0) { $0 + $1.utf8.count } + fields + (request?.cost ?? 0)
    }
}

/// A request as it was sent, without the secrets that it carried.
struct SentRequest: Sendable, Equatable {
    var method: String
    /// The encoded path below the base URL, or an absolute address, without a query.
    var path: String
    var isAbsolute = false
    /// The encoded items of the query that are no secrets.
    var query: String?
    var contentType: String?
    var body: Data?

    var cost: Int { path.utf8.count + (query?.utf8.count ?? 0) + (body?.count ?? 0) }
}

/// The final outcome of a write as it is stored, until the app has acknowledged it.
struct StoredOutcome: Sendable, Equatable {
    var id: UUID
    var name: String
    var version: Int
    var input: Data
    var date: Date
    /// The code of the error; `nil` if the write was delivered.
    var error: String?
    /// The write that has replaced or cancelled it.
    var other: UUID?
    /// The response, if it was short enough to be stored and held no secret.
    var response: StoredAnswer?
}

/// A stored response to a write.
struct StoredAnswer: Sendable, Equatable, Codable {
    var status: Int
    var fields: [String: String]
    var body: Data
}
#endif
