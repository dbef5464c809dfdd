import Foundation

/// A request on its way to the server, and the state of the cache when it was sent.
///
/// The cache knows it until it is released. A response that is received after the response to a
/// later request isn't stored. Numbers determine the order, since a clock may be set back.
final class SentRequest: Sendable {
    /// The cache's count of removals when the request was sent.
    let removals: Int
    let time: Date
    private let number: UInt64
    private let key: CacheKey
    private let cache: HTTPCache

    init(_ cache: HTTPCache, _ key: CacheKey, at time: Date) {
        self.cache = cache
        self.key = key
        self.time = time
        (number, removals) = cache.beginSending(of: key)
    }

    deinit { cache.endSending(of: key) }

    /// Records that its response is used. Returns `false` if the response to a later request was used
    /// before.
    ///
    /// - Parameter selectors: The request fields that select the response.
    func isNewest(_ selectors: [String: String]) -> Bool {
        cache.isNewest(number, of: key, selectors)
    }
}

/// The requests of a key that are on their way to the server.
struct SentRequests {
    private var count = 0
    /// The number of the latest request whose response was used, by the request fields that select
    /// the response.
    private var newest: [[String: String]: UInt64] = [:]

    var isEmpty: Bool { count == 0 }

    mutating func begin() { count += 1 }

    mutating func end() { count -= 1 }

    mutating func isNewest(_ number: UInt64, _ selectors: [String: String]) -> Bool {
        // The same number is asked twice: before a response is inserted, and after.
        guard number >= newest[selectors, default: 0] else { return false }
        // Forgotten with the last request of the key: only requests that are still on their way are compared with it.
        newest[selectors] = number
        return true
    }
}
