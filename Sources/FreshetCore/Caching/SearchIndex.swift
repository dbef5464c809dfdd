/// An index of the stored responses that depend on only a part of their query (`No-Vary-Search`),
/// keyed by that part.
///
/// It is filled from responses and isn't kept across restarts. A response that isn't in it is only
/// found under its own address.
final class SearchIndex: Sendable {
    /// Where a response to a request may be stored.
    struct Location {
        let key: CacheKey
        /// The variance that the stored response must have; `nil` if it is stored under the request's own address.
        fileprivate(set) var variance: SearchVariance?

        func holds(_ entry: CacheEntry) -> Bool {
            variance == nil || variance == SearchVariance(entry.response.headers)
        }
    }

    private struct Resource: Hashable {
        let origin: WebAddress.Origin
        let path: String

        init(_ address: WebAddress) {
            origin = address.origin
            path = address.path
        }
    }

    private struct State {
        /// The variance of the last response with the field, by resource.
        var variances: [Resource: SearchVariance] = [:]
        /// The last key for each address without the irrelevant part of its query, and for each
        /// caller identity.
        var keys: [String: [String: CacheKey]] = [:]
        /// The number of keys noted since the index was last empty.
        var count = 0
    }

    /// The most keys that are noted. The next one empties the index first.
    private static let limit = 4096

    private let state = Lock(State())

    /// Returns where the response to a request may be stored.
    ///
    /// - Parameter own: The key of the request.
    func location(of request: OutgoingRequest, _ own: CacheKey) -> Location {
        let variance = state.withLock { state in
            state.variances.isEmpty ? nil : state.variances[Resource(request.address)]
        }
        guard let variance else { return Location(key: own) }
        // Outside the lock, since a key costs a digest of the caller's secrets.
        let essence = essence(of: request, variance).cacheKey
        let key = state.withLock { $0.keys[essence.url]?[essence.identity] }
        return key.map { $0 == own ? Location(key: own) : Location(key: $0, variance: variance) } ?? Location(key: own)
    }

    func note(_ response: StoredResponse, to request: OutgoingRequest) {
        guard let variance = SearchVariance(response.headers) else { return }
        let essence = essence(of: request, variance).cacheKey
        let own = request.cacheKey
        state.withLock { state in
            // Emptied as a whole: a lost key only costs a request, while an order of use would cost each look-up.
            if state.count >= Self.limit { state = State() }
            state.count += 1
            state.variances[Resource(request.address)] = variance
            state.keys[essence.url, default: [:]][essence.identity] = own
        }
    }

    /// Returns the other addresses under which a response to a request may be stored, for any caller.
    func addresses(besides request: OutgoingRequest) -> Set<String> {
        guard let variance = state.withLock({ $0.variances[Resource(request.address)] }) else { return [] }
        let url = essence(of: request, variance).url
        return state.withLock { Set($0.keys[url]?.values.map(\.url) ?? []) }.subtracting([request.url])
    }

    func removeAll() {
        state.withLock { $0 = State() }
    }

    /// Returns the request with only the relevant part of its query.
    private func essence(of request: OutgoingRequest, _ variance: SearchVariance) -> OutgoingRequest {
        var address = request.address
        address.query = variance.essence(of: address.query ?? "", keeping: request.origin.secretNames)
        var essence = request
        essence.redirect(to: address)
        return essence
    }
}
