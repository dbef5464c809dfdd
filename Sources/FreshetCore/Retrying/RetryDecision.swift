import HTTPTypes

/// What is known of an attempt that failed.
struct FailedAttempt {
    var error: FetchError
    /// Which attempt it was, from 1.
    var attempt = 1
    var method = HTTPRequest.Method.get
    var permission = RetryPermission.whenIdempotent
    /// Whether the body of the request can be sent a second time.
    var isBodyRepeatable = true
    /// When the server wants to be asked again.
    var retryAfter: RetryAfter?
    /// What is left of the call's time.
    var remaining: Duration?
}

/// What follows an attempt that failed.
enum RetryDecision: Equatable {
    case again(Retry)
    /// Nothing, for a reason worth telling.
    case stop(RetryStop)
    /// Nothing, since no other attempt would end in another way.
    case pass
}

extension RetryPolicy {
    /// Decides whether a failed attempt is followed by another one, and when.
    ///
    /// The decision is pure but for the policy's own functions; the host's ``RetryBudget`` is asked afterwards.
    func decision(after failed: FailedAttempt) -> RetryDecision {
        let error = failed.error
        guard attempts > 1, !error.isCancellation else { return .pass }
        guard shouldRetry(error) else { return error.isFinalByService ? .stop(.service) : .pass }
        guard failed.attempt < attempts else { return .stop(.attempts(failed.attempt)) }
        if failed.permission == .never { return .stop(.permission) }
        guard failed.permission.allows(failed.method) || error.provesNothingWasSent else { return .stop(.method) }
        guard failed.isBodyRepeatable else { return .stop(.body) }

        let wait = failed.retryAfter?.wait ?? backoff(after: failed.attempt)
        guard wait <= cap else { return .stop(.askedTooLong(wait)) }
        if let remaining = failed.remaining, wait >= remaining { return .stop(.deadline) }
        let cause = failed.retryAfter.map { Retry.Cause.serverAsked(field: $0.field) } ?? .backoff
        return .again(Retry(failure: error.code, wait: wait, cause: cause))
    }
}

extension HTTPResponse.Status {
    /// Whether the same request may get a better answer later.
    ///
    /// 408 (RFC 9110 §15.5.9), 425 (RFC 8470 §5.2), 429 (RFC 6585 §4), 500, 502, 503 and 504 (RFC 9110 §15.6).
    var isTransient: Bool { [408, 425, 429, 500, 502, 503, 504].contains(code) }
}

extension FetchError {
    /// Whether the request can't have reached the server, so that nothing happens twice when it is sent again.
    ///
    /// Not every `cannotConnect`: a way that fails later on is reported with the same codes of the system.
    fileprivate var provesNothingWasSent: Bool {
        kind == .cannotConnect(.refused) || kind == .cannotConnect(.unknownHost)
    }

    /// Whether the status would pass by itself, but the service says otherwise.
    fileprivate var isFinalByService: Bool {
        guard case .service(let error) = kind else { return false }
        return error.isRetryable == false && response?.head.status.isTransient == true
    }
}
