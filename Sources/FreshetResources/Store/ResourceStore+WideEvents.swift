import FreshetCore

// An event may concern several resources, which are notified one after another. Code that observes
// some of them and decides by all of them waits until the last one has been notified.
extension ResourceStore {
    /// Notifies several resources of an event.
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

    /// Runs a closure when all resources have been notified of the events in progress: immediately,
    /// or on the thread that notifies the last one.
    func afterWideEvents(_ run: @escaping @Sendable () -> Void) {
        let mustWait = state.withLock { state in
            if state.wideEvents > 0 { state.afterWideEvents.append(run) }
            return state.wideEvents > 0
        }
        if !mustWait { run() }
    }
}
