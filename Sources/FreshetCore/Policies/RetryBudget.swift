/// A limit for the retries of all calls to one host together.
///
/// Each call earns a fraction of a retry; each retry spends one. While a host works, retries are rare and always
/// allowed; while it is down, it gets few requests beyond the calls themselves, so that retries do not multiply an
/// outage. A host starts with `reserve` retries, which is also the most it can save.
public struct RetryBudget: Sendable, Hashable {
    /// The retries that one call earns: 0.2, so that retries are at most a fifth of the traffic.
    public var share: Double
    /// The most retries that a host can save: 10. Another one is added every ten seconds, for hosts with few calls.
    public var reserve: Double

    /// Makes a budget.
    public init(share: Double = 0.2, reserve: Double = 10) {
        self.share = share
        self.reserve = reserve
    }
}

/// The balance of a host's budget.
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

    /// Spends one retry; returns whether there was one.
    mutating func spend(_ budget: RetryBudget, now: Duration) -> Bool {
        recover(budget, now: now)
        // Five times 0.2 must count as 1, despite rounding.
        guard retries > 1 - 1e-9 else { return false }
        retries = max(0, retries - 1)
        return true
    }

    /// The retries that there are at a time.
    func retries(at now: Duration, _ budget: RetryBudget) -> Double {
        var balance = self
        balance.recover(budget, now: now)
        return balance.retries
    }

    private mutating func recover(_ budget: RetryBudget, now: Duration) {
        retries = min(budget.reserve, retries + (now - updated) / .seconds(1) / Self.secondsPerRetry)
        updated = now
    }
}

/// The balances of the hosts that a client has called recently.
final class RetryBudgets: Sendable {
    private let balances = Lock(HostTable<RetryBalance>())
    private let time: TimeSource

    init(time: TimeSource) {
        self.time = time
    }

    /// The retries that each host has, by a budget.
    func summaries(_ budget: RetryBudget) -> [(host: String, retries: Double)] {
        let now = time.now()
        return balances.withLock(\.byHost).map { ($0.host, $0.entry.retries(at: now, budget)) }
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
