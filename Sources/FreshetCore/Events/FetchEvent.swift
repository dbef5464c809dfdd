/// One step of a call.
///
/// Every call reports ``Step/started`` first and exactly one of ``Step/finished(_:)``, ``Step/failed(_:)`` and
/// ``Step/cancelled`` last. No event carries a secret.
public struct FetchEvent: Sendable {
    /// What happened.
    ///
    /// New cases may come with any version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Step: Sendable, Equatable {
        case started
        /// The call shares the exchange of an identical call. The steps of that exchange are told once, as steps of the call
        /// that has waited longest for it: the one named here, until it leaves.
        case joined(call: UInt64)
        /// The request waits for the client's ``RateLimit``, behind so many others.
        case queued(ahead: Int)
        /// The ``RateLimit`` lets the request pass, after a wait.
        case admitted(after: Duration)
        /// A request goes to the transport; the number counts from 1 and rises with each redirect and each further attempt.
        case attempt(number: Int)
        /// An attempt has failed, and another one follows after a wait.
        case retry(Retry)
        /// An attempt has failed that another one might have cured, and none follows.
        case retryStopped(RetryStop)
        /// An answer redirects the call to another address, which is followed.
        case redirect(status: Int, to: String)
        /// The cache was asked, or told what came back.
        case cache(CacheStep)
        /// The client's jar put cookies on an attempt, or took those of its response.
        case cookies(CookieStep)
        /// The head of the final answer is there.
        case head(status: Int)
        /// The decoded body is complete.
        case body(bytes: Int)
        /// The value was read from the body.
        case decoded
        case finished(CallMetrics)
        case failed(FetchError)
        case cancelled

        /// Whether it is the last step of a call.
        var isEnd: Bool {
            switch self {
            case .finished, .failed, .cancelled: true
            default: false
            }
        }
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
    /// Receives one step. Called on a task that works for the call and waits for it: return quickly.
    ///
    /// The steps of one call come one after another, in order.
    func observe(_ event: FetchEvent)
}
