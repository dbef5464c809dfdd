import FreshetCore

/// The reason why a cookie jar's file couldn't be used. It never contains a cookie.
public struct CookieFileProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of problems with a cookie file.
    ///
    /// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Kind: String, Sendable, Hashable {
        /// The file couldn't be read. The jar was created empty.
        case unreadable = "could not be read"
        /// The file is at least partly malformed. The jar has the cookies that could be read.
        case damaged = "is damaged"
        /// The file wasn't written. The cookies exist only in memory.
        case notWritten = "could not be written"
    }

    /// The kind of the problem.
    public let kind: Kind
    /// A description of the cause.
    public let reason: String

    package init(kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// A sentence with the kind and the cause.
    public var description: String { "The cookie file \(kind.rawValue): \(reason)" }
}
