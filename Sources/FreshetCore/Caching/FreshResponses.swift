import Foundation
import HTTPTypes

/// Serves responses that are fresh in memory. It never waits, so it runs before everything that exists for waiting.
struct FreshResponses: Interceptor {
    private let cache: HTTPCache

    init(_ cache: HTTPCache) {
        self.cache = cache
    }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard let response = response(to: request, context.call) else { return try await next(request) }
        return response
    }

    /// Returns the stored response to a request; `nil` unless it can be served as it is.
    private func response(to request: OutgoingRequest, _ call: Call) -> IncomingResponse? {
        guard let store = cache.promptStore, request.method == .get, request.headers.value(of: .range) == nil else {
            return nil
        }
        let asked = CacheRequest(method: .get, headers: request.headers, policy: request.cache)
        guard !asked.isConditional else { return nil }
        let now = call.time.date()
        let limit = call.options.isStream ? .max : call.options.limits.bodyBytes
        var permission: String?
        let place = cache.searches.place(of: request)
        let found = store.storedResponse(for: place.key) { entries in
            guard
                let index = Variants.selected(
                    from: entries.lazy.map(\.response), for: request.selectingFields,
                    secretNames: request.origin.secretNames)
            else { return nil }
            let entry = entries[index]
            guard place.holds(entry), entry.response.isComplete, (200..<300).contains(entry.response.status),
                entry.bodyBytes <= limit,
                case .serveFresh(let reason) = CacheDecision(
                    request: asked, stored: entry.response, now: now, rules: cache.rules)
            else { return nil }
            permission = reason
            return entry
        }
        guard let (entry, body) = found, let reason = permission else { return nil }
        let age = Freshness.age(of: entry.response, now: now)
        var response = IncomingResponse(
            head: entry.response.head(age: age), body: .complete(body), source: .fresh(age: age))
        response.storedID = entry.id
        response.headTime = call.time.now()
        response.url = request.responseURL
        cache.count { $0.hits += 1 }
        call.report(.cache(CacheStep(.servedFresh, reason)))
        call.report(&response)
        return response
    }
}
