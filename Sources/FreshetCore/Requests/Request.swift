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
    public internal(set) var method: HTTPRequest.Method
    /// The path below the base URL of the service, or an absolute address.
    public package(set) var path: RequestPath
    /// The query items, sent after those of the base URL and the path.
    public package(set) var query: Query
    /// The header fields of the request. They replace those of the service.
    public internal(set) var headers: HTTPFields = [:]
    /// The body; `nil` for none.
    public internal(set) var body: RequestBody?
    /// How the response is read.
    public internal(set) var reading: ResponseReading<API, Value>

    /// The cache policy of the request.
    public internal(set) var cache: CachePolicy = .automatic
    /// The rule for retries.
    public internal(set) var retry: RetryRule = .automatic
    /// Whether the call may share the exchange of an identical one.
    public internal(set) var sharing: RequestSharing = .inFlight
    /// Whether redirects are followed. `nil` uses ``ClientConfiguration/redirects``.
    public internal(set) var redirects: RedirectMode?
    /// The statuses whose responses are values.
    public internal(set) var statuses: AcceptedStatuses = .success
    /// Whether the request carries the private credentials of its service.
    public internal(set) var access: RequestAccess = .open
    /// The timeout of the whole call. `nil` uses ``Limits/callTimeout``.
    public internal(set) var timeout: Duration?
    /// The longest time in which no byte passes in either direction. `nil` uses ``Limits/idleTimeout``.
    public internal(set) var idleTimeout: Duration?
    /// The largest decoded body that is read into memory, in bytes. `nil` uses ``Limits/bodyBytes``.
    public internal(set) var bodyLimit: Int?
    /// The reason why the request must not be sent, as text that follows "The request can't be sent:".
    public internal(set) var problem: String?
    /// Whether the request changes nothing on the server, whatever its method: ``readingOnly()``.
    package internal(set) var isReadingOnly = false
    /// Calls share an exchange only with calls of the same group.
    package var sharingGroup: UInt64 = 0
    /// Whether the value of its response is kept as soon as the response is stored, as for a resource, which asks for it again.
    package var keepsValue = false
    /// Notes of modules above the core about the request, by the type of the note.
    package var notes: [ObjectIdentifier: any Sendable] = [:]
    /// Whether a cache policy that sends a request bypasses intermediate caches, too.
    var reachesOrigin = true
    /// Whether the body is compressed where the transport can.
    var isCompressed = false
    /// The value that the request sends as `Idempotency-Key`; `nil` for none.
    var idempotencyKey: IdempotencyKey?
    /// Receives the progress of its calls; `nil` if nothing observes it.
    var progress: (@Sendable (TransferProgress) -> Void)?
    /// Whether its address came out of a response: then no field with a secret name goes to another origin.
    package var isFromResponse = false
    /// Whether its response may stay open for hours: it then holds no place of ``RateLimit`` and has a connection of its own.
    package var isLongLived = false
    /// The interceptors of the request.
    var interceptors = Interceptors()

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
    ///   - body: The body.
    ///   - reading: How the response is read.
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
    /// Makes a request whose response is decoded by the service's decoder.
    ///
    /// The value is decoded off the caller's actor. In a module whose default isolation is the main actor, declare it as
    /// `nonisolated struct`: otherwise it is `Decodable` on that actor only, and the compiler refuses the request.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL of the service, or ``RequestPath/absolute(_:)``.
    ///   - method: The method.
    ///   - query: The query items, sent after those of the base URL and the path.
    ///   - body: The body.
    public init(
        _ path: RequestPath, method: HTTPRequest.Method = .get, query: Query = [:], body: RequestBody? = nil
    ) {
        self.init(path, method: method, query: query, body: body, reading: .decoded)
    }
}

extension Request where Value == Data {
    /// Makes a request for the bytes of its response.
    ///
    /// - Parameters:
    ///   - path: The path below the base URL of the service, or ``RequestPath/absolute(_:)``.
    ///   - method: The method.
    ///   - query: The query items, sent after those of the base URL and the path.
    ///   - body: The body.
    public init(
        _ path: RequestPath, method: HTTPRequest.Method = .get, query: Query = [:], body: RequestBody? = nil
    ) {
        self.init(path, method: method, query: query, body: body, reading: .data)
    }
}
