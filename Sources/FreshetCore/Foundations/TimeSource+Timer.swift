extension TimeSource {
    /// Starts a task that waits until a time and then runs an action. Cancelling it before that
    /// time prevents the action.
    ///
    /// The task has no task-local values, so a tracing span in whose context a timer is set isn't
    /// the parent of what the timer does.
    package func timer(at time: Duration, _ action: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached {
            if (try? await sleep(time)) != nil { await action() }
        }
    }
}
