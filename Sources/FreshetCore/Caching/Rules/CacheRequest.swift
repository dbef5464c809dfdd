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

    /// Whether the caller validates something of his own (RFC 9110 §13.1).
    var isConditional: Bool {
        [.ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange].contains {
            headers.value(of: $0) != nil
        }
    }
}
