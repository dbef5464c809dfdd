/// A retry, as events report it.
public struct Retry: Sendable, Hashable {
    /// The reason for the length of the retry delay.
    ///
    /// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Cause: Sendable, Hashable {
        /// The backoff of the policy, which grows with each attempt.
        case backoff
        /// The server named the delay in this field of its response.
        case serverAsked(field: String)
    }

    /// The ``FetchError/code`` of the failure that is retried.
    public let failure: String
    /// The retry delay.
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

/// The reason why a failure that is worth a retry was not retried.
///
/// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RetryStop: Sendable, Hashable {
    /// The policy's number of attempts was reached.
    case attempts(Int)
    /// The ``RetryBudget`` of the host is used up.
    case budget(host: String)
    /// The retry delay would end after the deadline of the call.
    case deadline
    /// The server asks for a delay beyond the policy's cap.
    case askedTooLong(Duration)
    /// The method is not idempotent, and the server may have acted on the request (RFC 9110 §9.2.2).
    case method
    /// The ``RetryRule`` of the request forbids it.
    case permission
    /// The body is a stream, which can be read only once.
    case body
    /// The service reports the error as permanent (``ServiceError/isRetryable``).
    case service
}
