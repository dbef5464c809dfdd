import HTTPTypes

/// The reason why a request is sent again at once, without a delay and without a charge to the
/// retry budget of its host.
package enum Resending {
    /// The server requires HTTP/1.1 for the request (RFC 9113 §7).
    case overHTTP1
    /// The server reports that it hasn't processed the request (RFC 9113 §8.7).
    case unprocessed
    /// The reused connection of the request was dead (RFC 9112 §9.3.1).
    case deadConnection
    /// The server rejects the `Expect` field of the request (RFC 9110 §10.1.1).
    case withoutExpect
    /// The server refused the token of the request.
    case withAnotherToken
    /// The server confirmed a response other than the stored one (RFC 9111 §4.3.3).
    case withoutConditions
}

/// The reason why a request isn't sent again.
package enum ResendObstacle: Equatable {
    /// The call has ended.
    case end
    /// The body is a stream, which can be sent only once.
    case body
    /// The retry rule or the method forbids it.
    case rule
    /// The request has already been sent again this many times.
    case count(Int)
}

/// The rules for sending a request a second time, which every stage of a call follows. The guide
/// about retries lists them in a table.
extension Call {
    /// The maximum number of times that one call is sent again because of refused tokens.
    private static let tokens = 2

    /// Returns the reason why a request must not be sent again at once. If it may be sent, the
    /// result is `nil`, and the repetition is counted.
    package func obstacle(toSending request: OutgoingRequest, again reason: Resending) -> ResendObstacle? {
        if cancellation.reasonOrEnd != nil { return .end }
        // After a 401 to `Expect: 100-continue`, the server has not asked for the body: even one
        // that can be read only once is complete.
        guard request.isBodyRepeatable || reason == .withAnotherToken && request.isBodyUnread else { return .body }
        let permission = options.retry.permission
        switch reason {
        // None of these can repeat itself: the next request lacks what was refused.
        case .overHTTP1, .withoutExpect, .withoutConditions: return nil
        case .unprocessed where permission == .never: return .rule
        case .deadConnection where !permission.allows(request.method) || !request.mayBeProcessedTwice: return .rule
        // One count for both: a server that closes every connection must not keep a call busy
        // without any delay.
        case .unprocessed, .deadConnection: return counters.countRepetition() == 1 ? nil : .count(1)
        case .withAnotherToken: return counters.countResend() <= Self.tokens ? nil : .count(Self.tokens)
        }
    }

    /// Decides whether a failed attempt is followed by another one, according to the call's retry
    /// policy and the budget of the host. If it isn't, the reason is reported to observers.
    ///
    /// - Parameter budgets: The budgets of the hosts; `nil` for an attempt that costs nothing.
    func retry(after failed: FailedAttempt, of request: OutgoingRequest, _ budgets: RetryBudgets?) -> Retry? {
        let policy = options.retry.policy
        switch policy.decision(after: failed) {
        case .pass: return nil
        case .stop(let reason):
            report(.retryStopped(reason))
            return nil
        case .again(let retry):
            let host = request.address.origin
            if let budgets, let budget = policy.budget, !budgets.spend(for: host, by: budget) {
                report(.retryStopped(.budget(host: host.host)))
                return nil
            }
            return retry
        }
    }
}

extension Client {
    /// Spends a retry of the host at which a stream couldn't be opened, and returns whether there
    /// was one to spend.
    package func spendRetry(after error: FetchError, by policy: RetryPolicy) -> Bool {
        // Without the query, which may contain text that isn't valid in a URL, such as the
        // replacement of a secret.
        guard let budget = policy.budget, let url = error.request?.url,
            let address = try? WebAddress(String(url.prefix { $0 != "?" }))
        else { return true }
        return engine.budgets.spend(for: address.origin, by: budget)
    }
}

extension OutgoingRequest {
    /// Whether the request can be sent again even though the server may have processed it, provided
    /// that its method allows it.
    ///
    /// A write with a condition can't, because it could fail because of its own change; a retry
    /// reads the resource first. A part of an upload can't either, because the server may have
    /// received some of its bytes; it is asked how many.
    fileprivate var mayBeProcessedTwice: Bool {
        WriteCondition(method, headers) == nil && headers.value(of: .uploadOffset) == nil
    }
}
