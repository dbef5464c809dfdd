public import HTTPTypes

/// Whether a request may be sent a second time after a failure.
public enum RetryPermission: Sendable, Hashable {
    /// Only when its method is idempotent (RFC 9110 §9.2.2).
    case whenIdempotent
    /// Also when its method is not idempotent: the service makes sure that nothing happens twice.
    case always
    case never

    /// Returns whether a request of a method may be sent again.
    public func allows(_ method: HTTPRequest.Method) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .whenIdempotent: [.get, .head, .options, .trace, .put, .delete].contains(method)
        }
    }
}
