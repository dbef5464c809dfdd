import Foundation

extension ResourceMachine {
    // MARK: - Freshness

    func isStale(_ freshness: ResourceFreshness, at date: Date) -> Bool {
        guard base != nil, !isInvalid else { return true }
        guard let end = end(of: freshness) else { return false }
        return date >= end
    }

    /// When the value becomes stale; `nil` for never.
    private func end(of freshness: ResourceFreshness) -> Date? {
        guard let facts = base?.facts else { return .distantPast }
        return freshness.end(of: facts.date, facts.freshUntil)
    }

    // MARK: - Deadlines

    func nextDeadline(_ now: Moment) -> Duration? {
        [graceEnd, keepEnd, pollDate(now), expiryFetch(now), expiry(now)].compactMap(\.self).min()
    }

    /// Carries out the deadlines that have passed.
    mutating func elapse(_ now: Moment) {
        guard !isRemoved else { return }
        if let graceEnd, now.time >= graceEnd { stopFetch() }
        if let pollDate = pollDate(now), now.time >= pollDate { start(now) }
        if let expiryFetch = expiryFetch(now), now.time >= expiryFetch { refetchIfStale(.expiry, now) }
        if let expiry = expiry(now), now.time >= expiry { hasChanged = true }
        // The wall clock may be set back. Observers aren't notified of the same expiry twice.
        noticed = max(noticed, now.date)
        guard let keepEnd, now.time >= keepEnd else { return }
        isRemoved = true
        // Released now, since a handle may retain the entry for longer.
        base = nil
        effects.append(.remove)
    }

    /// The time at which a fetch without observers and callers is cancelled.
    private var graceEnd: Duration? {
        guard let unwantedSince, let fetch, !fetch.isKept else { return nil }
        return unwantedSince + rules.grace
    }

    private var keepEnd: Duration? {
        guard let unwantedSince, isUnused else { return nil }
        return base?.facts.isUnstorable == true ? unwantedSince : unwantedSince + (keepTime ?? rules.keepTime)
    }

    private func pollDate(_ now: Moment) -> Duration? {
        guard restore == .done, fetch == nil, !now.isBackground, let lastEnd,
            let interval = observers.keys.compactMap({ $0.interval }).min()
        else { return nil }
        return max(lastEnd + interval, failure?.holdUntil ?? .zero)
    }

    /// The time at which the value becomes stale for an observer, which is then notified.
    private func expiry(_ now: Moment) -> Duration? {
        let ends = observers.keys.compactMap { end(of: $0.freshness) }.filter { $0 > noticed }
        return ends.min().map { time(of: $0, now) }
    }

    private func expiryFetch(_ now: Moment) -> Duration? {
        guard restore == .done, fetch == nil, base != nil, !now.isBackground, !rules.isFromStoreOnly else { return nil }
        let ends = observers.keys.filter { $0.triggers.contains(.expiry) }.compactMap { end(of: $0.freshness) }
        guard let end = ends.min() else { return nil }
        // A server may send a lifetime of zero or a second, which would be fetched in a loop.
        let earliest = lastEnd.map { $0 + rules.expiryInterval } ?? .zero
        return max(time(of: end, now), earliest, failure?.holdUntil ?? .zero)
    }

    private func time(of date: Date, _ now: Moment) -> Duration {
        // A date in the far past must not become a number that overflows.
        let remaining = max(-1e9, min(1e9, date.timeIntervalSince(now.date)))
        // Rounded up: an alarm that rings a nanosecond early would find nothing to do, and be set again.
        return now.time + .nanoseconds(Int64((remaining * 1e9).rounded(.up)))
    }
}
