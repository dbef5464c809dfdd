/// What a ``CookieJar`` did for an attempt, and to which cookie. It never tells a value.
public struct CookieStep: Sendable, Hashable, CustomStringConvertible {
    /// What the jar did.
    ///
    /// New cases may come with any version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Action: String, Sendable, Hashable {
        /// Cookies go with the request.
        case sent = "sent"
        /// A cookie of the response was taken, or renewed.
        case stored = "stored"
        /// A cookie was removed, as the response asks.
        case removed = "removed"
        /// A cookie of the response was not taken.
        case refused = "refused"
        /// The file of the jar could not be read or written; the call goes on without it.
        case fileFailed = "file failed"
    }

    public let action: Action
    /// The names of the cookies, or the reason in words.
    public let reason: String

    public init(_ action: Action, _ reason: String) {
        self.action = action
        self.reason = reason
    }

    public var description: String { "\(action.rawValue): \(reason)" }
}

extension CookieStep {
    /// What stands for the name of a cookie that is only a value.
    static let nameless = "a cookie without a name"

    /// The name of a cookie as the reason has it: not too long, and in one line.
    static func name(_ name: String) -> String {
        let bytes = name.utf8.filter { $0 > 0x20 && $0 != 0x7F }.prefix(64)
        return bytes.isEmpty ? nameless : String(decoding: bytes, as: UTF8.self)
    }
}
