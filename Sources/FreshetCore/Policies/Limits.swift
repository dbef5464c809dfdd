/// What a call may take of time and memory at most.
///
/// The defaults suit an app that talks to web APIs. `nil` takes a limit away. A request may have limits of its own
/// (``Request/timeout(_:)``, ``Request/idleTimeout(_:)``, ``Request/bodyLimit(_:)``).
public struct Limits: Sendable, Hashable {
    /// The longest a call may take from its start to its value, redirects included. 60 seconds.
    ///
    /// Streams and downloads have no such limit unless their request sets ``Request/timeout``.
    public var callTimeout: Duration? = .seconds(60)

    /// The longest wait for the head or for more of the body. 30 seconds.
    public var idleTimeout: Duration? = .seconds(30)

    /// The largest decoded body that is read into memory: 32 MiB. Streams and downloads are not limited.
    public var bodyBytes: Int = 32 << 20

    /// The most of the body that is read for an answer which is refused: 256 KiB.
    public var errorBodyBytes: Int = 256 << 10

    /// How many redirects are followed: 10.
    public var redirects: Int = 10

    public init() {}
}
