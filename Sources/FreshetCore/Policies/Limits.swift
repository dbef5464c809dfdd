/// The limits of time and memory of a call.
///
/// The defaults suit an app that uses web APIs. `nil` removes a limit. A request may have limits of its own
/// (``Request/timeout(_:)``, ``Request/idleTimeout(_:)``, ``Request/bodyLimit(_:)``).
public struct Limits: Sendable, Hashable {
    /// The longest time from the start of a call to its value, retries and redirects included: 60 seconds.
    ///
    /// Streams, downloads and uploads have no such limit unless their request sets ``Request/timeout``. An upload is a
    /// request whose body is a file or a stream, or has more than 1 MiB.
    public var callTimeout: Duration? = .seconds(60)

    /// The longest time in which the server neither sends nor accepts a byte while it is waited for: 30 seconds.
    public var idleTimeout: Duration? = .seconds(30)

    /// The largest decoded body that is read into memory: 32 MiB. Streams and downloads are not limited.
    public var bodyBytes: Int = 32 << 20

    /// The most bytes that are read of a refused response's body: 256 KiB.
    public var errorBodyBytes: Int = 256 << 10

    /// The most redirects that are followed: 10.
    public var redirects: Int = 10

    /// The most bytes of a body in memory whose sending counts towards ``callTimeout``: 1 MiB.
    static let uploadBytes = 1 << 20

    /// Makes the default limits.
    public init() {}
}
