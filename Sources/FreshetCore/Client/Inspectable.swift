/// A part of a client that describes its current state: a plug-in, an interceptor or a transport.
///
/// An `Inspector` (FreshetInspector) shows the parts of the clients that it watches. Account
/// sessions, the outbox and the transports describe themselves, and so can an app's own
/// interceptor:
///
/// ```swift
/// extension CallCounter: Inspectable {
///     var inspectedPart: InspectedPart {
///         InspectedPart("Calls counted", [("today", "\(count) of \(limit)")])
///     }
/// }
/// ```
public protocol Inspectable: Sendable {
    /// The current state, without secrets. It may be read at any time, from any thread.
    var inspectedPart: InspectedPart { get async }
}

/// The current state of a part of a client, as text.
public struct InspectedPart: Sendable, Codable, Hashable {
    /// A fact with its name.
    public struct Fact: Sendable, Codable, Hashable {
        /// The name.
        public let name: String
        /// The value.
        public let value: String
    }

    /// The name of the part.
    public let title: String
    /// The facts, in the order in which they are shown.
    public let facts: [Fact]

    /// Makes a state. Facts without a value are omitted.
    public init(_ title: String, _ facts: [(name: String, value: String?)]) {
        self.title = title
        self.facts = facts.compactMap { name, value in value.map { Fact(name: name, value: $0) } }
    }
}
