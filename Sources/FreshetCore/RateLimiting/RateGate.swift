/// A gate that admits requests to one host in order, and no faster than a limit allows.
///
/// The token bucket is stored as the time at which it will be full again. The arithmetic is exact,
/// so that a wait that is computed now ends exactly when a request may pass.
struct RateGate {
    /// Whether a request passes the gate or waits.
    enum Entry: Equatable {
        case passes
        /// The request waits, with this many others ahead of it.
        case waits(ahead: Int)
        case isRefused
    }

    private let limit: RateLimit
    private let interval: Duration
    /// How far a burst may run ahead of the rate, as a duration.
    private let depth: Duration
    private var fullAt: Duration
    private var underWay = 0
    /// The server's limit; `nil` if the limit doesn't follow the server.
    private var server: ServerAllowance?
    private var queue: [UInt64] = []

    init(_ limit: RateLimit, now: Duration) {
        self.limit = limit
        interval = limit.interval ?? .zero
        // Bounded, since a duration can't hold a million times more than a day.
        depth = interval * (min(max(1, limit.burst), 1_000_000) - 1)
        fullAt = now
        server = limit.followsServer ? ServerAllowance() : nil
    }

    /// Returns the state at a given time as text.
    func summary(at now: Duration) -> String {
        var parts = ["under way: \(underWay)", "waiting: \(queue.count)"]
        if let remaining = server?.remaining { parts.append("allowed by the server: \(remaining)") }
        if let next = nextAdmission, next > now {
            parts.append("next in \(((next - now) / .milliseconds(1)).rounded()) ms")
        }
        return parts.joined(separator: ", ")
    }

    /// Whether a request waits or is running.
    var isBusy: Bool { underWay > 0 || !queue.isEmpty }

    mutating func enter(_ id: UInt64, now: Duration) -> Entry {
        // A new request must not overtake those that wait, even if it could pass now.
        if queue.isEmpty, mayPass(now) {
            pass(now)
            return .passes
        }
        // The queue is bounded: against a host that has stopped responding, an app would otherwise
        // pile up requests that nobody wants any longer.
        guard queue.count < max(0, limit.waiters) else { return .isRefused }
        queue.append(id)
        return .waits(ahead: queue.count - 1)
    }

    /// Removes a request that no longer waits.
    mutating func leave(_ id: UInt64) {
        queue.removeAll { $0 == id }
    }

    /// Takes back the permit of an exchange that has ended.
    mutating func end() {
        underWay -= 1
    }

    /// Records that a request has received its response, or failed without one.
    mutating func endWait() {
        server?.end()
    }

    /// Applies the quota that a response reports; `nil` if it reports none.
    mutating func take(_ quota: ServerQuota?, ofRequestSentAt sending: Duration, at now: Duration) {
        server?.take(quota, ofRequestSentAt: sending, at: now)
    }

    /// Admits the requests that may be sent now, and returns their numbers.
    mutating func admit(now: Duration) -> [UInt64] {
        var count = 0
        while count < queue.count, mayPass(now) {
            pass(now)
            count += 1
        }
        defer { queue.removeFirst(count) }
        return Array(queue.prefix(count))
    }

    /// The time at which the first waiting request is admitted; `nil` if none is waiting, or if it
    /// waits for a response or for the end of an exchange.
    var nextAdmission: Duration? {
        queue.isEmpty ? nil : opening
    }

    /// The time from which a request may pass, possibly in the past; `nil` if it has to wait for
    /// another request.
    private var opening: Duration? {
        guard hasPermit else { return nil }
        guard let server else { return fullAt - depth }
        return server.opening.map { max($0, fullAt - depth) }
    }

    private var hasPermit: Bool { limit.callsAtOnce.map { underWay < max(1, $0) } ?? true }

    private func mayPass(_ now: Duration) -> Bool {
        opening.map { $0 <= now } ?? false
    }

    private mutating func pass(_ now: Duration) {
        underWay += 1
        server?.send()
        // A full bucket does not fill any further: a pause earns one burst, however long it was.
        fullAt = max(fullAt, now) + interval
    }
}
