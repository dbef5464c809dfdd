import Foundation

/// The value that a request sends as `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header).
package enum IdempotencyKey: Sendable, Hashable {
    /// A random key for each call.
    case generated
    case fixed(String)

    /// Returns the value of the field, a structured field of type String (RFC 9651 §3.3.3).
    func fieldValue() throws(FetchError) -> String {
        switch self {
        case .generated: return "\"\(UUID().uuidString.lowercased())\""
        case .fixed(let key):
            guard key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw FetchError(.invalidRequest("its idempotency key has characters beyond ASCII"))
            }
            // Backslashes first, or the ones that escape the quotes would be escaped again.
            return "\"\(key.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
    }
}

extension IdempotencyKey: RequestOptionKey {
    package static let defaultValue: IdempotencyKey? = nil
    package static let sharing = OptionSharing<IdempotencyKey?>.ifEqual
}

extension Request {
    package var idempotencyKey: IdempotencyKey? {
        get { options[IdempotencyKey.self] }
        set { options[IdempotencyKey.self] = newValue }
    }

    /// Returns the request with an `Idempotency-Key` field, so that a retry can't act twice.
    ///
    /// The service recognises a repeated request by the key. Use this only with services that
    /// support the field.
    ///
    /// ```swift
    /// let order = Request<Shop, Receipt>("orders", method: .post, body: .json(cart))
    ///     .idempotencyKey(draft.id.uuidString)  // the same key after a restart of the app
    /// ```
    ///
    /// All attempts of a call have the same key. The call is retried whatever its method, as with
    /// ``RetryRule/always``, unless ``retrying(_:)`` sets another rule.
    ///
    /// - Parameter key: The key, in printable ASCII. `nil`, the default, makes a random one for
    ///   each call. Pass the same key to repeat a call, for example after the app was restarted.
    public func idempotencyKey(_ key: String? = nil) -> Self {
        var new = self
        new.idempotencyKey = key.map { .fixed($0) } ?? .generated
        return new
    }
}
