import Foundation
import FreshetCore
import HTTPTypes

/// The description of a resource that a handle holds: its request, and the way in which that is
/// sent and decoded.
final class ResourceDefinition<Value: Sendable>: Sendable {
    typealias Completion = @Sendable (Result<Response<Value>, FetchError>) -> Void

    typealias Call =
        @Sendable (FetchPlan?, [any FetchObserver], @escaping Completion) -> FetchTask

    let address: ResourceAddress
    let store: ResourceStore
    let tags: Set<ResourceTag>
    let comparison: ValueComparison<Value>
    /// Whether there is a cache that may hold its response.
    let isCached: Bool
    let rules: ResourceRules
    /// Whether the host is this machine, which is reached without a network.
    let isLocal: Bool
    /// Fetches a new value according to a plan; without a plan, reads the cache.
    private let call: Call
    /// Reads the cache without waiting; `nil` if that isn't possible or nothing is stored.
    let stored: @Sendable () -> Response<Value>?
    /// The resource that was found last, so that reading its state again needs no search.
    private let found = SharedReference<ResourceEntry<Value>>()
    let facts: @Sendable (Response<Value>) -> ValueFacts

    convenience init<API>(
        _ client: Client<API>, _ request: Request<API, Value>, _ store: ResourceStore
    ) throws(FetchError) {
        let policy = client.effectivePolicy(of: request)
        let reader = FactsReader(client, policy)
        let tags = request.resourceTags
        try self.init(client, request, store, ValueComparison()) { plan, observers, completion in
            client.start(request.following(plan, policy), observers: observers, completion: completion)
        } stored: {
            client.storedResponse(to: request.following(nil, policy), bodyLimit: ColdStart.bodyLimit)
        } facts: { response in
            reader.facts(of: response, tags: tags(of: response.value))
        }
    }

    /// - Parameter request: The request that the resource is about.
    init<API, First>(
        _ client: Client<API>, _ request: Request<API, First>, _ store: ResourceStore,
        _ comparison: ValueComparison<Value>, call: @escaping Call,
        stored: @escaping @Sendable () -> Response<Value>? = { nil },
        facts: @escaping @Sendable (Response<Value>) -> ValueFacts
    ) throws(FetchError) {
        let isReading = [.get, .head, .query].contains(request.method) || request.options[ReadingOnly.self]
        guard isReading else {
            throw FetchError(
                .invalidRequest("\(request.method) may change something, and a resource repeats it (readingOnly)"))
        }
        guard let reading = request.reading.name else {
            throw FetchError(
                .invalidRequest("a closure reads its response, which can't be compared without a name (named)"))
        }
        address = ResourceAddress(try client.identity(of: request), reading, Value.self)
        self.store = store
        tags = request.resourceTags.fixed
        self.comparison = comparison
        isCached = client.cache != nil && [.get, .head, .query, .post].contains(request.method)
        rules = ResourceRules(client.effectivePolicy(of: request))
        isLocal = address.identity.isLocal
        self.call = call
        self.stored = stored
        self.facts = facts
    }

    init(_ other: ResourceDefinition, comparing comparison: ValueComparison<Value>) {
        address = other.address
        store = other.store
        tags = other.tags
        self.comparison = comparison
        isCached = other.isCached
        rules = other.rules
        isLocal = other.isLocal
        call = other.call
        stored = other.stored
        facts = other.facts
    }

    var key: ResourceKey {
        ResourceKey(address: address, account: address.identity.account(at: store.time.date()))
    }

    /// Returns the current state of the resource; `nil` if it isn't in its store.
    func state(for freshness: ResourceFreshness) -> ResourceState<Value>? {
        // The shortcut must not return the value of a previous account.
        if let known = found.object, known.isOfPresentAccount, let state = known.state(for: freshness) {
            return state
        }
        let known = store.known(self)
        found.object = known
        return known?.state(for: freshness)
    }

    /// Looks for a stored response, however old.
    func read(_ completion: @escaping Completion) -> FetchTask {
        let observers = store.callObservers
        return call(nil, observers.isEmpty ? [] : [ReadingSteps(for: observers)], completion)
    }

    func fetch(
        _ plan: FetchPlan, _ observer: any FetchObserver, _ completion: @escaping Completion
    ) -> FetchTask {
        call(plan, store.callObservers + [observer], completion)
    }
}

struct FactsReader: Sendable {
    private let rules: CacheRules
    private let time: TimeSource
    /// The lifetime of every response, if the cache policy names one.
    private let lifetime: Duration?

    init<API>(_ client: Client<API>, _ policy: CachePolicy) {
        rules = client.cache?.rules ?? CacheRules()
        time = client.time
        lifetime = if case .lifetime(let lifetime) = policy { lifetime } else { nil }
    }

    func facts<Value>(of response: Response<Value>, tags: Set<ResourceTag>) -> ValueFacts {
        let now = time.date()
        let stored = StoredResponse(
            status: response.head.status.code, headers: response.head.headerFields,
            // The age of a response includes its delay, from the request to the head (RFC 9111 §4.2.3).
            requestTime: now.addingTimeInterval(-((response.timeToHead ?? .zero) / .seconds(1))), responseTime: now)
        let freshness = Freshness(of: stored, now: now, rules: rules)
        let directives = ResponseDirectives(response.head.headerFields)
        let age = response.source.age ?? freshness.age
        return ValueFacts(
            origin: response.source.isFromServer ? .network : .store,
            date: now.addingTimeInterval(-(age / .seconds(1))),
            // A response with `no-cache` must not be reused without validation, whatever its `max-age` (RFC
            // 9111 §5.2.2.4).
            lifetime: lifetime ?? (directives.noCache ? .zero : freshness.lifetime),
            needsConfirmation: directives.noCache || directives.mustRevalidate, isUnstorable: directives.noStore,
            head: response.head, cost: response.metrics.bodyBytes, tags: tags.union(response.groupTags),
            storedID: response.storedID)
    }
}

extension ResponseSource {
    /// Whether the server sent or confirmed the response just now.
    var isFromServer: Bool {
        switch self {
        case .network, .interceptor, .confirmed: true
        default: false
        }
    }
}

extension ResourceRules {
    init(_ policy: CachePolicy) {
        self.init()
        isFromStoreOnly = policy == .cacheOnly || policy == .cacheElseLoad
    }
}

extension Request {
    func following(_ plan: FetchPlan?, _ policy: CachePolicy) -> Self {
        guard let plan else { return caching(.cacheOnly) }
        var new = self
        new.options[SharingGroup.self] = plan.group
        new.options[KeepsValue.self] = true
        switch policy {
        case .automatic, .lifetime, .revalidate:
            guard plan.revalidates else { return new }
            new = new.caching(.revalidate)
            guard [.get, .head].contains(method) else { return new }
            // `no-cache` also revalidates immutable responses (RFC 8246 §2). The server receives
            // `max-age=0` instead of it.
            return new.header(.cacheControl, headers[.cacheControl].map { "\($0), no-cache" } ?? "no-cache")
        default:
            return new
        }
    }
}
