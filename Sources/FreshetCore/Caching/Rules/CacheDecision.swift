package import Foundation
package import HTTPTypes

/// What a cache does with a request, and why, in words for people.
package enum CacheDecision: Sendable, Hashable {
    case serveFresh(String)
    case serveStale(String)
    /// The stale answer is served at once and the server is asked behind it (RFC 5861 §3).
    case serveStaleAndRevalidate(String)
    /// The server is asked with these fields; a 304 means that what is stored holds.
    case revalidate(HTTPFields, String)
    case fetch(String)
    /// The server is asked with these fields for the rest of what is stored (RFC 9111 §3.3).
    case complete(HTTPFields, String)
    /// Nothing may be sent, and nothing that is stored will do.
    case fail(String)

    /// Decides what becomes of a request.
    ///
    /// The decision is pure: equal inputs always give equal answers.
    ///
    /// - Parameters:
    ///   - request: The request about to be sent.
    ///   - stored: The answer that is stored for it, if there is one.
    ///   - now: The moment to judge at.
    ///   - rules: What is chosen where the protocol leaves a choice.
    package init(request: CacheRequest, stored: StoredResponse?, now: Date, rules: CacheRules) {
        let decision = Self.decision(request, stored, now, rules)
        switch decision {
        case .revalidate(_, let reason) where request.headers[.range] != nil || request.isConditional:
            // The response to a conditional request for a part could be a part of something else, and what has conditions of its
            // own goes with those.
            self = .fetch(reason)
        default:
            self = decision
        }
    }

    /// The reason in words.
    package var reason: String {
        switch self {
        case .serveFresh(let reason), .serveStale(let reason), .serveStaleAndRevalidate(let reason),
            .revalidate(_, let reason), .fetch(let reason), .complete(_, let reason), .fail(let reason):
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
            return fetch("\(request.method.rawValue) is not answered from a cache")
        }
        guard request.policy != .bypass else { return .fetch("the caller wants no cache") }
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
            return .fetch("the caller wants it loaded anew")
        case .revalidate:
            guard response.isImmutable, freshness.isFresh else {
                return validation(of: stored, "the caller wants it confirmed")
            }
            return .serveFresh("immutable, \(freshness.text)")
        case .cacheOnly, .cacheElseLoad:
            let reason = "the caller takes what is stored, \(freshness.text)"
            return freshness.isFresh ? .serveFresh(reason) : .serveStale(reason)
        // A caller's lifetime is one for what he asked, not for the news that there is none.
        case .lifetime(let lifetime) where stored.status < 400:
            let text = "the caller's lifetime of \(lifetime.inSeconds), age \(freshness.age.inSeconds)"
            guard freshness.age < lifetime, !freshness.isFromTheFuture else {
                return validation(of: stored, "stale: \(text)")
            }
            return .serveFresh(text)
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

    /// What the protocol says (RFC 9111 §4).
    private static func automatic(
        _ request: RequestDirectives, _ stored: StoredResponse, _ response: ResponseDirectives, _ freshness: Freshness
    ) -> CacheDecision {
        if request.noCache { return validation(of: stored, "the request says no-cache") }
        if response.noCache { return validation(of: stored, "the answer says no-cache") }
        if let maxAge = request.maxAge, freshness.age > maxAge {
            return validation(
                of: stored, "the request says max-age=\(maxAge.components.seconds), age \(freshness.age.inSeconds)")
        }
        if freshness.isFresh {
            guard let minFresh = request.minFresh, freshness.staleness + minFresh > .zero else {
                return .serveFresh(freshness.text)
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

    /// Asks the server whether the stored answer holds (RFC 9111 §4.3.1), or for all of it where that can't be asked.
    private static func validation(of stored: StoredResponse, _ reason: String) -> CacheDecision {
        var conditions: HTTPFields = [:]
        if let tag = stored.headers[.eTag] { conditions[.ifNoneMatch] = tag }
        if let modified = stored.headers[.lastModified] { conditions[.ifModifiedSince] = modified }
        return conditions.isEmpty ? .fetch(reason) : .revalidate(conditions, reason)
    }
}
