/// One step of a call, as an observer receives it.
///
/// Every call reports ``Step/started`` first and exactly one of ``Step/finished(_:)``,
/// ``Step/failed(_:)`` and ``Step/cancelled`` last. No event contains a secret.
public struct FetchEvent: Sendable {
    /// The kind of a step.
    ///
    /// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Step: Sendable, Equatable {
        /// The call has begun, and nothing has been sent yet. Always the first step.
        case started
        /// The call shares the in-flight request of an identical call. The steps of that request
        /// are reported once, as steps of the call that has waited longest for it. The associated
        /// value is the number of that call when this one joined.
        case joined(call: UInt64)
        /// The request is waiting for the client's ``RateLimit``, with this many requests ahead of
        /// it.
        case queued(ahead: Int)
        /// The ``RateLimit`` admitted the request after this wait.
        case admitted(after: Duration)
        /// A request is handed to the transport. The number starts at 1 and grows with each
        /// redirect, retry and repetition.
        case attempt(number: Int)
        /// An attempt failed before the server processed it, and the request is sent again at once,
        /// without a charge to the ``RetryBudget``.
        ///
        /// The reason is a reused connection that was dead, or a server that reports that it hasn't
        /// processed the request; each call repeats a request at most once for these reasons. In
        /// addition, a request for which the server requires HTTP/1.1 is repeated over HTTP/1.1,
        /// and one whose `Expect` field the server rejects (417) is repeated without that field.
        /// `failure` is the code of the error (``FetchError/code``).
        case repeated(failure: String)
        /// An attempt failed, and another one follows after a delay.
        case retry(Retry)
        /// An attempt failed with an error that is worth a retry, but it isn't retried.
        case retryStopped(RetryStop)
        /// An attempt has ended, with these measurements by its transport. It is reported before
        /// the last step of the call.
        indirect case measured(AttemptMetrics)
        /// A redirect is being followed to this URL, in which secrets are replaced.
        case redirect(status: Int, to: String)
        /// The call sends a durable write of an outbox. The number counts the requests sent for
        /// this write, including this one and those sent before the app was restarted.
        case durable(WriteID, attempt: Int)
        /// The cache looked up a request, or stored or removed responses.
        case cache(CacheStep)
        /// The client's session waited for a token, or the request is sent again with another one.
        case authentication(AuthenticationStep)
        /// The client's cookie jar added cookies to an attempt, or stored cookies from its
        /// response.
        case cookies(CookieStep)
        /// An interim (1xx) response was received while the call waits for the final one.
        case interim(InterimResponse)
        /// The head of a final response was received. If its body breaks off and the attempt is
        /// retried, this step is reported again.
        case head(status: Int)
        /// The body was received completely; `bytes` is its decoded length.
        case body(bytes: Int)
        /// The value was decoded.
        case decoded
        /// The call succeeded, with the metrics of the whole call. A stream succeeds once its body
        /// has been read to the end.
        indirect case finished(CallMetrics)
        /// The call failed with this error, which its caller receives as well.
        case failed(FetchError)
        /// The call was cancelled: by its caller, because its stream was released, or because its
        /// account signed out.
        case cancelled

        /// Whether it is the last step of a call.
        var isEnd: Bool {
            switch self {
            case .finished, .failed, .cancelled: true
            default: false
            }
        }
    }

    /// The number of the call, unique within the process.
    public let call: UInt64
    /// The number of the attempt that the step belongs to, unique within the process; `nil` if it
    /// doesn't belong to one.
    ///
    /// ``Step/attempt(number:)``, ``Step/interim(_:)``, ``Step/head(status:)``,
    /// ``Step/repeated(failure:)`` and ``Step/measured(_:)`` have one. Calls that share a request
    /// report the same number.
    public let attempt: UInt64?
    /// The request of the call.
    public let request: FetchError.Request
    /// The time since the call started.
    public let elapsed: Duration
    /// The step.
    public let step: Step
}

/// An observer that receives the events of a client's calls.
///
/// Add observers to ``ClientConfiguration/observers``:
///
/// ```swift
/// struct SlowCalls: FetchObserver {
///     let log: @Sendable (String) -> Void
///
///     func observe(_ event: FetchEvent) {
///         guard case .finished(let metrics) = event.step, metrics.duration > .seconds(2) else { return }
///         log("\(event.request) took \(metrics.duration), with \(metrics.attempts) attempts")
///     }
/// }
/// ```
public protocol FetchObserver: Sendable {
    /// Receives one event. Return quickly: it is called on a task of the call, which waits for it
    /// to return.
    ///
    /// The events of one call are delivered one after another, in order. Those of different calls
    /// may be delivered at the same time, on different threads.
    func observe(_ event: FetchEvent)
}

/// An observer that receives the attempts and retries of a shared request for every call that
/// shares it.
///
/// Other observers receive them only once, as steps of the call that has waited longest.
public protocol SharedAttemptsObserver: FetchObserver {}
