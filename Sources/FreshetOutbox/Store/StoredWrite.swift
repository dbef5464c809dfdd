#if SQLite
import Foundation
import HTTPTypes

/// A write as it is stored: the queue's facts about it, its input, and its request once that was
/// sent.
struct StoredWrite: Sendable, Equatable {
    var queued: QueuedWrite
    var version: Int
    var input: Data
    /// The header fields of the condition that the resource is unchanged.
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

extension StoredWrite {
    /// A checksum of the parts that stay the same until the app changes the write.
    var checksum: Int64 {
        var sum = Checksum()
        for text in [queued.id.uuidString, queued.name, "\(version)", key, queued.account, queued.rule.rawValue] {
            sum.add(text)
        }
        for text in [queued.scope, queued.replaceKey] { sum.add(text) }
        for (name, value) in validator.sorted(by: { $0.key < $1.key }) {
            sum.add(name)
            sum.add(value)
        }
        sum.add(input)
        return sum.value
    }
}

extension SentRequest {
    var checksum: Int64 {
        var sum = Checksum()
        for text in [method, path, "\(isAbsolute)", query, contentType] { sum.add(text) }
        sum.add(body)
        return sum.value
    }
}

/// A checksum that reveals changed bytes (FNV-1a with 64 bits).
private struct Checksum {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    var value: Int64 { Int64(bitPattern: hash) }

    mutating func add(_ text: String?) { add(text.map { Data($0.utf8) }) }

    /// Adds bytes preceded by their number, so that the bytes of one part can't be taken for
    /// another's.
    mutating func add(_ data: Data?) {
        withUnsafeBytes(of: Int64(data?.count ?? -1).littleEndian) { for byte in $0 { add(byte) } }
        data?.withUnsafeBytes { for byte in $0 { add(byte) } }
    }

    private mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
}

extension UUID {
    /// Makes the identifier of a write whose own one is damaged.
    init(sequence: Int64) {
        let bytes = withUnsafeBytes(of: sequence.bigEndian) { Array($0) }
        self.init(
            uuid: (
                0xDA, 0xA6, 0xED, 0, 0, 0, 0x80, 0, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5],
                bytes[6],
                bytes[7]
            ))
    }
}

/// A request as it was sent, without the secrets that it carried.
struct SentRequest: Sendable, Equatable {
    var method: String
    /// The encoded path below the base URL, or an absolute address, without a query.
    var path: String
    var isAbsolute = false
    /// The encoded query items that aren't secret.
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
    /// The input, if it is needed to read the response; otherwise empty.
    var input: Data
    var date: Date
    /// The code of the error; `nil` if the write was delivered.
    var error: String?
    /// The write that replaced or cancelled it.
    var other: UUID?
    /// The response, if it was short enough to be stored and contained no secret.
    var response: StoredAnswer?
}

/// A stored response to a write.
struct StoredAnswer: Sendable, Equatable, Codable {
    var status: Int
    var fields: [String: String]
    var body: Data
}
#endif
