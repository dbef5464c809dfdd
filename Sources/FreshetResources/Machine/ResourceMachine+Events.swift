import Foundation
import FreshetCore

extension ResourceMachine {
    /// Handles an event, and returns the effects to carry out, in this order.
    mutating func handle(_ event: ResourceEvent<Value>, at now: Moment) -> [ResourceEffect] {
        guard !isRemoved else { return [] }
        let wasUsed = isUsed
        apply(event, now)
        // The keep time begins when the resource is no longer used.
        if !isWanted, unwantedSince == nil || wasUsed && !isUsed && fetch == nil { unwantedSince = now.time }
        elapse(now)
        // First, so that observers see the new state before the outcome of the other effects.
        if hasChanged { effects.insert(.changed, at: 0) }
        hasChanged = false
        defer { effects = [] }
        return effects
    }

    private mutating func apply(_ event: ResourceEvent<Value>, _ now: Moment) {
        switch event {
        case .observe(let options, let initial): observe(options, initial, now)
        case .leave(let options, let isReplaced): leave(options, isReplaced, now)
        case .wait(let id, let waiting): wait(id, waiting, now)
        case .abandon(let id): abandon(id, now)
        case .prefetch(let options): prefetch(options, now)
        case .restored(let value, let invalid): restored(value, invalid, now)
        case .notRestored: finishRestoring(now)
        case .response(let id, let fetched): respond(id, fetched, now)
        case .failure(let id, let error): fail(id, error, now)
        case .retry(let id, let attempt, let until, let failure):
            enter(.waiting(attempt: attempt, until: until, failure: failure), id)
        case .attempt(let id): enter(.running, id)
        case .foreground: refetchIfStale(.foreground, now)
        case .reconnection: reconnect(now)
        case .timePassed: break
        case .writeBegan(let id, let durable, let change): beginWrite(id, durable, change)
        case .writeHeld(let id, let isHeld): holdWrite(id, isHeld, now)
        case .writeSuperseded(let id): supersedeWrite(id)
        case .writeWithdrawn(let id): withdrawWrite(id, now)
        case .writeEnded(let id, let outcome): endWrite(id, outcome, now)
        case .awaitWrite(let id): awaitedWrites.insert(id)
        case .forgetWrite(let id): forgetWrite(id, now)
        case .outdate: outdate(now)
        case .invalidate: invalidate(now)
        case .set(let value, let lifetime): set(value, lifetime, now)
        case .update(let change): update(change, now)
        case .cancel: cancel(now)
        case .reset: reset(now)
        case .remove: remove(now)
        case .end: end(now)
        case .signIn: signIn(now)
        }
    }

    // MARK: - Observers and callers

    private mutating func observe(_ options: ObservationOptions, _ initial: Base?, _ now: Moment) {
        let isPolled = observers.keys.contains { $0.interval != nil }
        observers[options, default: 0] += 1
        // Counted from the end of an old fetch, the first poll would be due immediately.
        if options.interval != nil, !isPolled { lastEnd = now.time }
        self.initial = self.initial ?? initial
        use(options)
        // Before anything is sent, since a fresh stored value makes the request unnecessary.
        if restoreFirst() { return }
        useInitial()
        refetchIfStale(.appearance, now, of: [options])
    }

    private mutating func leave(_ options: ObservationOptions, _ isReplaced: Bool, _ now: Moment) {
        guard let count = observers[options] else { return }
        observers[options] = count > 1 ? count - 1 : nil
        if options.continuesUnobserved { fetch?.isKept = true }
        guard !options.isPassive else { return }
        becomeUnwanted(now, atOnce: isReplaced)
    }

    private mutating func wait(_ id: Stamp, _ waiting: Waiting, _ now: Moment) {
        use(ObservationOptions())
        awaiters[id] = WaitingCaller(waiting: waiting, needs: invalid)
        if case .refetch(isRestarting: true) = waiting {
            stopFetch()
            // Another call may share the request that was cancelled. It is not joined again.
            barrier = now.stamp
        }
        if restoreFirst() { return }
        settleFresh(now)
        if !awaiters.isEmpty { start(now) }
        if !isWanted { becomeUnwanted(now, atOnce: false) }
    }

    private mutating func abandon(_ id: Stamp, _ now: Moment) {
        guard awaiters.removeValue(forKey: id) != nil else { return }
        becomeUnwanted(now, atOnce: false)
    }

    private mutating func prefetch(_ options: ObservationOptions, _ now: Moment) {
        keepTime = max(keepTime ?? .zero, options.keepTime ?? rules.keepTime)
        guard !restoreFirst() else { return prefetched = options.freshness }
        fetchAhead(options.freshness, now)
    }

