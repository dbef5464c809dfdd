import FreshetCore

extension Resource {
    /// Runs an operation that keeps the resource up to date, such as one that reads a stream, as long as the returned
    /// token lives.
    ///
    /// ```swift
    /// let feed = list.feeding { list in
    ///     for await ids in stream() { list.set(ids) }
    /// }
    /// ```
    ///
    /// Tokens of one resource share one operation: that of the first runs until the last token has gone, when its task
    /// is cancelled. It does not observe the resource.
    ///
    /// - Parameter operation: Receives the resource.
    public func feeding(by operation: @escaping @Sendable (Self) async -> Void) -> ResourceObservation {
        guard let definition else { return ResourceObservation { _ in } }
        let (feeds, key) = (definition.store.feeds, definition.key)
        feeds.enter(key) { await operation(self) }
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
