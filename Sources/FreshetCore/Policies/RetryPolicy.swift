import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How often, how soon and after which errors something is tried again.
///
/// The waits grow from `base` by doubling, up to `cap`, and each is a random part of that length (full jitter), so
/// that many clients whom one outage stopped do not come back all at once.
///
/// A ``Client`` has a policy for all its calls, ``standard`` by default, and a request may have one of its own. Only
/// what is safe is sent again: see ``RetryRule``. The operator `retry` of FreshetCombine takes a policy for
/// publishers of any kind; ``attemptTimeout`` and ``budget`` mean nothing to it.
public struct RetryPolicy: Sendable {
    /// How often it is tried in all, the first time included.
    public var attempts: Int
    /// The longest possible wait after the first attempt.
    public var base: Duration
    /// What no wait exceeds. A server that asks for a longer one is not asked again.
    public var cap: Duration
    /// The longest one attempt may take to the head of its answer; `nil`, as by default, leaves it to ``Limits``.
    ///
    /// An attempt that takes longer is given up and counts as one that failed.
    public var attemptTimeout: Duration?
    /// Bounds what all calls to one host may try again; `nil` takes the bound away.
    public var budget: RetryBudget?
    /// Whether an error may pass by itself.
    public var shouldRetry: @Sendable (any Error) -> Bool
    /// Gives a number from 0 to 1, the part of the longest wait. Tests pass a constant.
    public var jitter: @Sendable () -> Double

    /// Makes a policy: 3 attempts, waits up to 0.5 s and 1 s, after errors that a second attempt may cure.
    public init(
        attempts: Int = 3,
        base: Duration = .milliseconds(500),
        cap: Duration = .seconds(20),
        attemptTimeout: Duration? = nil,
        budget: RetryBudget? = RetryBudget(),
        shouldRetry: @escaping @Sendable (any Error) -> Bool = RetryPolicy.isTransient,
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.attempts = attempts
        self.base = base
        self.cap = cap
        self.attemptTimeout = attemptTimeout
        self.budget = budget
        self.shouldRetry = shouldRetry
        self.jitter = jitter
    }

    /// The policy of clients that name none: 3 attempts, within 1.5 s unless the server asks for more.
    public static let standard = RetryPolicy()

    /// One attempt, whatever comes of it.
    public static let never = RetryPolicy(attempts: 1)

    /// Whether an error may pass by itself: ``FetchError/isRetryable``, or a `URLError` of the network.
    public static let isTransient: @Sendable (any Error) -> Bool = { error in
        if let error = error as? FetchError { return error.isRetryable }
        let codes: [URLError.Code] = [
            .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed,
            .notConnectedToInternet,
        ]
        return (error as? URLError).map { codes.contains($0.code) } ?? false
    }

    /// How long to wait after an attempt that failed; `nil` when it was the last one or the error will not pass.
    ///
    /// - Parameter attempt: The number of the attempt, from 1.
    public func delay(after attempt: Int, _ error: any Error) -> Duration? {
        guard attempt < attempts, shouldRetry(error) else { return nil }
        return backoff(after: attempt)
    }

    /// The random part of the longest wait after an attempt.
    func backoff(after attempt: Int) -> Duration {
        // Beyond this the cap has long been reached, and a shift would overflow.
        let longest = min(cap, base * (1 << min(attempt - 1, 30)))
        return longest * min(max(jitter(), 0), 1)
    }
}
