public import Foundation
public import HTTPTypes

/// A request to a service and the type of the value in its response.
///
/// A request is a plain value: making one sends nothing. Hand it to a ``Client`` of the same service;
/// a request of another service does not compile.
///
/// An initialiser says what is requested, modifiers say how. Each returns a changed copy:
///
/// ```swift
/// let forecast = Request<Weather, Forecast>("forecast", query: ["city": city])
///     .header(.acceptLanguage, "de")
///     .caching(.reload)
///     .retrying(.never)
///     .timeout(.seconds(5))
///     .validating { if $0.days.isEmpty { throw NoForecast() } }
/// ```
///
/// What a request does not say is up to the service and the client.
public struct Request<API: Service, Value: Sendable>: Sendable {
    /// The method.
    public internal(set) var method: HTTPRequest.Method
    /// The path below the base URL of the service, or an absolute address.
    public internal(set) var path: RequestPath
    /// The items of the query, sent after those of the base URL and the path.
    public internal(set) var query: Query
    /// The fields of this request; they win over those of the service.
    public internal(set) var headers: HTTPFields = [:]
    /// The body; `nil` sends none.
    public internal(set) var body: RequestBody?
    /// How the response becomes a value.
    public internal(set) var reading: ResponseReading<API, Value>

    /// How the request uses the cache of its client.
    public internal(set) var cache: CachePolicy = .automatic
    /// Whether and how the request is sent again after a failure.
    public internal(set) var retry: RetryRule = .automatic
    /// Whether the call may share the exchange of an identical one.
    public internal(set) var sharing: RequestSharing = .inFlight
    /// Whether the request carries the private credentials of its service.
    public internal(set) var access: RequestAccess = .open
    /// The longest the whole call may take. `nil` takes ``Limits/callTimeout``.
    public internal(set) var timeout: Duration?
    /// The longest wait for the head or for more of the body. `nil` takes ``Limits/idleTimeout``.
    public internal(set) var idleTimeout: Duration?
    /// The largest decoded body, in bytes, that is read into memory. `nil` takes ``Limits/bodyBytes``.
    public internal(set) var bodyLimit: Int?
    /// Why the request must not be sent, in words that follow "The request can't be sent:".
    public internal(set) var problem: String?
    /// Whether a cache policy that asks the server means the origin, not a cache on the way.
    var reachesOrigin = true
    /// Those of the request itself.
    var interceptors = Interceptors()

    /// Describes a request whose response is read in a way of its own.
    ///
    /// ```swift
    /// static func cover(of book: Int) -> Self { Request("books/\(book)/cover.txt", reading: .text) }
    /// static func delete(_ book: Int) -> Self { Request("books/\(book)", method: .delete, reading: .nothing) }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path below the base URL of the service, or ``RequestPath/absolute(_:)``.
    ///   - method: The method.
    ///   - query: The items of the query, sent after those of the base URL and the path.
    ///   - body: The body.
    ///   - reading: How the response becomes a value.
    public init(
        _ path: RequestPath,
        method: HTTPRequest.Method = .get,
        query: Query = [:],
        body: RequestBody? = nil,
        reading: ResponseReading<API, Value>
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.reading = reading
    }
}

extension Request where Value: Decodable {
    /// Describes a request whose response the decoder of the service reads.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL of the service, or ``RequestPath/absolute(_:)``.
    ///   - method: The method.
    ///   - query: The items of the query, sent after those of the base URL and the path.
    ///   - body: The body.
    public init(
        _ path: RequestPath, method: HTTPRequest.Method = .get, query: Query = [:], body: RequestBody? = nil
    ) {
        self.init(path, method: method, query: query, body: body, reading: .decoded)
    }
}

extension Request where Value == Data {
    /// Describes a request for the bytes of the response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL of the service, or ``RequestPath/absolute(_:)``.
    ///   - method: The method.
    ///   - query: The items of the query, sent after those of the base URL and the path.
    ///   - body: The body.
    public init(
        _ path: RequestPath, method: HTTPRequest.Method = .get, query: Query = [:], body: RequestBody? = nil
    ) {
        self.init(path, method: method, query: query, body: body, reading: .data)
    }
}
