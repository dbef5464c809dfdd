/// The choices of one observer.
struct ObservationOptions: Sendable, Hashable {
    var freshness = ResourceFreshness.asTheServerSays
    var triggers = RefetchTriggers.standard
    var interval: Duration?
    var keepTime: Duration?
    /// Whether a fetch goes on after the observer has left.
    var continuesUnobserved = false
}

/// The times of a store of resources, and what its client does with the cache.
struct ResourceRules: Sendable, Hashable {
    /// How long a resource is kept that nobody uses.
    var keepTime = Duration.seconds(300)
    /// How long a fetch goes on that nobody waits for any more.
    var grace = Duration.milliseconds(500)
    /// How long after a response a new observer fetches nothing.
    var throttle = Duration.seconds(2)
    /// How long nothing is fetched automatically after a first failure; it doubles with each further one.
    var firstHold = Duration.seconds(10)
    var longestHold = Duration.seconds(300)
    /// The shortest time between two fetches because of expiry.
    var expiryInterval = Duration.seconds(5)
    /// Whether the cache policy of the request forbids to refresh what is stored.
    var isFromStoreOnly = false
}
