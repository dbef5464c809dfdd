import HTTPTypes

/// Why a request is sent again at once: without a delay, and without a charge to the retry budget of its host.
package enum Resending {
    /// The server requires HTTP/1.1 for the request (RFC 9113 §7).
    case overHTTP1
    /// The server has not processed it (RFC 9113 §8.7).
    case unprocessed
    /// Its reused connection was dead (RFC 9112 §9.3.1).
    case deadConnection
    /// The server rejects its field `Expect` (RFC 9110 §10.1.1).
    case withoutExpect
    /// Its token was refused.
    case withAnotherToken
    /// The server confirmed another response than the stored one (RFC 9111 §4.3.3).
    case withoutConditions
}

/// The reason why a request is not sent again.
package enum ResendObstacle: Equatable {
    /// The call has ended.
    case end
    /// The body is a stream, which can be sent only once.
    case body
    /// The rule for retries, or the method, forbids it.
    case rule
    /// It was sent again before, this many times.
    case count(Int)
}

/// Every stage of a call that sends a request a second time asks here: whether it may, and what that costs. The guide
/// Retries has the rules as a table.
extension Call {
    /// How often one call is sent again because of refused tokens.
    private static let tokens = 2

    /// Returns why a request must not be sent again at once; `nil` if it may. It is then counted.
    package func obstacle(toSending request: OutgoingRequest, again reason: Resending) -> ResendObstacle? {
        if cancellation.reasonOrEnd != nil { return .end }
        guard request.isBodyRepeatable || reason == .withAnotherToken && request.isBodyUnread else { return .body }
        let permission = options.retry.permission
        switch reason {
        case .overHTTP1, .withoutExpect, .withoutConditions: return nil
        case .unprocessed where permission == .never: return .rule
        case .deadConnection where !permission.allows(request.method) || !request.mayBeProcessedTwice: return .rule
        case .unprocessed, .deadConnection: return counters.countRepetition() == 1 ? nil : .count(1)
        case .withAnotherToken: return counters.countResend() <= Self.tokens ? nil : .count(Self.tokens)
        }
    }

    /// Decides whether a failed attempt is followed by another one, by the call's retry policy and the budget of the
    /// host. Reports why not.
    ///
    /// - Parameter budgets: `nil` for an attempt that costs nothing.
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
    /// Takes a retry from the budget of the host at which a stream could not be opened, and returns whether there was
    /// one.
    package func spendRetry(after error: FetchError, by policy: RetryPolicy) -> Bool {
        // The query is left out: it may hold what no address can, such as the mark of a hidden secret.
        guard let budget = policy.budget, let url = error.request?.url,
            let address = try? WebAddress(String(url.prefix { $0 != "?" }))
        else { return true }
        return engine.budgets.spend(for: address.origin, by: budget)
    }
}

extension OutgoingRequest {
    /// Whether a request whose method allows it can be sent again though the server may have processed it.
    ///
    /// A write with a condition can't: it could fail because of its own change, and a retry reads the resource first.
    /// Nor can a part of an upload, of which the server may have taken some bytes: it is asked how many.
    fileprivate var mayBeProcessedTwice: Bool {
        WriteCondition(method, headers) == nil && headers.value(of: .uploadOffset) == nil
    }
}
