import HTTPTypes

/// The facts about a failed attempt.
struct FailedAttempt {
    var error: FetchError
    var attempt = 1
    var method = HTTPRequest.Method.get
    var permission = RetryPermission.whenIdempotent
    /// Whether the body of the request can be sent a second time.
    var isBodyRepeatable = true
    /// The delay that the server requests; `nil` for none.
    var retryAfter: RetryAfter?
    /// The time left until the deadline of the call; `nil` if it has none.
    var remaining: Duration?
}

/// The decision after a failed attempt.
enum RetryDecision: Equatable {
    case again(Retry)
    /// No retry, for a reason that is reported to observers.
    case stop(RetryStop)
    /// No retry, because the next attempt would end in the same way.
    case pass
}

extension RetryPolicy {
    /// Decides whether a failed attempt is retried, and when.
    ///
    /// The decision is pure, apart from the policy's own functions. The host's ``RetryBudget`` is
    /// checked afterwards.
    func decision(after failed: FailedAttempt) -> RetryDecision {
        let error = failed.error
        guard attempts > 1, !error.isCancellation else { return .pass }
        // A renewal is never repeated blindly: its response may have been lost, and the old token spent.
        if case .authentication = error.kind { return .pass }
        guard shouldRetry(error) else { return error.isFinalByService ? .stop(.service) : .pass }
        guard failed.attempt < attempts else { return .stop(.attempts(failed.attempt)) }
        if failed.permission == .never { return .stop(.permission) }
        guard failed.permission.allows(failed.method) || error.provesNothingWasSent else { return .stop(.method) }
        guard failed.isBodyRepeatable else { return .stop(.body) }

        let wait = failed.retryAfter?.wait ?? backoff(after: failed.attempt)
        // A delay that is shortened to the cap would only send a request that the server has said
        // it will refuse.
        guard wait <= cap else { return .stop(.askedTooLong(wait)) }
        // The call would time out during the wait. Failing now gives the caller the actual error,
        // and the time.
        if let remaining = failed.remaining, wait >= remaining { return .stop(.deadline) }
        let cause = failed.retryAfter.map { Retry.Cause.serverAsked(field: $0.field) } ?? .backoff
        return .again(Retry(failure: error.code, wait: wait, cause: cause))
    }
}

extension HTTPResponse.Status {
    /// Whether the same request may succeed later.
    ///
    /// 408 (RFC 9110 §15.5.9), 425 (RFC 8470 §5.2), 429 (RFC 6585 §4), 500, 502, 503 and 504 (RFC 9110 §15.6).
    var isTransient: Bool { [408, 425, 429, 500, 502, 503, 504].contains(code) }
}

extension FetchError {
    /// Whether the request certainly didn't reach the server, so that sending it again can't act
    /// twice.
    ///
    /// This isn't true of every `cannotConnect`, because the system reports some later failures
    /// with the same codes.
    fileprivate var provesNothingWasSent: Bool {
        kind == .cannotConnect(.refused) || kind == .cannotConnect(.unknownHost)
    }

    /// Whether the status is transient, but the service reports the error as permanent.
    fileprivate var isFinalByService: Bool {
        guard case .service(let error) = kind else { return false }
        return error.isRetryable == false && response?.head.status.isTransient == true
    }
}
