/// One step of a call.
///
/// Every call reports ``Step/started`` first and exactly one of ``Step/finished(_:)``, ``Step/failed(_:)`` and
/// ``Step/cancelled`` last. No event carries a secret.
public struct FetchEvent: Sendable {
    /// The kind of a step.
    ///
    /// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Step: Sendable, Equatable {
        /// The call has begun; nothing was sent yet. Always the first step.
        case started
        /// The call shares the request of an identical call. The steps of that request are reported once, as those
        /// of the call that has waited longest for it: this one, until it leaves.
        case joined(call: UInt64)
        /// The request waits for the client's ``RateLimit``, after this many others.
        case queued(ahead: Int)
        /// The ``RateLimit`` admitted the request, after this wait.
        case admitted(after: Duration)
        /// A request goes to the transport. The number starts at 1 and grows with each redirect and retry.
        case attempt(number: Int)
        /// The reused connection of an attempt was dead, or the server has not processed it; the request is sent again
        /// at once. This happens once per call at most, and is not charged to the ``RetryBudget``. A request for which
        /// the server requires HTTP/1.1 is sent again that way, besides, and one whose field `Expect` it rejects (417)
        /// without that field. `failure` is the code of the error (``FetchError/code``).
        case repeated(failure: String)
        /// An attempt has failed, and another one follows after a wait.
        case retry(Retry)
        /// An attempt failed with an error that is worth a retry, and is not retried.
        case retryStopped(RetryStop)
        /// An attempt has ended, and its transport has measured this. It precedes ``finished(_:)`` and the like.
        indirect case measured(AttemptMetrics)
        /// A redirect is followed.
        case redirect(status: Int, to: String)
        /// The call sends a durable write of an outbox, for which this many requests were sent, this one included, also
        /// by earlier processes.
        case durable(WriteID, attempt: Int)
        /// The cache looked up a request or handled a response.
        case cache(CacheStep)
        /// The client's session waited for a token, or sent the request again with another one.
        case authentication(AuthenticationStep)
        /// The client's jar added cookies to an attempt, or stored those of its response.
        case cookies(CookieStep)
        /// An interim (1xx) response has come, while the call waits for the final one.
        case interim(InterimResponse)
        /// The head of a final response has come. An attempt whose body breaks off is repeated, so that there may be
        /// several.
        case head(status: Int)
        /// The decoded body is complete.
        case body(bytes: Int)
        /// The value was decoded.
        case decoded
        /// The call succeeded; a stream succeeds when its body was read to the end. The metrics are of the whole call.
        indirect case finished(CallMetrics)
        /// The call failed with this error, the one that its caller receives.
        case failed(FetchError)
        /// The call was cancelled: by its caller, by the release of its stream, or by the sign-out of its account.
        case cancelled

        /// Whether it is the last step of a call.
        var isEnd: Bool {
            switch self {
            case .finished, .failed, .cancelled: true
            default: false
            }
        }
    }

    /// The number of the call, unique in the process.
    public let call: UInt64
    /// The number of the attempt that the step belongs to, unique in the process; `nil` for steps of no attempt.
    ///
    /// ``Step/attempt(number:)``, ``Step/interim(_:)``, ``Step/head(status:)``, ``Step/repeated(failure:)`` and
    /// ``Step/measured(_:)`` have one. Calls that share a request have the same.
    public let attempt: UInt64?
    /// The request of the call.
    public let request: FetchError.Request
    /// The time since the call started.
    public let elapsed: Duration
    /// The step.
    public let step: Step
}

/// Receives the events of a client's calls.
public protocol FetchObserver: Sendable {
    /// Receives one event. Return quickly: it runs on a task of the call, which waits for it.
    ///
    /// The events of one call are delivered one after another, in order.
    func observe(_ event: FetchEvent)
}

/// An observer that receives, for each call that shares a request, the attempts and retries of that request.
///
/// Other observers receive them once, as steps of the call that has waited longest.
public protocol SharedAttemptsObserver: FetchObserver {}
