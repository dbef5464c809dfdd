/// Lets requests to one host pass, in the order they came and no faster than a limit allows.
///
/// The bucket is kept as the time at which it would be full again: whole arithmetic, so that a wait computed now
/// is over when that time is reached, neither sooner nor later.
struct RateGate {
    /// What becomes of a request that comes to the gate.
    enum Entry: Equatable {
        case passes
        /// Waits after so many others.
        case waits(ahead: Int)
        case isRefused
    }

    private let limit: RateLimit
    private let interval: Duration
    /// How far ahead of its pace a burst may run.
    private let depth: Duration
    private var fullAt: Duration
    private var underWay = 0
    private var queue: [UInt64] = []

    init(_ limit: RateLimit, now: Duration) {
        self.limit = limit
        interval = limit.interval ?? .zero
        // Bounded, since times can't hold more than a day a million times.
        depth = interval * (min(max(1, limit.burst), 1_000_000) - 1)
        fullAt = now
    }

    /// Whether a request waits or is under way.
    var isBusy: Bool { underWay > 0 || !queue.isEmpty }

    mutating func enter(_ id: UInt64, now: Duration) -> Entry {
        if queue.isEmpty, mayPass(now) {
            pass(now)
            return .passes
        }
        guard queue.count < max(0, limit.waiters) else { return .isRefused }
        queue.append(id)
        return .waits(ahead: queue.count - 1)
    }

    /// Takes a request out that waits no longer.
    mutating func leave(_ id: UInt64) {
        queue.removeAll { $0 == id }
    }

    /// Frees the place of an exchange that has ended.
    mutating func end() {
        underWay -= 1
    }

    /// Lets the requests pass whose turn it is.
    mutating func admit(now: Duration) -> [UInt64] {
        var count = 0
        while count < queue.count, mayPass(now) {
            pass(now)
            count += 1
        }
        defer { queue.removeFirst(count) }
        return Array(queue.prefix(count))
    }

    /// When the first request that waits may pass; `nil` when none waits, or only for the end of another exchange.
    var nextAdmission: Duration? {
        guard !queue.isEmpty, hasPlace else { return nil }
        return fullAt - depth
    }

    private var hasPlace: Bool { limit.callsAtOnce.map { underWay < max(1, $0) } ?? true }

    private func mayPass(_ now: Duration) -> Bool {
        hasPlace && fullAt - depth <= now
    }

    private mutating func pass(_ now: Duration) {
        underWay += 1
        fullAt = max(fullAt, now) + interval
    }
}
