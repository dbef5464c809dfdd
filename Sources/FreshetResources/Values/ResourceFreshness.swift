/// How long a value counts as fresh, for one observer of a resource.
///
/// An invalidated value is always stale. A stale value is fetched again when an observer appears,
/// when the app comes to the foreground and when the network returns (``RefetchTriggers``);
/// becoming stale alone sends nothing.
public enum ResourceFreshness: Sendable, Hashable {
    /// For as long as the response says (`max-age`, `Expires`, or the estimate of RFC 9111 §4.2.2).
    /// A response that says nothing is stale immediately.
    case asTheServerSays
    /// For a duration, counted from the moment at which the server made or confirmed the response.
    case lasting(Duration)
    /// Until it is invalidated.
    case untilInvalidated
    /// Never: every value is stale.
    case none
}
