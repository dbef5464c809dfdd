/// A retry of a failed attempt, as events report it.
public struct Retry: Sendable, Hashable {
    /// The reason for the length of the retry delay.
    ///
    /// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Cause: Sendable, Hashable {
        /// The backoff of the retry policy, which grows with each attempt.
        case backoff
        /// The server requested the delay in this field of its response.
        case serverAsked(field: String)
    }

    /// The ``FetchError/code`` of the failure that is retried.
    public let failure: String
    /// The delay before the next attempt.
    public let wait: Duration
    /// The reason for the length of the delay.
    public let cause: Cause

    /// Makes a retry.
    public init(failure: String, wait: Duration, cause: Cause) {
        self.failure = failure
        self.wait = wait
        self.cause = cause
    }
}

/// The reason why a failure that is worth a retry wasn't retried.
///
/// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RetryStop: Sendable, Hashable {
    /// The number of attempts that the policy allows was reached.
    case attempts(Int)
    /// The ``RetryBudget`` of the host is used up.
    case budget(host: String)
    /// The retry delay would end after the call times out.
    case deadline
    /// The server requests a delay that exceeds ``RetryPolicy/cap``.
    case askedTooLong(Duration)
    /// The method isn't idempotent, and the server may have acted on the request (RFC 9110 §9.2.2).
    case method
    /// The ``RetryRule`` of the request forbids it.
    case permission
    /// The body is a stream, which can be read only once.
    case body
    /// The service reports the error as permanent (``ServiceError/isRetryable``).
    case service
}
