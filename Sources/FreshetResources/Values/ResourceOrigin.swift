/// Where the value of a resource came from.
public enum ResourceOrigin: Sendable, Hashable {
    /// From the server, or confirmed by it.
    case network
    /// From the cache.
    case store
    /// Set by the app.
    case set
    /// Given by the app as the first value.
    case initial
    /// A placeholder of this observer. It isn't data: it isn't kept, and the first value replaces
    /// it.
    case placeholder
    /// The value of the resource that was shown before.
    case previous
}