    private mutating func fetchAhead(_ freshness: ResourceFreshness, _ now: Moment) {
        guard isStale(freshness, at: now.date), fetch == nil, !isHeld(now) else { return }
        start(now)
        fetch?.isKept = true
    }

    private mutating func use(_ options: ObservationOptions) {
        keepTime = max(keepTime ?? .zero, options.keepTime ?? rules.keepTime)
        if !options.isPassive { unwantedSince = nil }
        wasUsed = true
    }

    private mutating func becomeUnwanted(_ now: Moment, atOnce: Bool) {
        guard !isWanted else { return }
        unwantedSince = now.time
        // A paused fetch, or one between two attempts, loses nothing when it is cancelled, so it has no
        // grace period.
        guard let fetch, !fetch.isKept, atOnce || fetch.phase != .running else { return }
        stopFetch()
    }

    // MARK: - The cache

    /// Begins to read the cache if that hasn't happened yet. Returns `false` once the cache has
    /// been read.
    private mutating func restoreFirst() -> Bool {
        if restore == .untouched {
            restore = .reading
            effects.append(.readStore)
        }
        return restore != .done
    }

    private mutating func restored(_ value: Base, _ invalidated: Stamp, _ now: Moment) {
        // A reset or a removal during the reading also discards the value that is read.
        guard restore != .done else { return }
        // A value that was set in the meantime is newer.
        if base == nil {
            base = value
            invalid = max(invalid, invalidated)
            revision.advance()
            updates += 1
        }
        finishRestoring(now)
    }

    private mutating func finishRestoring(_ now: Moment) {
        guard restore != .done else { return }
        restore = .done
        hasChanged = true
        useInitial()
        // Before the fetch below, which isn't needed for callers that the stored value satisfies.
        settleFresh(now)
        if !awaiters.isEmpty || isInvalid && hasActiveObserver && !awaitsWrite { start(now) }
        if let freshness = prefetched.take() { fetchAhead(freshness, now) }
        refetchIfStale(.appearance, now)
        if !isWanted { unwantedSince = now.time }
    }

    private mutating func useInitial() {
        guard base == nil, failure == nil, let initial else { return }
        base = initial
        revision.advance()
        hasChanged = true
    }

    // MARK: - By hand

    private mutating func invalidate(_ now: Moment) {
        makeInvalid(now)
        if restore == .done, isWanted, !isBeingWritten { start(now) }
    }

    private mutating func set(_ value: Value, _ lifetime: Duration?, _ now: Moment) {
        let facts = ValueFacts(
            origin: .set, date: now.date, lifetime: lifetime ?? base?.facts.lifetime ?? .zero,
            isUnstorable: base?.facts.isUnstorable ?? false, head: base?.facts.head, cost: base?.facts.cost ?? 0,
            tags: base?.facts.tags ?? [])
        barrier = now.stamp
        take(Base(value: value, asOf: now.stamp, facts: facts), isEqual: false)
        if !isWanted { unwantedSince = now.time }
    }

    private mutating func update(_ change: @escaping @Sendable (inout Value) -> Void, _ now: Moment) {
        guard base != nil else { return }
        changes.append(Change(began: now.stamp, phase: .done(now.stamp), apply: change))
        appChanges += 1
        // A request that is already in flight, perhaps by another call, may return data from before the
        // change. The next fetch must not share it.
        barrier = now.stamp
        revision.advance()
        hasChanged = true
    }

    private mutating func cancel(_ now: Moment) {
        stopFetch()
        settle(awaiters.keys.sorted(), .cancelled)
        if !isWanted, unwantedSince == nil { unwantedSince = now.time }
    }

    private mutating func forget(_ now: Moment) {
        cancel(now)
        base = nil
        failure = nil
        lastResponse = nil
        restore = .done
        barrier = now.stamp
        revision.advance()
        hasChanged = true
    }

    private mutating func reset(_ now: Moment) {
        forget(now)
        useInitial()
        refetchIfStale(.appearance, now)
    }

    private mutating func remove(_ now: Moment) {
        forget(now)
        guard !isUsed, !isWritten else { return }
        isRemoved = true
        effects.append(.remove)
    }

    private mutating func end(_ now: Moment) {
        // First, since `remove` keeps a resource that is observed or being written.
        observers = [:]
        changes = []
        remove(now)
    }

    /// Fetches the resource if it failed for lack of a token.
    private mutating func signIn(_ now: Moment) {
        guard let failure, failure.error.isOfToken else { return }
        self.failure = FetchFailure(error: failure.error, hold: failure.hold, holdUntil: now.time)
        if hasActiveObserver, base == nil || !rules.isFromStoreOnly { start(now) }
    }
}
