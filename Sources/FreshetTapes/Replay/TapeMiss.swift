import FreshetHTTP

/// The reason why a tape has no response to a request: the `underlying` error of the call's `FetchError`.
///
/// The error is `invalidRequest`: nothing was sent, and it is not retried.
public struct TapeMiss: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the reason.
    ///
    /// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Reason: Sendable, Hashable {
        /// No entry has this request.
        case noEntry
        /// All entries of this request were served.
        case allServed
        /// The address is excluded by the rules, and there is no live transport.
        case excluded
        /// The entry has a response without its body, or with a part of it.
        case recordedWithoutBody
    }

    /// The reason.
    public let reason: Reason
    /// The method and the address of the request, without secrets.
    public let request: String
    /// The number of the nearest entry, from 1, with its method and address; `nil` if the tape is empty.
    public let nearest: String?
    /// What differs between the request and the nearest entry, without secrets.
    public let differences: [String]
    /// The entries of the tape that can't be read, one of which may have this request.
    public let unreadable: [String]

    /// The reason as a sentence for developers.
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
        case .recordedWithoutBody: return "\(nearest ?? request) was recorded without its body, or with a part of it"
        }
    }
}
