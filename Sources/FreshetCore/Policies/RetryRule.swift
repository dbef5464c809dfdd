import HTTPTypes

/// Whether and how a request is sent again after a failure.
///
/// ```swift
/// let order = Request<Shop, Receipt>("orders", method: .post, body: .json(cart))
///     .header(.init("Idempotency-Key")!, cart.id)
///     .retrying(.always)
/// ```
public struct RetryRule: Sendable {
    let permission: RetryPermission
    /// The policy of the request; `nil` for that of the client.
    let policy: RetryPolicy?

    /// The policy of the client, if the method is idempotent (RFC 9110 §9.2.2). The default.
    ///
    /// Another method is repeated only where the server can't have received the request.
    public static let automatic = RetryRule(permission: .whenIdempotent, policy: nil)

    /// The policy of the client, whatever the method: the service makes sure that nothing happens twice.
    public static let always = RetryRule(permission: .always, policy: nil)

    /// The request is never sent a second time, and its errors are not ``FetchError/isRetryable``.
    public static let never = RetryRule(permission: .never, policy: nil)

    /// A policy of the request's own, if the method is idempotent.
    public static func policy(_ policy: RetryPolicy) -> RetryRule {
        RetryRule(permission: .whenIdempotent, policy: policy)
    }

    /// A policy of the request's own, whatever the method.
    public static func always(_ policy: RetryPolicy) -> RetryRule {
        RetryRule(permission: .always, policy: policy)
    }

    /// Returns whether a request of a method may be sent again.
    func allows(_ method: HTTPRequest.Method) -> Bool { permission.allows(method) }
}

/// Which methods may be sent a second time after a failure.
enum RetryPermission: Sendable, Hashable {
    /// Those that are idempotent (RFC 9110 §9.2.2).
    case whenIdempotent
    /// All: the service makes sure that nothing happens twice.
    case always
    /// None.
    case never

    /// Returns whether a request of a method may be sent again.
    func allows(_ method: HTTPRequest.Method) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .whenIdempotent: [.get, .head, .options, .trace, .put, .delete].contains(method)
        }
    }
}
