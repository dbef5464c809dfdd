import FreshetCore

/// The properties of a resource that a filter's condition can check.
public struct ResourceInfo: Sendable {
    /// The address with the values of secret items replaced.
    public let url: String
    /// The tags of the request and of the value, and one per group of the response (`Cache-Groups`,
    /// RFC 9875).
    public let tags: Set<ResourceTag>
    /// Whether the resource has an observer.
    public let isObserved: Bool

    init(_ entry: any AnyResourceEntry) {
        url = entry.key.address.identity.url
        tags = entry.store.tags(of: entry)
        isObserved = entry.isObserved
    }
}
