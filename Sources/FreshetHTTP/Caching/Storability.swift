package import HTTPTypes

/// The decision whether a response may be stored, with the reason (RFC 9111 §3).
package enum Storability: Sendable, Hashable {
    case stored(String)
    case notStored(String)

    /// Decides whether a response is stored, by its head.
    ///
    /// Responses to GET are stored, and responses to POST that equal the response to a GET of the
    /// same URL. A POST that the app declares to be a read counts as a GET if there is a lifetime.
    /// A successful response that can neither be served fresh nor be validated is stored for use
    /// without a connection.
    ///
    /// - Parameters:
    ///   - directives: The directives of the head, if they have already been parsed.
    ///   - isOfTarget: Whether `Content-Location` names the URL of the request itself.
    package init(
        of head: HTTPResponse, _ directives: ResponseDirectives? = nil, to request: CacheRequest,
        isOfTarget: Bool = false
    ) {
        // A part is stored as an incomplete whole (RFC 9111 §3.3).
        let status = head.status.code == 206 ? 200 : head.status.code
        let directives = directives ?? ResponseDirectives(head.headerFields)
        if request.method == .post,
            !isOfTarget || head.status.code != 200 || !Self.hasExplicitLifetime(head, directives)
        {
            // RFC 9110 §9.3.3
            self = .notStored("POST is stored with a lifetime and a Content-Location of its own address alone")
        } else if request.isReadByPost, !Self.hasExplicitLifetime(head, directives), !request.hasLifetime {
            self = .notStored("a read by POST is stored with a lifetime alone, of the response or of the request")
        } else if let reason = Self.obstacle(head, directives, request) {
            self = .notStored(reason)
        } else if status >= 400, !Self.hasLifetime(status, head.headerFields, directives) {
            // It would replace a response that could be served instead.
            self = .notStored("status \(status) without a lifetime")
        } else if directives.maxAge != nil || head.headerFields.value(of: .expires) != nil || directives.allowsStoring {
            self = .stored("the response allows it")
        } else if !Freshness.isHeuristicallyCacheable(status) {
            self = .notStored("status \(status) is stored only with a lifetime")
        } else if head.headerFields.contains(.eTag) || head.headerFields.contains(.lastModified) {
            self = .stored("the response has a validator")
        } else if status < 300 {
            self = .stored("for use without a connection")
        } else {
            self = .notStored("status \(status) without lifetime and validator")
        }
    }

    private static func hasExplicitLifetime(_ head: HTTPResponse, _ directives: ResponseDirectives) -> Bool {
        directives.maxAge != nil || head.headerFields.value(of: .expires) != nil
    }

    /// Whether an error response is fresh for some time, as far as the presence of fields shows.
    private static func hasLifetime(_ status: Int, _ fields: HTTPFields, _ directives: ResponseDirectives) -> Bool {
        if let maxAge = directives.maxAge { return maxAge > .zero }
        if fields.value(of: .expires) != nil { return true }
        return fields.contains(.lastModified)
            && (directives.allowsStoring || Freshness.isHeuristicallyCacheable(status))
    }

    private static func obstacle(
        _ head: HTTPResponse, _ directives: ResponseDirectives, _ request: CacheRequest
    ) -> String? {
        let (status, fields) = (head.status.code, head.headerFields)
        if request.method != .get, request.method != .post { return "\(request.method.rawValue) is not stored" }
        if request.policy == .bypass { return "the caller bypasses the cache" }
        if request.directives.noStore { return "the request says no-store" }
        if status == 206, ContentRange(of: head) == nil { return "a part with an unknown range is not stored" }
        if neverStored.contains(status) { return "status \(status) is never stored (RFC 6585)" }
        if isAboutTheRequest(status, request.headers) { return "status \(status) is about this request alone" }
        if status == 304 || status < 200 { return "status \(status) has no body of its own" }
        if directives.mustUnderstand {
            // `no-store` next to it is for caches that do not know the directive (RFC 9111 §5.2.2.3).
            if !understood.contains(status) { return "must-understand, and status \(status) is not understood" }
        } else if directives.noStore {
            return "the response says no-store"
        }
        if fields.value(of: .vary).map({ FieldList.elements(of: $0).contains("*") }) ?? false {
            return "it depends on more than fields (Vary: *)"
        }
        return nil
    }

    /// Whether a status responds to a field that doesn't select stored responses, so that the
    /// response would be served to requests without that field.
    private static func isAboutTheRequest(_ status: Int, _ request: HTTPFields) -> Bool {
        switch status {
        case 412: [.ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince].contains { request.contains($0) }
        case 416: request.contains(.range)
        case 417: request.contains(.expect)
        default: false
        }
    }

    /// The statuses that RFC 6585 excludes from caches, whatever their fields say.
    private static let neverStored: Set<Int> = [428, 429, 431, 511]

    /// The final statuses of RFC 9110 §15. Those with their own caching rules are handled here; the
    /// others have none.
    private static let understood: Set<Int> = [
        200, 201, 202, 203, 204, 205, 206, 300, 301, 302, 303, 307, 308, 400, 401, 402, 403, 404, 405, 406, 407, 408,
        409,
        410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 426, 500, 501, 502, 503, 504, 505,
    ]
}
