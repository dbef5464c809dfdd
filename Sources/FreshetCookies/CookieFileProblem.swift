import FreshetCore

/// The reason why the file of a ``CookieJar`` could not be used. It never contains a cookie.
public struct CookieFileProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of problems.
    ///
    /// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Kind: String, Sendable, Hashable {
        /// The file could not be read; the jar was created empty.
        case unreadable = "could not be read"
        /// The file is malformed, at least partly; the jar has the cookies that could be read.
        case damaged = "is damaged"
        /// The file was not written; the cookies are only in memory.
        case notWritten = "could not be written"
    }

    /// The kind of the problem.
    public let kind: Kind
    /// The cause, as text.
    public let reason: String

    package init(kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// The kind and the cause, as a sentence.
    public var description: String { "The file of cookies \(kind.rawValue): \(reason)" }
}
