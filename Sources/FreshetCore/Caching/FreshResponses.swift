import Foundation
import HTTPTypes

/// Serves what is fresh in memory. It waits for nothing, so it comes before all that is made for waiting.
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

    /// Finds the response to a request; `nil` for everything that takes more than to serve it whole.
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
        let found = store.answer(for: place.key) { entries in
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
        response.url = request.url
        cache.count { $0.hits += 1 }
        call.report(.cache(CacheStep(.servedFresh, reason)))
        call.report(&response)
        return response
    }
}
