/// An action of a ``CookieJar`` for an attempt, with the cookies that it concerns.
///
/// It contains the names of cookies, never their values.
public struct CookieStep: Sendable, Hashable, CustomStringConvertible {
    /// The action of the jar.
    ///
    /// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Action: String, Sendable, Hashable {
        /// Cookies were added to the request.
        case sent = "sent"
        /// A cookie of the response was stored or updated.
        case stored = "stored"
        /// Cookies were removed because the response expired them or cleared the data of its site
        /// (`Clear-Site-Data`).
        case removed = "removed"
        /// A cookie of the response wasn't stored, because a rule forbids it.
        case refused = "refused"
        /// The jar's file couldn't be read or written; the call continues without it.
        case fileFailed = "file failed"
    }

    /// The action of the jar.
    public let action: Action
    /// The names of the cookies, or the reason as text.
    public let reason: String

    /// Makes a step.
    public init(_ action: Action, _ reason: String) {
        self.action = action
        self.reason = reason
    }

    /// The action and the reason, as they appear in logs.
    public var description: String { "\(action.rawValue): \(reason)" }
}

extension CookieStep {
    /// The text that stands for the name of a cookie that has only a value.
    package static let nameless = "a cookie without a name"

    /// Returns the name of a cookie as it appears in a reason: shortened, and on one line.
    package static func name(_ name: String) -> String {
        // The server chooses the name. Without this, a name with line breaks could forge entries in
        // a log, and a long one could fill it.
        let bytes = name.utf8.filter { $0 > 0x20 && $0 != 0x7F }.prefix(64)
        return bytes.isEmpty ? nameless : String(decoding: bytes, as: UTF8.self)
    }
}
