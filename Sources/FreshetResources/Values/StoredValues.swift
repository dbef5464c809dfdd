/// The values from the cache that an observer receives before the server was asked.
///
/// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum StoredValues: Sendable, Hashable {
    /// All of them, with their age, as the pages of a history list are shown (RFC 9111 §6).
    case any
    /// Those that may be used without the server.
    ///
    /// A stale one whose response has `no-cache` or `must-revalidate` is shown after the server has confirmed it.
    case confirmed
}
