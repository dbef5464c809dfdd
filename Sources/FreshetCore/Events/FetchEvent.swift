/// One step of a call.
///
/// Every call reports ``Step/started`` first and exactly one of ``Step/finished(_:)``, ``Step/failed(_:)`` and
/// ``Step/cancelled`` last. No event carries a secret.
public struct FetchEvent: Sendable {
    /// What happened.
    public enum Step: Sendable, Equatable {
        case started
        /// A request goes to the transport; the number counts from 1 and rises with each redirect.
        case attempt(number: Int)
        /// An answer redirects the call to another address, which is followed.
        case redirect(status: Int, to: String)
        /// The cache was asked, or told what came back.
        case cache(CacheStep)
        /// The head of the final answer is there.
        case head(status: Int)
        /// The decoded body is complete.
        case body(bytes: Int)
        /// The value was read from the body.
        case decoded
        case finished(CallMetrics)
        case failed(FetchError)
        case cancelled
    }

    /// Tells the calls of a process apart.
    public let call: UInt64
    public let request: FetchError.Request
    /// The time since the call started.
    public let elapsed: Duration
    public let step: Step
}

/// Listens to the steps of calls.
public protocol FetchObserver: Sendable {
    /// Receives one step. Called on the task of the call, which waits for it: return quickly.
    func observe(_ event: FetchEvent)
}
