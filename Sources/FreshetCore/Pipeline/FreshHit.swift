import Foundation
import HTTPTypes

/// A stored answer that is fresh. It is found without waiting, so it comes before all that is made for waiting.
struct FreshHit {
    /// The stored answer with its body (``CacheEntry/id``).
    let id: UUID
    let body: Data
    let head: HTTPResponse
    let age: Duration
    /// Why it may be served, in words.
    let reason: String

    var source: ResponseSource { .fresh(age: age) }

    /// Finds the answer to a request; `nil` for everything that takes more than to serve it whole.
    ///
    /// - Parameter limit: What a body may have of bytes.
    init?(_ request: PreparedRequest, in cache: HTTPCache, bodyLimit limit: Int) {
        guard let store = cache.promptStore, request.method == .get, request.headers.value(of: .range) == nil else {
            return nil
        }
        let asked = CacheRequest(method: .get, headers: request.headers, policy: request.cache)
        let now = cache.now()
        var permission: String?
        let answer = store.answer(for: request.cacheKey) { entries in
            guard
                let index = Variants.selected(
                    from: entries.lazy.map(\.response), for: asked.headers, secretNames: request.secretNames)
            else { return nil }
            let entry = entries[index]
            guard (200..<300).contains(entry.response.status), entry.bodyBytes <= limit,
                case .serveFresh(let reason) = CacheDecision(
                    request: asked, stored: entry.response, now: now, rules: cache.rules)
            else { return nil }
            permission = reason
            return entry
        }
        guard let (entry, body) = answer, let reason = permission else { return nil }
        (id, self.body, self.reason) = (entry.id, body, reason)
        age = Freshness.age(of: entry.response, now: now)
        head = entry.response.head(age: age)
        cache.count { $0.hits += 1 }
    }
}
