/// A further attempt, as events tell it.
public struct Retry: Sendable, Hashable {
    /// Why the wait is as long as it is.
    ///
    /// New cases may come with any version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Cause: Sendable, Hashable {
        /// The policy's own wait, which grows with each attempt.
        case backoff
        /// The server asked for it, in this field of its answer.
        case serverAsked(field: String)
    }

    /// The code of the failure behind it: ``FetchError/code``.
    public let failure: String
    /// How long the call waits before it tries again.
    public let wait: Duration
    public let cause: Cause

    public init(failure: String, wait: Duration, cause: Cause) {
        self.failure = failure
        self.wait = wait
        self.cause = cause
    }
}

/// Why an attempt that failed, and might have been cured by another, was the last one.
///
/// New cases may come with any version: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RetryStop: Sendable, Hashable {
    /// So many were made, and more are not allowed.
    case attempts(Int)
    /// The host's calls have failed so often lately that more attempts would only add to its load.
    case budget(host: String)
    /// The wait would end after the call's own limit of time.
    case deadline
    /// The server asks for a wait beyond the policy's cap.
    case askedTooLong(Duration)
    /// The method is not idempotent, and the server may have acted on the request (RFC 9110 §9.2.2).
    case method
    /// The request forbids it.
    case permission
    /// The body is a stream, which can be read only once.
    case body
    /// The service itself says that the error will not pass.
    case service
}
