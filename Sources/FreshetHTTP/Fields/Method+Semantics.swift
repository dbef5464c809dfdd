package import HTTPTypes

extension HTTPRequest.Method {
    /// Whether the method is safe, so that it changes nothing on the server (RFC 9110 §9.2.1, and
    /// draft-ietf-httpbis-safe-method-w-body for QUERY).
    package var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace, .query: true
        default: false
        }
    }

    /// Whether the method is idempotent, so that several identical requests have the same effect as
    /// one (RFC 9110 §9.2.2).
    package var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}
