public import Foundation

/// The identifier of a durable write, which an outbox stores and sends. It is the same after a restart.
public struct WriteID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The identifier as a UUID, to store it.
    public let uuid: UUID

    /// Makes the identifier of a stored UUID.
    public init(_ uuid: UUID) { self.uuid = uuid }

    /// The UUID in lower case.
    public var description: String { uuid.uuidString.lowercased() }
}
