struct ObservationOptions: Sendable, Hashable {
    var freshness = ResourceFreshness.asTheServerSays
    var triggers = RefetchTriggers.standard
    var interval: Duration?
    var keepTime: Duration?
    /// Whether a fetch continues after the observer has left.
    var continuesUnobserved = false
    /// Whether the observer only keeps the resource in memory: nothing is fetched for it.
    var isPassive = false
}

/// The times that determine when a resource is fetched and how long it is kept, and what its cache
/// policy allows.
struct ResourceRules: Sendable, Hashable {
    /// How long an unused resource is kept.
    var keepTime = Duration.seconds(300)
    /// How long a fetch continues after the last observer or caller has left.
    var grace = Duration.milliseconds(500)
    /// How long after a response a new observer, the foreground or the network starts no fetch.
    var throttle = Duration.seconds(2)
    /// How long nothing is fetched automatically after a first failure. It doubles with each
    /// further failure.
    var firstHold = Duration.seconds(10)
    var longestHold = Duration.seconds(300)
    /// The shortest time between two fetches because of expiry.
    var expiryInterval = Duration.seconds(5)
    /// Whether the request's cache policy forbids refreshing a stored value.
    var isFromStoreOnly = false
}
