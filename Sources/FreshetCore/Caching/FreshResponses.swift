import Foundation
import HTTPTypes

/// Serves responses that are fresh in memory, and stale ones for requests that may not be sent.
///
/// It never waits, so it runs before the stages that may wait.
struct FreshResponses: Interceptor {
    private let cache: HTTPCache
    private let store: any SynchronousCacheStore

    /// Makes the stage; `nil` if the operations of the cache's store may take long.
    init?(_ cache: HTTPCache) {
        guard let store = cache.synchronousStore else { return nil }
        self.cache = cache
        self.store = store
    }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard !cache.isOutdating, let response = response(to: request, context.call) else {
            return try await next.pass(request)
        }
        return response
    }

    /// Returns the stored response to a request; `nil` unless it can be served unchanged.
    ///
    /// - Parameter bodyLimit: The longest body to return, in bytes. The call's own limit applies as
    ///   well.
    func response(to request: OutgoingRequest, _ call: Call, bodyLimit: Int = .max) -> IncomingResponse? {
        let asked = request.forCache
        // Ranges need the stored parts and conditions a 304: the cache's own stage has both.
        guard asked.method == .get, request.headers.value(of: .range) == nil, !asked.isConditional else { return nil }
        let now = call.time.date()
        let limit = min(bodyLimit, call.options.isStream ? .max : call.options.limits.bodyBytes)
        var decision = CacheDecision.fetch("nothing is stored")
        var age = Duration.zero
        var isStale = false
        let location = cache.searches.location(of: request, request.cacheKey)
        let found = store.storedResponse(for: location.key) { entries in
            guard let index = request.selected(from: entries) else { return nil }
            let entry = entries[index]
            // A stored redirect has to be followed, which a stage below this one does.
            guard location.holds(entry), entry.response.isComplete, (200..<300).contains(entry.response.status),
                entry.bodyBytes <= limit
            else { return nil }
            decision = CacheDecision(request: asked, stored: entry.response, now: now, rules: cache.rules)
            switch decision {
            case .serveFresh(let freshness, _):
                age = freshness.age
            // Other stale responses are left to the cache's own stage, which revalidates some of them.
            case .serveStale where request.cache == .cacheOnly:
                age = Freshness.age(of: entry.response, now: now)
                isStale = true
            default:
                return nil
            }
            return index
        }
        guard let (entry, body) = found else { return nil }
        var response = IncomingResponse(
            head: entry.response.head(age: age), body: .complete(body),
            source: isStale ? .stale(age: age, .accepted) : .fresh(age: age))
        response.storedID = entry.id
        response.url = request.responseURL
        cache.countHit(isStale: isStale)
        call.report(.cache(CacheStep(isStale ? .servedStale : .servedFresh, decision.reason)))
        call.report(&response)
        return response
    }
}
