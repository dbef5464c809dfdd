import Foundation
import FreshetCore
import HTTPTypes

extension ResourceMachine {
    // MARK: - Starting and ending

    mutating func start(_ now: Moment) {
        guard fetch == nil, restore == .done else { return }
        // Only the first fetch may be satisfied by the cache. Later ones have to reach the server.
        let isFirst = base == nil && barrier == 0
        let plan = FetchPlan(start: now.stamp, revalidates: !isFirst, group: barrier)
        fetch = RunningFetch(plan: plan, phase: now.isOffline ? .paused : .running)
        if !now.isOffline { effects.append(.fetch(plan)) }
        hasChanged = true
    }

    /// Cancels the fetch, and leaves the value and the failure as they are.
    mutating func stopFetch() {
        guard let fetch else { return }
        if fetch.phase != .paused { effects.append(.cancelFetch(fetch.plan.start)) }
        self.fetch = nil
        hasChanged = true
    }

    private mutating func endFetch(_ now: Moment) {
        fetch = nil
        lastEnd = now.time
        hasChanged = true
        if !isWanted { unwantedSince = now.time }
    }

    /// Starts another fetch if the one that ended began too early for an observer or a caller.
    private mutating func goOn(after start: Stamp, _ now: Moment) {
        if invalid > start && hasActiveObserver && !awaitsWrite || !awaiters.isEmpty { self.start(now) }
    }

    mutating func enter(_ phase: RunningFetch.Phase, _ id: Stamp) {
        guard fetch?.plan.start == id, fetch?.phase != phase else { return }
        fetch?.phase = phase
        hasChanged = true
    }

    // MARK: - Outcomes

    mutating func respond(_ id: Stamp, _ fetched: FetchedValue<Value>, _ now: Moment) {
        // A response to a fetch that was cancelled or replaced in the meantime changes nothing.
        guard fetch?.plan.start == id else { return }
        take(
            // A stored response may be of any age. As of number 0, it never replaces data from the server.
            Base(value: fetched.value, asOf: fetched.isFromServer ? id : 0, facts: fetched.facts),
            isEqual: fetched.isEqual)
        failure = fetched.failure.map { failed($0, now) }
        lastResponse = now.time
        if fetched.invalid > id { invalid = max(invalid, fetched.invalid) }
        guard fetched.isLast else { return }
        endFetch(now)
        settle(awaiters.filter { $0.value.needs <= id }.keys.sorted(), nil)
        goOn(after: id, now)
    }

    mutating func fail(_ id: Stamp, _ error: FetchError, _ now: Moment) {
        guard let fetch, fetch.plan.start == id else { return }
        // A lost network isn't a failure: the fetch waits for the network, and the screen shows no error.
        if now.isOffline, error.isNoConnection { return enter(.paused, id) }
        // A caller that arrived after an invalidation waits for a later fetch, which this failure
        // says nothing about.
        let concerned = awaiters.filter { $0.value.needs <= id || error.isCancellation }.keys.sorted()
        if error.isCancellation {
            self.fetch = nil
            hasChanged = true
        } else {
            failure = failed(error, now)
            // 404 and 410 also remove confirmed changes, which are part of the value that is gone. A write
            // whose outcome is open stays, since it may create the value again.
            if error.isOfSomethingGone, base != nil {
                base = nil
                changes.removeAll { if case .done = $0.phase { true } else { false } }
                revision.advance()
            }
            endFetch(now)
        }
        settle(concerned, error)
        if !error.isCancellation { goOn(after: id, now) }
    }

    private mutating func failed(_ error: FetchError, _ now: Moment) -> FetchFailure {
        failures += 1
        let next = failure.map { min($0.hold * 2, rules.longestHold) } ?? rules.firstHold
        let hold = error.retryAfter ?? next
        // A `Retry-After` (RFC 9110 §10.2.3) applies once. The doubling continues from our own delay, not
        // from the server's.
        return FetchFailure(error: error, hold: next, holdUntil: now.time + hold)
    }

    /// Replaces the base with new data, unless the base is newer. Removes the app's changes that
    /// the data contains, including those whose end has the fetch's own number, since their end
    /// started it.
    mutating func take(_ new: Base, isEqual: Bool) {
        guard new.asOf >= base?.asOf ?? 0 else { return }
        // Held writes reach the server after these, whenever they began.
        let leading = changes.prefix { change in change.ended.map { $0 <= new.asOf } ?? change.isHeld }
        changes.replaceSubrange(..<leading.endIndex, with: leading.filter { $0.isHeld })
        base = new
        if !isEqual || leading.contains(where: { !$0.isHeld }) { revision.advance() }
        updates += 1
        hasChanged = true
    }

    // MARK: - Waiting callers

    mutating func settle(_ ids: [Stamp], _ error: FetchError?) {
        guard !ids.isEmpty else { return }
        for id in ids { awaiters[id] = nil }
        effects.append(.settle(ids, error))
    }

    mutating func settleFresh(_ now: Moment) {
        let satisfied = awaiters.filter { _, awaiter in
            switch awaiter.waiting {
            case .fresh(let freshness): base != nil && !isStale(freshness, at: now.date)
            case .refetch: false
            case .end: fetch == nil
            }
        }
        settle(satisfied.keys.sorted(), nil)
    }

    // MARK: - Triggers

    /// Starts a fetch if the resource is stale for an observer that has chosen this trigger.
    mutating func refetchIfStale(_ trigger: RefetchTriggers, _ now: Moment, of some: [ObservationOptions]? = nil) {
        guard restore == .done, fetch == nil, !isHeld(now), !(rules.isFromStoreOnly && base != nil) else { return }
        // Expiry has an interval of its own.
        guard trigger == .expiry || !isThrottled(now) else { return }
        let isWanted = (some ?? Array(observers.keys)).contains {
            // A new observer without a value needs one, whatever its options.
            (base == nil && trigger == .appearance && !$0.isPassive || $0.triggers.contains(trigger))
                && isStale($0.freshness, at: now.date)
        }
        if isWanted { start(now) }
    }

    mutating func reconnect(_ now: Moment) {
        guard !now.isOffline else { return }
        guard var fetch, fetch.phase == .paused else { return refetchIfStale(.reconnection, now) }
        // The request is sent only now, so its data counts as requested now.
        fetch.plan.start = now.stamp
        fetch.phase = .running
        self.fetch = fetch
        effects.append(.fetch(fetch.plan))
        hasChanged = true
    }

    func isHeld(_ now: Moment) -> Bool {
        guard let failure else { return false }
        return now.time < failure.holdUntil
    }

    private func isThrottled(_ now: Moment) -> Bool {
        // An invalidation outweighs the throttle: the value is known to be outdated.
        guard base != nil, !isInvalid, let lastResponse else { return false }
        return now.time < lastResponse + rules.throttle
    }
}

extension FetchError {
    var isOfToken: Bool {
        if case .authentication = kind { true } else { status == .unauthorized }
    }

    var isNoConnection: Bool {
        switch kind {
        case .cannotConnect, .connectionLost: true
        default: false
        }
    }

    var isOfSomethingGone: Bool { status?.isGone == true }
}
