import Foundation
import HTTPTypes

/// An answer that is fresh in memory. It is found without waiting, so it comes before all that is made for waiting.
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
        guard let store = cache.memory, request.method == .get, request.headers.value(of: .range) == nil else {
            return nil
        }
        let answers = store.answers(for: request.cacheKey)
        guard let index = Variants.selected(from: answers.lazy.map(\.entry.response), for: request.headers) else {
            return nil
        }
        let answer = answers[index]
        guard (200..<300).contains(answer.entry.response.status), answer.body.count <= limit else { return nil }
        let asked = CacheRequest(method: .get, headers: request.headers, policy: request.cache)
        let now = cache.now()
        guard
            case .serveFresh(let reason) = CacheDecision(
                request: asked, stored: answer.entry.response, now: now, rules: cache.rules)
        else { return nil }
        (id, body) = (answer.entry.id, answer.body)
        age = Freshness.age(of: answer.entry.response, now: now)
        head = answer.entry.response.head(age: age)
        self.reason = reason
        cache.count { $0.hits += 1 }
    }
}
