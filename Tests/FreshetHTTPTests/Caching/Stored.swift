import Foundation
import FreshetHTTP
import HTTPTypes

/// The moment at which the responses of these tests were made: Thu, 01 Jan 2026 00:00:00 GMT.
let made = Date(timeIntervalSince1970: 1_767_225_600)

extension StoredResponse {
    /// A response that was made and arrived at ``made``, with `Cache-Control` and further fields.
    static func with(
        _ control: String? = nil, _ fields: HTTPFields = [:], status: Int = 200, selectors: [String: String] = [:]
    ) -> StoredResponse {
        var fields = fields
        if fields[.date] == nil { fields[.date] = "Thu, 01 Jan 2026 00:00:00 GMT" }
        fields[.cacheControl] = control
        return StoredResponse(
            status: status, headers: fields, requestTime: made, responseTime: made, selectors: selectors)
    }
}

extension CacheRequest {
    static func with(_ control: String?, _ policy: CachePolicy = .automatic, _ fields: HTTPFields = [:]) -> CacheRequest
    {
        var fields = fields
        fields[.cacheControl] = control
        return CacheRequest(headers: fields, policy: policy)
    }
}

extension CacheDecision {
    /// A word for the case, for tables.
    var word: String {
        switch self {
        case .serveFresh: "fresh"
        case .serveStale: "stale"
        case .serveStaleAndRevalidate: "stale and revalidate"
        case .revalidate: "revalidate"
        case .fetch: "fetch"
        case .complete: "complete"
        case .fail: "fail"
        }
    }
}
