import Foundation

/// A retry policy: how often, how soon and after which errors a request is retried.
///
/// Before each retry, the client waits for a random part of a maximum delay (full jitter), so that
/// the clients of a server that failed don't all return at once. The maximum delay doubles from
/// `base` up to `cap`.
///
/// A ``Client`` has a policy for all its calls, ``standard`` by default, and a request may have its
/// own. Only requests that may be repeated are retried: see ``RetryRule``. FreshetCombine's
/// operator `retry` uses a policy for publishers of any kind; it ignores ``attemptTimeout`` and
/// ``budget``.
///
/// ```swift
/// var configuration = ClientConfiguration.platform
/// configuration.retry = RetryPolicy(attempts: 5, base: .seconds(1), cap: .seconds(30))
/// let weather = Client(Weather(), configuration)
/// let forecast = try await weather.value(for: .forecast(for: "Oslo").retrying(.never))
/// ```
public struct RetryPolicy: Sendable {
    /// The maximum number of attempts, including the first.
    public var attempts: Int
    /// The maximum delay after the first attempt.
    public var base: Duration
    /// The maximum delay after any attempt. If a server requests a longer delay, the request isn't
    /// retried.
    public var cap: Duration
    /// The maximum time that one attempt waits for the head of its response; `nil`, the default,
    /// for no limit besides ``Limits``.
    ///
    /// An attempt that takes longer is abandoned, and counts as failed.
    public var attemptTimeout: Duration?
    /// The limit for the retries of all calls to one host; `nil` for no limit.
    public var budget: RetryBudget?
    /// Returns whether an error is worth a retry.
    public var shouldRetry: @Sendable (any Error) -> Bool
    /// Returns a number from 0 to 1: the part of the maximum delay that is waited. Tests pass a
    /// constant.
    public var jitter: @Sendable () -> Double

    /// Makes a policy: by default 3 attempts, with delays of up to 0.5 s and 1 s, after transient
    /// errors.
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

    /// The default policy of clients: 3 attempts, with at most 1.5 s of delays unless the server
    /// requests longer ones.
    public static let standard = RetryPolicy()

    /// A policy with a single attempt.
    public static let never = RetryPolicy(attempts: 1)

    /// Returns whether an error is transient: whether it is ``FetchError/isRetryable``, or a
    /// `URLError` that concerns the network.
    public static let isTransient: @Sendable (any Error) -> Bool = { error in
        if let error = error as? FetchError { return error.isRetryable }
        let codes = [
            NSURLErrorTimedOut, NSURLErrorCannotFindHost, NSURLErrorCannotConnectToHost,
            NSURLErrorNetworkConnectionLost, NSURLErrorDNSLookupFailed, NSURLErrorNotConnectedToInternet,
        ]
        return error.urlErrorCode.map(codes.contains) ?? false
    }

    /// Returns the delay after a failed attempt; `nil` if it was the last one or the error isn't
    /// worth a retry.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt, starting at 1.
    ///   - error: The error with which it failed.
    public func delay(after attempt: Int, _ error: any Error) -> Duration? {
        guard attempt < attempts, shouldRetry(error) else { return nil }
        return backoff(after: attempt)
    }

    /// The part of a policy that can be compared. Calls that differ in it don't share a request.
    struct Numbers: Equatable {
        let attempts: Int
        let base: Duration
        let cap: Duration
        let attemptTimeout: Duration?
        let budget: RetryBudget?
    }

    var numbers: Numbers {
        Numbers(attempts: attempts, base: base, cap: cap, attemptTimeout: attemptTimeout, budget: budget)
    }

    /// Returns a random delay after an attempt.
    package func backoff(after attempt: Int) -> Duration {
        // Beyond this exponent the cap has been reached, and the shift would overflow.
        let longest = min(cap, base * (1 << min(attempt - 1, 30)))
        // The function is the caller's: it must not make a delay negative, or longer than the cap.
        return longest * min(max(jitter(), 0), 1)
    }
}
