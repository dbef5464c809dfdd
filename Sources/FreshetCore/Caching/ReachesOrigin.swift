/// Whether a cache policy that sends a request bypasses intermediate caches as well.
enum ReachesOrigin: RequestOptionKey {
    static let defaultValue = true
    static let sharing = OptionSharing<Bool>.ifEqual
}

extension OutgoingRequest {
    /// How the request uses the cache.
    var cache: CachePolicy {
        get { options.cache }
        set { options.cache = newValue }
    }

    var reachesOrigin: Bool {
        get { options[ReachesOrigin.self] }
        set { options[ReachesOrigin.self] = newValue }
    }
}
