import HTTPTypes

/// The rule whether and how a request is retried after a failure.
///
/// ```swift
/// let order = Request<Shop, Receipt>("orders", method: .post, body: .json(cart))
///     .retrying(.always)  // the shop accepts a cart once
/// ```
public struct RetryRule: Sendable {
    let permission: RetryPermission
    /// The policy of the request; `nil` for that of the client.
    package let policy: RetryPolicy?

    /// Retries by the client's policy, if the method is idempotent (RFC 9110 §9.2.2). The default.
    ///
    /// Other methods are only repeated if the server can't have received the request.
    public static let automatic = RetryRule(permission: .whenIdempotent, policy: nil)

    /// Retries by the client's policy, whatever the method: the service must ensure that nothing happens twice.
    public static let always = RetryRule(permission: .always, policy: nil)

    /// Never retries. The errors of the request are not ``FetchError/isRetryable``.
    public static let never = RetryRule(permission: .never, policy: nil)

    /// Retries by a policy of the request's own, if the method is idempotent.
    public static func policy(_ policy: RetryPolicy) -> RetryRule {
        RetryRule(permission: .whenIdempotent, policy: policy)
    }

    /// Retries by a policy of the request's own, whatever the method.
    public static func always(_ policy: RetryPolicy) -> RetryRule {
        RetryRule(permission: .always, policy: policy)
    }

    /// Never retries, and has the attempt timeout of a policy of the request's own.
    package static func never(_ policy: RetryPolicy) -> RetryRule {
        RetryRule(permission: .never, policy: policy)
    }

    /// The methods that may be repeated.
    ///
    /// - Parameter actsOnce: Whether the request acts at most once, however often it is sent: it has an
    ///   `Idempotency-Key`, or only reads.
    func permission(actsOnce: Bool) -> RetryPermission {
        actsOnce && permission == .whenIdempotent ? .always : permission
    }
}

/// The methods that may be repeated after a failure.
enum RetryPermission: Sendable, Hashable {
    /// The idempotent ones (RFC 9110 §9.2.2).
    case whenIdempotent
    /// All: the service must ensure that nothing happens twice.
    case always
    /// None.
    case never

    /// Returns whether a request of a method may be sent again.
    func allows(_ method: HTTPRequest.Method) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .whenIdempotent: method.isIdempotent
        }
    }
}
