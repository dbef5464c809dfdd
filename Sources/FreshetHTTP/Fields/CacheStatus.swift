public import HTTPTypes
import RawStructuredFieldValues

/// The report of an intermediate cache about its handling of a request (`Cache-Status`, RFC 9211).
///
/// ```swift
/// let response = try await news.response(for: .headlines)
/// if response.caches.last?.isHit == true { print("from the CDN") }
/// ```
///
/// Use it for diagnosis. It isn't reliable, and no caching rule depends on it.
public struct CacheStatus: Sendable, Hashable {
    /// The reason why a cache forwarded a request (RFC 9211 §2.2).
    public struct Forward: RawRepresentable, Sendable, Hashable {
        /// The name of the reason, as in the field.
        public let rawValue: String

        /// Makes a reason from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The cache was configured not to handle this request.
        public static let bypass = Forward(rawValue: "bypass")
        /// The method can't be served from a cache.
        public static let method = Forward(rawValue: "method")
        /// Nothing is stored for the URL.
        public static let uriMiss = Forward(rawValue: "uri-miss")
        /// The stored responses for the URL belong to other requests (`Vary`).
        public static let varyMiss = Forward(rawValue: "vary-miss")
        /// No stored response can be used.
        public static let miss = Forward(rawValue: "miss")
        /// The stored response is fresh, but the request requires the origin.
        public static let request = Forward(rawValue: "request")
        /// The stored response is stale.
        public static let stale = Forward(rawValue: "stale")
        /// Only a part of the requested bytes is stored.
        public static let partial = Forward(rawValue: "partial")
    }

    /// The name of the cache.
    public var cache: String
    /// Whether the response came from the cache.
    public var isHit = false
    /// The reason why the request was forwarded; `nil` if it wasn't, or if the cache doesn't report
    /// it.
    public var forward: Forward?
    /// The status with which the next server responded; `nil` if it isn't reported.
    public var forwardStatus: Int?
    /// The time for which the response stays fresh according to the cache; negative if it is stale.
    public var timeToLive: Duration?
    /// Whether the cache stored the response.
    public var isStored = false
    /// Whether the request was combined with other requests in flight.
    public var isCollapsed = false
    /// Additional text from the cache.
    public var detail: String?

    /// Makes a status, for tests and previews.
    public init(cache: String) {
        self.cache = cache
    }

    /// Reads the cache statuses of a response: the cache closest to the origin first, and the one
    /// closest to the client last.
    ///
    /// A malformed field is ignored completely (RFC 9651 §4.2). The cache keys are left out, since
    /// they contain URLs.
    public static func list(in fields: HTTPFields) -> [CacheStatus] {
        guard let text = fields.value(of: .cacheStatus), let members = StructuredField.list(text) else { return [] }
        return members.compactMap { member in
            guard case .item(let item) = member else { return nil }
            return CacheStatus(item)
        }
    }

    private init?(_ item: Item) {
        guard let cache = item.rfc9651BareItem.text else { return nil }
        self.init(cache: cache)
        let parameters = item.rfc9651Parameters
        isHit = parameters["hit"] == .bool(true)
        isStored = parameters["stored"] == .bool(true)
        isCollapsed = parameters["collapsed"] == .bool(true)
        if case .token(let reason)? = parameters["fwd"] { forward = Forward(rawValue: reason) }
        if case .integer(let status)? = parameters["fwd-status"] { forwardStatus = Int(exactly: status) }
        if case .integer(let seconds)? = parameters["ttl"] { timeToLive = .seconds(seconds) }
        detail = parameters["detail"]?.text
    }
}

extension RFC9651BareItem {
    /// The text of a token or a string.
    fileprivate var text: String? {
        switch self {
        case .string(let text), .token(let text): text
        default: nil
        }
    }
}

extension HTTPField.Name {
    fileprivate static let cacheStatus = Self("Cache-Status")!
}
