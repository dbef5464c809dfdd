package import Foundation
package import HTTPTypes

/// The decision of a cache about a request, with the reason as text for developers.
package enum CacheDecision: Sendable, Hashable {
    /// A fresh response is served. In the reason, the text precedes the text of the freshness; the
    /// two are only joined for observers.
    case serveFresh(Freshness, because: String = "")
    case serveStale(String)
    /// The stale response is served at once and revalidated in the background (RFC 5861 §3).
    case serveStaleAndRevalidate(String)
    /// A conditional request with these fields is sent; a 304 confirms the stored response.
    case revalidate(HTTPFields, String)
    case fetch(String)
    /// The missing rest of a partially stored response is requested with these fields (RFC 9111
    /// §3.3).
    case complete(HTTPFields, String)
    /// Nothing may be sent, and no stored response can be used.
    case fail(String)

    /// Decides what a cache does with a request.
    ///
    /// The decision is pure: equal inputs always give equal decisions.
    ///
    /// - Parameters:
    ///   - request: The request that is about to be sent.
    ///   - stored: The stored response, if there is one.
    ///   - now: The date at which to decide.
    ///   - rules: The choices that the protocol leaves to a cache.
    package init(request: CacheRequest, stored: StoredResponse?, now: Date, rules: CacheRules) {
        let decision = Self.decision(request, stored, now, rules)
        switch decision {
        case .revalidate(_, let reason)
        where request.headers[.range] != nil || request.isConditional || request.isReadByPost:
            // A conditional request for a range could return a range of another version. The caller's own conditions
            // are sent unchanged. A server may refuse a condition of a POST with 412.
            self = .fetch(reason)
        default:
            self = decision
        }
    }

    /// Whether a stored response is served.
    package var servesStored: Bool {
        switch self {
        case .serveFresh, .serveStale, .serveStaleAndRevalidate: true
        case .revalidate, .fetch, .complete, .fail: false
        }
    }

    /// The reason, as text.
    package var reason: String {
        switch self {
        case .serveFresh(let freshness, let text):
            text.isEmpty ? freshness.text : "\(text), \(freshness.text)"
        case .serveStale(let reason), .serveStaleAndRevalidate(let reason), .revalidate(_, let reason),
            .fetch(let reason), .complete(_, let reason), .fail(let reason):
            reason
        }
    }

    private static func decision(
        _ request: CacheRequest, _ stored: StoredResponse?, _ now: Date, _ rules: CacheRules
    ) -> CacheDecision {
        let directives = request.directives
        let onlyIfCached = request.policy == .cacheOnly || request.policy == .automatic && directives.onlyIfCached
        func fetch(_ reason: String) -> CacheDecision { onlyIfCached ? .fail(reason) : .fetch(reason) }

        guard request.method == .get || request.method == .head else {
            return fetch("\(request.method.rawValue) is never served from a cache")
        }
        guard request.policy != .bypass else { return .fetch("the caller bypasses the cache") }
        guard !request.hasConditionsForServer else { return fetch("the request has conditions for the server") }
        guard let stored else { return fetch("nothing is stored") }
        guard !request.hasIfRange(notOf: stored) else { return fetch("If-Range names another version") }
        if !request.isServed(by: stored.parts), request.policy != .reload {
            guard !onlyIfCached, let fields = request.fieldsForRest(of: stored) else {
                return fetch("only a part is stored")
            }
            return .complete(fields, "a part is stored")
        }
        let response = stored.directives
        let freshness = Freshness(of: stored, response, now: now, rules: rules)
        switch request.policy {
        case .reload, .bypass:
            return .fetch("the caller asks for a new response")
        case .revalidate:
            guard response.isImmutable, freshness.isFresh, !directives.noCache else {
                return validation(of: stored, "the caller asks for revalidation")
            }
            return .serveFresh(freshness, because: "immutable")
        case .cacheOnly, .cacheElseLoad:
            let text = "the caller accepts any stored response"
            return freshness.isFresh
                ? .serveFresh(freshness, because: text) : .serveStale("\(text), \(freshness.text)")
        // The caller's lifetime applies to the resource, not to an error.
        case .lifetime(let lifetime) where stored.status < 400:
            let freshness = freshness.replacingLifetime(with: lifetime)
            return freshness.isFresh ? .serveFresh(freshness) : validation(of: stored, "stale: \(freshness.text)")
        case .automatic, .lifetime:
            let decision = automatic(directives, stored, response, freshness)
            guard onlyIfCached else { return decision }
            switch decision {
            case .revalidate(_, let reason), .fetch(let reason): return .fail(reason)
            case .serveStaleAndRevalidate(let reason): return .serveStale(reason)
            default: return decision
            }
        }
    }

    /// The decision by the protocol's rules (RFC 9111 §4).
    private static func automatic(
        _ request: RequestDirectives, _ stored: StoredResponse, _ response: ResponseDirectives, _ freshness: Freshness
    ) -> CacheDecision {
        if request.noCache { return validation(of: stored, "the request says no-cache") }
        if response.noCache { return validation(of: stored, "the response says no-cache") }
        if let maxAge = request.maxAge, freshness.age > maxAge {
            return validation(
                of: stored, "the request says max-age=\(maxAge.components.seconds), age \(freshness.age.inSeconds)")
        }
        if freshness.isFresh {
            guard let minFresh = request.minFresh, freshness.staleness + minFresh > .zero else {
                return .serveFresh(freshness)
            }
            return validation(
                of: stored, "the request says min-fresh=\(minFresh.components.seconds), \(freshness.text)")
        }
        let text = "stale: \(freshness.text)"
        if response.mustRevalidate { return validation(of: stored, "\(text), must-revalidate") }
        if request.minFresh == nil, !freshness.isFromTheFuture {
            if let maxStale = request.maxStale, freshness.staleness <= maxStale {
                return .serveStale("the request says max-stale, \(freshness.text)")
            }
            let window = [request.staleWhileRevalidate, response.staleWhileRevalidate].compactMap(\.self).max()
            if request.maxAge == nil, let window, freshness.staleness <= window {
                return .serveStaleAndRevalidate(
                    "stale-while-revalidate=\(window.components.seconds), \(freshness.text)")
            }
        }
        return validation(of: stored, text)
    }

    /// Revalidates the stored response (RFC 9111 §4.3.1), or fetches it again if it has no validator.
    private static func validation(of stored: StoredResponse, _ reason: String) -> CacheDecision {
        var conditions: HTTPFields = [:]
        if let tag = stored.headers[.eTag] { conditions[.ifNoneMatch] = tag }
        if let modified = stored.headers[.lastModified] { conditions[.ifModifiedSince] = modified }
        return conditions.isEmpty ? .fetch(reason) : .revalidate(conditions, reason)
    }
}
