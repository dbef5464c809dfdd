extension TimeSource {
    /// Starts a task that waits until a time and then runs an action. Cancelling it during the wait prevents the
    /// action.
    ///
    /// It has no task-local values: a span in whose context a timer is set is not the parent of what the timer does.
    package func timer(at time: Duration, _ action: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached {
            if (try? await sleep(time)) != nil { await action() }
        }
    }
}
