public import Foundation

/// The identifier of a durable write, which an outbox stores and sends.
///
/// It stays the same when the app is restarted.
public struct WriteID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The identifier as a UUID, which can be stored.
    public let uuid: UUID

    /// Makes an identifier from a stored UUID.
    public init(_ uuid: UUID) { self.uuid = uuid }

    /// The UUID in lowercase.
    public var description: String { uuid.uuidString.lowercased() }
}
