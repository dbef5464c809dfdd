/// How long a value counts as fresh, for one observer of a resource.
///
/// Whatever is chosen, a value that was invalidated is stale. A stale value is fetched again when an observer appears,
/// when the app comes to the foreground and when the network returns (``RefetchTriggers``); becoming stale alone sends
/// nothing.
public enum ResourceFreshness: Sendable, Hashable {
    /// As long as the response states (`max-age`, `Expires`, or the estimate of RFC 9111 §4.2.2). One that states
    /// nothing is stale at once.
    case asTheServerSays
    /// For a time, counted from the moment at which the server made or confirmed the response.
    case lasting(Duration)
    /// Until it is invalidated.
    case untilInvalidated
    /// Not at all.
    case none
}
