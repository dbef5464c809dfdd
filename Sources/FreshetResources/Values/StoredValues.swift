/// The cached values that an observer receives before the server responds.
///
/// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum StoredValues: Sendable, Hashable {
    /// All of them, with their age, as the pages of a history list are shown (RFC 9111 §6).
    case any
    /// Those that may be used without contacting the server.
    ///
    /// A stale value whose response has `no-cache` or `must-revalidate` is shown only once the
    /// server has confirmed it.
    case confirmed
}
