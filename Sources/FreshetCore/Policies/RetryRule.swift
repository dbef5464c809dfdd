import HTTPTypes

/// The rule that decides whether and how a request is retried after a failure.
///
/// ```swift
/// let order = Request<Shop, Receipt>("orders", method: .post, body: .json(cart))
///     .retrying(.always)  // the shop accepts a cart once
/// ```
public struct RetryRule: Sendable {
    let permission: RetryPermission
    /// The policy of the request; `nil` for the client's policy.
    package let policy: RetryPolicy?

    /// Retries with the client's policy if the method is idempotent (RFC 9110 §9.2.2). The default.
    ///
    /// A request with another method is repeated only if the server can't have received it.
    public static let automatic = RetryRule(permission: .whenIdempotent, policy: nil)

    /// Retries with the client's policy, whatever the method. The service must ensure that nothing
    /// happens twice.
    public static let always = RetryRule(permission: .always, policy: nil)

    /// Never retries. The errors of the request aren't ``FetchError/isRetryable``.
    public static let never = RetryRule(permission: .never, policy: nil)

    /// Retries with the request's own policy if the method is idempotent.
    public static func policy(_ policy: RetryPolicy) -> RetryRule {
        RetryRule(permission: .whenIdempotent, policy: policy)
    }

    /// Retries with the request's own policy, whatever the method.
    public static func always(_ policy: RetryPolicy) -> RetryRule {
        RetryRule(permission: .always, policy: policy)
    }

    /// Never retries, but uses the attempt timeout of the request's own policy.
    package static func never(_ policy: RetryPolicy) -> RetryRule {
        RetryRule(permission: .never, policy: policy)
    }

    /// Returns the methods that may be repeated.
    ///
    /// - Parameter actsOnce: Whether the request acts at most once, however often it is sent,
    ///   because it has an `Idempotency-Key` or only reads.
    func permission(actsOnce: Bool) -> RetryPermission {
        actsOnce && permission == .whenIdempotent ? .always : permission
    }
}

/// The methods that may be repeated after a failure.
enum RetryPermission: Sendable, Hashable {
    /// Idempotent methods (RFC 9110 §9.2.2).
    case whenIdempotent
    /// All methods. The service must ensure that nothing happens twice.
    case always
    /// No methods.
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
