/// A limit for the total number of retries of all calls to a host.
///
/// Each call earns a fraction of a retry, and each retry spends a whole one. While a host works,
/// retries are rare and always allowed. While it is down, it receives few requests beyond the calls
/// themselves, so that retries don't make an outage worse. A host starts with `reserve` retries and
/// can never save more than that.
public struct RetryBudget: Sendable, Hashable {
    /// The retries that each call earns: 0.2 by default, so that in the long run there is at most
    /// one retry per five calls.
    public var share: Double
    /// The maximum number of retries that a host can save: 10 by default. One retry is added every
    /// ten seconds, for hosts with few calls.
    public var reserve: Double

    /// Makes a budget.
    public init(share: Double = 0.2, reserve: Double = 10) {
        self.share = share
        self.reserve = reserve
    }
}

/// The number of retries that a host has left.
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

    /// Spends one retry, and returns whether there was one to spend.
    mutating func spend(_ budget: RetryBudget, now: Duration) -> Bool {
        recover(budget, now: now)
        // Five times 0.2 must count as 1, despite rounding.
        guard retries > 1 - 1e-9 else { return false }
        retries = max(0, retries - 1)
        return true
    }

    /// Returns the number of retries that are left at a given time.
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

    /// Returns the number of retries that each host has left with a budget.
    func summaries(_ budget: RetryBudget) -> [(host: String, retries: Double)] {
        let now = time.now()
        return balances.withLock(\.byHost).map { ($0.host, $0.entry.retries(at: now, budget)) }
    }

    func earn(for host: WebAddress.Origin, by budget: RetryBudget) {
        // The clock may be code of a test: it is not called while the lock is held.
        let now = time.now()
        balances.withLock { $0.update(host, or: RetryBalance(budget, now: now)) { $0.earn(budget, now: now) } }
    }

    func spend(for host: WebAddress.Origin, by budget: RetryBudget) -> Bool {
        let now = time.now()
        return balances.withLock { $0.update(host, or: RetryBalance(budget, now: now)) { $0.spend(budget, now: now) } }
    }
}
