/// The limits of time and memory of a call.
///
/// The defaults suit an app that uses web APIs. `nil` removes a limit. A request may have limits of its own
/// (``Request/timeout(_:)``, ``Request/idleTimeout(_:)``, ``Request/bodyLimit(_:)``).
public struct Limits: Sendable, Hashable {
    /// The longest time from the start of a call to its value, retries and redirects included: 60 seconds.
    ///
    /// Streams and downloads have no such limit unless their request sets ``Request/timeout``.
    public var callTimeout: Duration? = .seconds(60)

    /// The longest wait for the head or for more of the body: 30 seconds.
    public var idleTimeout: Duration? = .seconds(30)

    /// The largest decoded body that is read into memory: 32 MiB. Streams and downloads are not limited.
    public var bodyBytes: Int = 32 << 20

    /// The most bytes that are read of a refused response's body: 256 KiB.
    public var errorBodyBytes: Int = 256 << 10

    /// The most redirects that are followed: 10.
    public var redirects: Int = 10

    /// Makes the default limits.
    public init() {}
}
