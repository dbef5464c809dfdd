/// The time and memory limits of a call.
///
/// The defaults suit an app that uses web APIs. `nil` removes a time limit. A request may set its
/// own limits (``Request/timeout(_:)``, ``Request/idleTimeout(_:)``, ``Request/bodyLimit(_:)``).
///
/// ```swift
/// var configuration = ClientConfiguration.platform
/// configuration.limits.callTimeout = .seconds(15)
/// configuration.limits.bodyBytes = 4 << 20
/// let news = Client(News(), configuration)
/// ```
public struct Limits: Sendable, Hashable {
    /// The maximum time from the start of a call to its value, including retries and redirects: 60
    /// seconds by default.
    ///
    /// It doesn't apply to streams, downloads and uploads, unless their request sets
    /// ``Request/timeout``. An upload is a request whose body is a file or a stream, or is larger
    /// than 1 MiB.
    public var callTimeout: Duration? = .seconds(60)

    /// The maximum time for which a call waits while the server neither sends nor accepts a byte:
    /// 30 seconds by default.
    public var idleTimeout: Duration? = .seconds(30)

    /// The maximum size of a decoded body that is read into memory: 32 MiB by default. Streams and
    /// downloads aren't limited.
    public var bodyBytes: Int = 32 << 20

    /// The maximum number of bytes that are read from the body of a refused response: 256 KiB by
    /// default.
    public var errorBodyBytes: Int = 256 << 10

    /// The maximum number of redirects that are followed: 10 by default.
    public var redirects: Int = 10

    /// The maximum size of a body in memory for which ``callTimeout`` applies: 1 MiB. A larger one
    /// is an upload.
    static let uploadBytes = 1 << 20

    /// Makes the default limits.
    public init() {}
}
