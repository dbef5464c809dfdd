public import Foundation
public import HTTPTypes

/// A request of a service, with the type of the value in its response.
///
/// A request is a plain value: making one sends nothing. Pass it to a ``Client`` of the same service; a request of
/// another service does not compile.
///
/// An initialiser describes what is requested, modifiers describe how. Each modifier returns a changed copy:
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
/// What a request does not choose, the service and the client do.
public struct Request<API: Service, Value: Sendable>: Sendable {
    /// The method.
    public package(set) var method: HTTPRequest.Method
    /// The path below the base URL of the service, or an absolute address.
    public package(set) var path: RequestPath
    /// The query items, sent after those of the base URL and the path.
    public package(set) var query: Query
    /// The header fields of the request. They replace those of the service.
    public package(set) var headers: HTTPFields
    /// The body; `nil` for none.
    public package(set) var body: RequestBody?
    /// How the response is read.
    public internal(set) var reading: ResponseReading<API, Value>

    /// The options of the request, as its modifiers set them.
    public var options = RequestOptions()

    /// Makes a request whose response is read in a given way.
    ///
    /// ```swift
    /// static func cover(of book: Int) -> Self { Request("books/\(book)/cover.txt", reading: .text) }
    /// static func delete(_ book: Int) -> Self { Request("books/\(book)", method: .delete, reading: .nothing) }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path below the base URL of the service, or ``RequestPath/absolute(_:)``.
    ///   - method: The method.
    ///   - query: The query items, sent after those of the base URL and the path.
    ///   - headers: The header fields. They replace those of the service.
    ///   - body: The body.
    ///   - reading: How the response is read.
    public init(
        _ path: RequestPath,
        method: HTTPRequest.Method = .get,
        query: Query = [:],
        headers: HTTPFields = [:],
        body: RequestBody? = nil,
        reading: ResponseReading<API, Value>
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.reading = reading
    }

    /// The cache policy of the request.
    public var cache: CachePolicy { options.cache }
    /// The rule for retries.
    public var retry: RetryRule { options.retry }
    /// Whether the call may share the request of an identical one.
    public var sharing: RequestSharing { options.sharing }
    /// Whether redirects are followed. `nil` uses ``ClientConfiguration/redirects``.
    public var redirects: RedirectMode? { options.redirects }
    /// The statuses whose responses are values.
    public var statuses: AcceptedStatuses { options.statuses }
    /// Whether the request carries the private credentials of its service.
    public var access: RequestAccess { options.access }
    /// The timeout of the whole call. `nil` uses ``Limits/callTimeout``.
    public var timeout: Duration? { options.timeout }
    /// The longest time in which no byte passes in either direction. `nil` uses ``Limits/idleTimeout``.
    public var idleTimeout: Duration? { options.idleTimeout }
    /// The largest decoded body that is read into memory, in bytes. `nil` uses ``Limits/bodyBytes``.
    public var bodyLimit: Int? { options.bodyLimit }
    /// The reason why the request must not be sent, as text that follows "The request can't be sent:".
    public var problem: String? { options.problem }
}

extension Request where Value: Decodable {
    /// Makes a request whose response is decoded by the service's decoder.
    ///
    /// The value is decoded off the caller's actor. In a module whose default isolation is the main actor, declare it
    /// as `nonisolated struct`: otherwise it is `Decodable` on that actor only, and the compiler refuses the request.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL of the service, or ``RequestPath/absolute(_:)``.
    ///   - method: The method.
    ///   - query: The query items, sent after those of the base URL and the path.
    ///   - headers: The header fields. They replace those of the service.
    ///   - body: The body.
    public init(
        _ path: RequestPath, method: HTTPRequest.Method = .get, query: Query = [:], headers: HTTPFields = [:],
        body: RequestBody? = nil
    ) {
        self.init(path, method: method, query: query, headers: headers, body: body, reading: .decoded)
    }
}

extension Request where Value == Data {
    /// Makes a request for the bytes of its response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL of the service, or ``RequestPath/absolute(_:)``.
    ///   - method: The method.
    ///   - query: The query items, sent after those of the base URL and the path.
    ///   - headers: The header fields. They replace those of the service.
    ///   - body: The body.
    public init(
        _ path: RequestPath, method: HTTPRequest.Method = .get, query: Query = [:], headers: HTTPFields = [:],
        body: RequestBody? = nil
    ) {
        self.init(path, method: method, query: query, headers: headers, body: body, reading: .data)
    }
}
