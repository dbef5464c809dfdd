/// What happened during a call, without secrets.
///
/// Encoded as JSON, times are in seconds.
public struct Explanation: Sendable, Hashable, Codable {
    /// An action of the cache.
    public struct CacheAction: Sendable, Hashable, Codable {
        /// The action, such as `served fresh`.
        public var action: String
        /// The reason, such as `max-age=60, age 12 s`.
        public var reason: String
        /// The section that the action follows, such as `RFC 9111 §4.2`; `nil` if no rule of HTTP
        /// concerns it.
        public var section: String?
    }

    /// An attempt that failed and was followed by another one.
    public struct Retry: Sendable, Hashable, Codable {
        /// The reason, such as `status 503`.
        public var reason: String
        /// The delay before the next attempt, in seconds.
        public var delay: Double
        /// The reason for the length of the delay.
        public var cause: String
    }

    /// A redirect that was followed.
    public struct Redirect: Sendable, Hashable, Codable {
        /// The status that redirected the request.
        public var status: Int
        /// The address to which it led.
        public var address: String
    }

    /// The measured times of the last attempt, in seconds. A time that the transport doesn't measure
    /// is missing.
    public struct Timings: Sendable, Hashable, Codable {
        /// Whether the connection had been used before.
        public var reusesConnection: Bool?
        /// The time until the request had a connection: name lookup, connecting and TLS together.
        public var connection: Double?
        /// The part of `connection` that the TLS handshake took.
        public var handshake: Double?
        /// The time from sending the request to the first byte of the response.
        public var firstByte: Double?
        /// The time of the whole call, with all attempts and delays.
        public var total: Double?
        /// The HTTP version, such as `1.1`.
        public var httpVersion: String?
        /// The numeric address of the server or the proxy.
        public var server: String?
    }

    /// The body of the response.
    public struct Body: Sendable, Hashable, Codable {
        /// The content type; `nil` if the server named none.
        public var contentType: String?
        /// The number of bytes after decoding.
        public var bytes: Int
        /// The number of bytes that were received; `nil` for a response from the cache.
        public var receivedBytes: Int?
        /// The content codings that the server applied, such as `gzip`; `nil` if it applied none.
        public var contentCoding: String?
        /// The body, if it is text.
        public var text: String?
        /// The body in Base64, if it isn't text.
        public var base64: String?
    }

    /// The failure of the call.
    public struct Failure: Sendable, Hashable, Codable {
        /// The code of the error (`FetchError.code`).
        public var code: String
        /// The failure and what to do about it, as sentences.
        public var message: String
    }

    /// The method and the address, without secrets.
    public var request: String
    /// The status; `nil` if there was no response.
    public var status: Int?
    /// The source of the response: `network`, `cache` or `revalidated`; `nil` if there was none.
    public var source: String?
    /// The actions of the cache, in order.
    public var cache: [CacheAction] = []
    /// How long the response may be used; `nil` if there was none.
    public var freshness: FreshnessReport?
    /// The number of requests that were sent.
    public var attempts = 0
    /// The retries, in order.
    public var retries: [Retry] = []
    /// Why a failure that was worth a retry wasn't retried; `nil` if that didn't happen.
    public var retriesEnded: String?
    /// The redirects, in order.
    public var redirects: [Redirect] = []
    /// The measured times.
    public var timings = Timings()
    /// The body; `nil` if there was no response.
    public var body: Body?
    /// The failure; `nil` for a successful call. A stale response that was served because the server
    /// failed has one, too.
    public var failure: Failure?
    /// The file to which the exchanges were recorded; `nil` if they weren't.
    public var tape: String?

    init(request: String) {
        self.request = request
    }
}
