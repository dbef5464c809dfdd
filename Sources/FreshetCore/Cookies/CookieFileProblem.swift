/// Why the file of a ``CookieJar`` could not be used. Neither it nor its text holds a cookie.
public struct CookieFileProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of problem it is.
    ///
    /// New cases may come with any version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Kind: String, Sendable, Hashable {
        /// The system did not let the file be read; the jar began empty.
        case unreadable = "could not be read"
        /// The file, or a part of it, is not what a jar writes; the jar began with what could be read.
        case damaged = "is damaged"
        /// The file was not written; the cookies are in memory alone.
        case notWritten = "could not be written"
    }

    public let kind: Kind
    public let reason: String

    package init(kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    public var description: String { "The file of cookies \(kind.rawValue): \(reason)" }
}
