public import Foundation
public import HTTPTypes

/// A request to a service, with the type of the value in its response.
///
/// A request is a plain value: making one sends nothing. Pass it to a ``Client`` of the same
/// service; passing a request of another service doesn't compile.
///
/// The initialiser describes what is requested, and modifiers describe how. Each modifier returns a
/// changed copy:
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
/// Whatever a request doesn't set is taken from the service and the client.
public struct Request<API: Service, Value: Sendable>: Sendable {
    /// The method.
    public package(set) var method: HTTPRequest.Method
    /// The path below the base URL of the service, or an absolute URL.
    public package(set) var path: RequestPath
    /// The query items, which are sent after those of the base URL and the path.
    public package(set) var query: Query
    /// The header fields of the request. They replace fields of the service with the same name.
    public package(set) var headers: HTTPFields
    /// The body; `nil` for none.
    public package(set) var body: RequestBody?
    /// How the response is read.
    public internal(set) var reading: ResponseReading<API, Value>

    /// The options of the request, as its modifiers set them.
    public var options = RequestOptions()

    /// Makes a request, and sets how its response is read.
    ///
    /// ```swift
    /// static func cover(of book: Int) -> Self { Request("books/\(book)/cover.txt", reading: .text) }
    /// static func delete(_ book: Int) -> Self { Request("books/\(book)", method: .delete, reading: .nothing) }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path below the base URL of the service, or ``RequestPath/absolute(_:)``.
    ///   - method: The method.
    ///   - query: The query items, which are sent after those of the base URL and the path.
    ///   - headers: The header fields. They replace fields of the service with the same name.
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
    /// The retry rule.
    public var retry: RetryRule { options.retry }
    /// Whether the call may share an in-flight request with identical calls.
    public var sharing: RequestSharing { options.sharing }
    /// Whether redirects are followed. `nil` uses ``ClientConfiguration/redirects``.
    public var redirects: RedirectMode? { options.redirects }
    /// The statuses with which a call succeeds.
    public var statuses: AcceptedStatuses { options.statuses }
    /// Whether the request carries the private credentials of its service.
    public var access: RequestAccess { options.access }
    /// The timeout of the whole call. `nil` uses ``Limits/callTimeout``.
    public var timeout: Duration? { options.timeout }
    /// The maximum time without a byte in either direction. `nil` uses ``Limits/idleTimeout``.
    public var idleTimeout: Duration? { options.idleTimeout }
    /// The maximum size of a decoded body that is read into memory, in bytes. `nil` uses
    /// ``Limits/bodyBytes``.
    public var bodyLimit: Int? { options.bodyLimit }
    /// The reason why the request can't be sent, as text that follows "The request can't be sent:";
    /// `nil` for a valid request.
    public var problem: String? { options.problem }
}

extension Request where Value: Decodable {
    /// Makes a request whose response is decoded with the service's decoder.
    ///
    /// The value is decoded off the caller's actor. In a module whose default isolation is the main
    /// actor, declare its type as `nonisolated struct`; otherwise it is `Decodable` only on that
    /// actor, and the compiler rejects the request.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL of the service, or ``RequestPath/absolute(_:)``.
    ///   - method: The method.
    ///   - query: The query items, which are sent after those of the base URL and the path.
    ///   - headers: The header fields. They replace fields of the service with the same name.
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
    ///   - query: The query items, which are sent after those of the base URL and the path.
    ///   - headers: The header fields. They replace fields of the service with the same name.
    ///   - body: The body.
    public init(
        _ path: RequestPath, method: HTTPRequest.Method = .get, query: Query = [:], headers: HTTPFields = [:],
        body: RequestBody? = nil
    ) {
        self.init(path, method: method, query: query, headers: headers, body: body, reading: .data)
    }
}
