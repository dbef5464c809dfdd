public import HTTPTypes
import RawStructuredFieldValues

/// The report of an intermediate cache about its handling of a request (`Cache-Status`, RFC 9211).
///
/// ```swift
/// let response = try await news.response(for: .headlines)
/// if response.caches.last?.isHit == true { print("from the CDN") }
/// ```
///
/// It is meant for finding faults. It is not reliable, and no rule of caching depends on it.
public struct CacheStatus: Sendable, Hashable {
    /// Why a cache passed a request on (RFC 9211 §2.2).
    public struct Forward: RawRepresentable, Sendable, Hashable {
        /// The name of the reason, as in the field.
        public let rawValue: String

        /// Makes a reason from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It was configured not to serve this request.
        public static let bypass = Forward(rawValue: "bypass")
        /// The method is not served by caches.
        public static let method = Forward(rawValue: "method")
        /// Nothing is stored for the address.
        public static let uriMiss = Forward(rawValue: "uri-miss")
        /// The stored responses of the address belong to other requests (`Vary`).
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
    /// Whether the response came out of the cache.
    public var isHit = false
    /// The reason why the request was passed on; `nil` if it was not, or the cache does not report it.
    public var forward: Forward?
    /// The status with which the next server responded.
    public var forwardStatus: Int?
    /// How long the response stays fresh, as the cache computes it; negative where it is stale.
    public var timeToLive: Duration?
    /// Whether the cache stored the response.
    public var isStored = false
    /// Whether the request was joined with others that were under way.
    public var isCollapsed = false
    /// Additional text from the cache.
    public var detail: String?

    /// Makes a status, for tests and previews.
    public init(cache: String) {
        self.cache = cache
    }

    /// Reads the fields of a response: first the cache closest to the origin, last the one closest to the client.
    ///
    /// A malformed field is ignored as a whole (RFC 9651 §4.2). The keys under which caches store are left out, since
    /// they hold addresses.
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
    /// The text of a token or of a text in quotes.
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
