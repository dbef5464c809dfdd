package import HTTPTypes

/// What the rules of a cache look at in a request.
package struct CacheRequest: Sendable, Hashable {
    package var method: HTTPRequest.Method
    package var headers: HTTPFields
    package var policy: CachePolicy

    package init(method: HTTPRequest.Method = .get, headers: HTTPFields = [:], policy: CachePolicy = .automatic) {
        self.method = method
        self.headers = headers
        self.policy = policy
    }

    package var directives: RequestDirectives { RequestDirectives(headers) }

    /// Whether the caller validates a response of its own, which a stored one can answer (RFC 9111 §4.3.2).
    var isConditional: Bool { has(.ifNoneMatch) || has(.ifModifiedSince) }

    /// Whether there are conditions that only the server can judge (RFC 9111 §4.3.2).
    var hasConditionsForServer: Bool { has(.ifMatch) || has(.ifUnmodifiedSince) || has(.ifRange) }

    private func has(_ name: HTTPField.Name) -> Bool { headers.value(of: name) != nil }
}
