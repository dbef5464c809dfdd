/// How much the calls to one host may try again, all taken together.
///
/// Each call earns a part of a retry; each retry spends one. While a host is well, retries cost next to nothing, and
/// while it is down, it gets little more than the calls themselves: an outage is not multiplied by the retries of its
/// clients. What was earned is kept up to `reserve`, which is also what a host starts with.
public struct RetryBudget: Sendable, Hashable {
    /// The retries that one call earns: 0.2, a fifth of the traffic.
    public var share: Double
    /// The most retries that are kept for a host: 10. One comes back every ten seconds, for hosts that are seldom asked.
    public var reserve: Double

    public init(share: Double = 0.2, reserve: Double = 10) {
        self.share = share
        self.reserve = reserve
    }
}

/// What is left of a host's budget.
struct RetryBalance {
    private static let secondsPerRetry = 10.0

    private(set) var retries: Double
    private var updated: Duration

    init(_ budget: RetryBudget, now: Duration) {
        retries = budget.reserve
        updated = now
    }

    /// Counts a call.
    mutating func earn(_ budget: RetryBudget, now: Duration) {
        recover(budget, now: now)
        retries = min(budget.reserve, retries + budget.share)
    }

    /// Takes one retry out; returns whether there was one.
    mutating func spend(_ budget: RetryBudget, now: Duration) -> Bool {
        recover(budget, now: now)
        // Five shares of a fifth are a whole, whatever binary fractions make of them.
        guard retries > 1 - 1e-9 else { return false }
        retries = max(0, retries - 1)
        return true
    }

    private mutating func recover(_ budget: RetryBudget, now: Duration) {
        retries = min(budget.reserve, retries + (now - updated) / .seconds(1) / Self.secondsPerRetry)
        updated = now
    }
}

/// The balances of all hosts that a client has called lately.
final class RetryBudgets: Sendable {
    private let balances = Lock(HostTable<RetryBalance>())
    private let time: TimeSource

    init(time: TimeSource) {
        self.time = time
    }

    func earn(for host: WebAddress.Origin, by budget: RetryBudget) {
        let now = time.now()
        balances.withLock { $0.update(host, or: RetryBalance(budget, now: now)) { $0.earn(budget, now: now) } }
    }

    func spend(for host: WebAddress.Origin, by budget: RetryBudget) -> Bool {
        let now = time.now()
        return balances.withLock { $0.update(host, or: RetryBalance(budget, now: now)) { $0.spend(budget, now: now) } }
    }
}
