import FreshetCore

// An event may concern several resources, which are told one after the other. Whoever observes some of them and decides
// by all waits until the last one has been told.
extension ResourceStore {
    /// Tells several resources of an event.
    func tellAll(_ tell: () -> Void) {
        state.withLock { $0.wideEvents += 1 }
        tell()
        let waiting = state.withLock { state -> [@Sendable () -> Void] in
            state.wideEvents -= 1
            guard state.wideEvents == 0 else { return [] }
            defer { state.afterWideEvents = [] }
            return state.afterWideEvents
        }
        for run in waiting { run() }
    }

    /// Runs a closure when no resource is still to be told of an event: at once, or on the thread that tells the last one.
    func afterWideEvents(_ run: @escaping @Sendable () -> Void) {
        let mustWait = state.withLock { state in
            if state.wideEvents > 0 { state.afterWideEvents.append(run) }
            return state.wideEvents > 0
        }
        if !mustWait { run() }
    }
}
