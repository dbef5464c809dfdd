#if SQLite
import FreshetCore

/// The effect of a permanent failure on the later writes of the scope.
public enum WriteFailureRule: String, Sendable, Hashable, Codable {
    /// They are sent. This is the default.
    case continuing
    /// They are cancelled (``OutboxError/cancelled(by:)``).
    case cancelsFollowing
    /// They wait until the app retries, edits or discards the failed write.
    case holds
}

/// Whether the request of a write may be sent again although the server may have applied it.
///
/// A write that may have been applied and may not be sent again is confirmed by a read, or is unconfirmed until the app
/// decides.
public struct WriteRepetition: Sendable, Hashable {
    enum Rule: Sendable, Hashable {
        case idempotent
        case key(Duration)
        case never
    }

    /// The rule; `nil` if the method decides.
    private let rule: Rule?

    /// It may be sent again if its method is idempotent, such as `PUT` or `DELETE` (RFC 9110
    /// §9.2.2). This is the default.
    public static let byMethod = WriteRepetition(rule: nil)

    /// It may be sent again, whatever its method: the service applies it only once.
    public static let idempotent = WriteRepetition(rule: .idempotent)

    /// It is never sent again.
    public static let never = WriteRepetition(rule: .never)

    /// It may be sent again, since the service recognises a repetition by its `Idempotency-Key`
    /// (draft-ietf-httpapi-idempotency-key-header).
    ///
    /// - Parameter lifetime: How long the service remembers a key: 24 hours by default. A write
    ///   that was first sent before that isn't sent again.
    public static func byKey(lifetime: Duration = .seconds(86_400)) -> WriteRepetition {
        WriteRepetition(rule: .key(lifetime))
    }

    func rule(isIdempotentMethod: Bool) -> Rule {
        rule ?? (isIdempotentMethod ? .idempotent : .never)
    }

    /// Whether the service recognises a repetition by its key.
    var honoursKeys: Bool { if case .key = rule { true } else { false } }
}

/// The treatment of an account's writes when it signs out.
public enum SignOutChoice: Sendable, Hashable {
    /// They stay, and are sent after the account's next sign-in. This also happens without a
    /// choice.
    case keep
    /// They are removed.
    case discard
    /// They are sent, as far as possible within a time. The remaining ones stay.
    case sendFirst(within: Duration)
}
#endif
