import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How often, how soon and after which errors something is tried again.
///
/// The waits grow from `base` by doubling, up to `cap`, and each is a random part of that length (full jitter), so
/// that many clients whom one outage stopped do not come back all at once.
public struct RetryPolicy: Sendable {
    /// How often it is tried in all, the first time included.
    public var attempts: Int
    /// The longest possible wait after the first attempt.
    public var base: Duration
    /// What no wait exceeds.
    public var cap: Duration
    /// Whether an error may pass by itself.
    public var shouldRetry: @Sendable (any Error) -> Bool
    /// Gives a number from 0 to 1, the part of the longest wait. Tests pass a constant.
    public var jitter: @Sendable () -> Double

    /// Makes a policy: 3 attempts, waits up to 0.5 s and 1 s, after errors that a second attempt may cure.
    public init(
        attempts: Int = 3,
        base: Duration = .milliseconds(500),
        cap: Duration = .seconds(20),
        shouldRetry: @escaping @Sendable (any Error) -> Bool = RetryPolicy.isTransient,
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.attempts = attempts
        self.base = base
        self.cap = cap
        self.shouldRetry = shouldRetry
        self.jitter = jitter
    }

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
        // Beyond this the cap has long been reached, and a shift would overflow.
        let longest = min(cap, base * (1 << min(attempt - 1, 30)))
        return longest * min(max(jitter(), 0), 1)
    }
}
