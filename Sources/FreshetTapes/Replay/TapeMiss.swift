import FreshetHTTP

/// The reason why a tape has no response for a request.
///
/// It is the `underlying` error of the call's `FetchError`, whose kind is `invalidRequest`: nothing
/// was sent, and the request isn't retried.
public struct TapeMiss: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the reason.
    ///
    /// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Reason: Sendable, Hashable {
        /// No entry matches the request.
        case noEntry
        /// All entries that match the request were already served.
        case allServed
        /// The rules exclude the address, and there is no live transport.
        case excluded
        /// The matching entry has no body, or only part of it.
        case recordedWithoutBody
    }

    /// The kind of reason.
    public let reason: Reason
    /// The method and the address of the request, without secrets.
    public let request: String
    /// The number of the nearest entry, counted from 1, with its method and address; `nil` if the
    /// tape is empty.
    public let nearest: String?
    /// The differences between the request and the nearest entry, without secrets.
    public let differences: [String]
    /// The tape's unreadable entries, one of which may have been for this request.
    public let unreadable: [String]

    /// A sentence for developers that explains the reason.
    public var description: String {
        switch reason {
        case .noEntry:
            let differences = differences.isEmpty ? "" : ": " + differences.joined(separator: "; ")
            return "the tape has no entry for \(request). "
                + (nearest.map { "The nearest is \($0)\(differences)" } ?? "It is empty")
                + (unreadable.isEmpty ? "" : ". Not readable: " + unreadable.joined(separator: " "))
        case .allServed:
            return "all entries of the tape for \(request) were served; the last one is \(nearest ?? "unknown")"
        case .excluded: return "\(request) is excluded from the tape, and there is no live transport"
        case .recordedWithoutBody: return "\(nearest ?? request) was recorded without its body, or with only part of it"
        }
    }
}
