import FreshetCore

extension Resource {
    /// Runs an operation that keeps the resource up to date for as long as the returned token
    /// lives.
    ///
    /// ```swift
    /// let feed = list.feeding { list in
    ///     for await ids in stream() { list.set(ids) }
    /// }
    /// ```
    ///
    /// The operation reads a stream, for example. All tokens of a resource share one operation: the
    /// first token's operation runs until the last token is cancelled or released, and its task is
    /// then cancelled. Feeding a resource doesn't observe it.
    ///
    /// - Parameter operation: Receives the resource, on no particular thread.
    public func feeding(by operation: @escaping @Sendable (Self) async -> Void) -> ResourceObservation {
        guard let definition else { return ResourceObservation { _ in } }
        let (feeds, key) = (definition.store.feeds, definition.key)
        feeds.enter(key) { await operation(self) }
        // A token may end twice, by `cancel()` and by its release. The second end must not give up another
        // token's share.
        let isHeld = Lock(true)
        return ResourceObservation { _ in
            let wasHeld = isHeld.withLock { isHeld in
                defer { isHeld = false }
                return isHeld
            }
            if wasHeld { feeds.leave(key) }
        }
    }
}
