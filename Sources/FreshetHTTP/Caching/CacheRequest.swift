package import HTTPTypes

/// The parts of a request that the caching rules use.
package struct CacheRequest: Sendable, Hashable {
    package var method: HTTPRequest.Method
    package var headers: HTTPFields
    package var policy: CachePolicy
    /// Whether the request is a POST that the app declares to be a read. It counts as a GET, but
    /// conditions and dates without a lifetime don't apply to its response (RFC 9110 §9.3.3,
    /// §13.1.2).
    package var isReadByPost: Bool

    package init(
        method: HTTPRequest.Method = .get, headers: HTTPFields = [:], policy: CachePolicy = .automatic,
        isReadByPost: Bool = false
    ) {
        self.method = method
        self.headers = headers
        self.policy = policy
        self.isReadByPost = isReadByPost
    }

    /// Whether the caller's policy sets a lifetime for the response.
    var hasLifetime: Bool {
        switch policy {
        case .lifetime, .cacheElseLoad: true
        default: false
        }
    }

    package var directives: RequestDirectives { RequestDirectives(headers) }

    /// Whether the caller validates its own response, which a stored one can confirm (RFC 9111
    /// §4.3.2).
    package var isConditional: Bool { has(.ifNoneMatch) || has(.ifModifiedSince) }

    /// Whether there are conditions that only the server can evaluate (RFC 9111 §4.3.2).
    package var hasConditionsForServer: Bool { has(.ifMatch) || has(.ifUnmodifiedSince) }

    /// Whether `If-Range` names a version other than the stored one, so that the request must be
    /// sent to the server. `If-Range` has a meaning only with `Range` (RFC 9110 §13.1.5).
    package func hasIfRange(notOf stored: StoredResponse) -> Bool {
        guard has(.range), let field = headers.value(of: .ifRange) else { return false }
        return !StrongValidator.matches(ifRange: field, stored.headers)
    }

    /// Whether the stored parts of a body are sufficient, because the request is for one range
    /// within them (RFC 9111 §3.3).
    package func isServed(by parts: StoredParts?) -> Bool {
        guard let parts else { return true }
        guard method == .get, !isConditional, let field = headers.value(of: .range) else { return false }
        switch ByteRange.outcome(of: field, length: parts.length) {
        case .part(let range): return parts.contains(range)
        case .unsatisfiable: return true
        case nil: return false
        }
    }

    /// Returns the fields that request the missing part of an unchanged response; `nil` unless the
    /// request is for the whole response.
    func fieldsForRest(of stored: StoredResponse) -> HTTPFields? {
        guard method == .get, !isConditional, !has(.range), let parts = stored.parts, let missing = parts.missing,
            let validator = StrongValidator(stored.headers)
        else { return nil }
        let end = missing.upperBound == parts.length ? "" : "\(missing.upperBound - 1)"
        return [.range: "bytes=\(missing.lowerBound)-\(end)", .ifRange: validator.field]
    }

    private func has(_ name: HTTPField.Name) -> Bool { headers.value(of: name) != nil }
}
