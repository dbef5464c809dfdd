extension AnyScheduler {
    /// Returns a function that runs an action on this scheduler, unless the receiver has been released by then.
    ///
    /// ```swift
    /// let show = scheduler.sender(to: label) { label, text in label.text = text }
    /// Task { show(await loadedText()) }
    /// ```
    ///
    /// The function may be called from any thread, and doesn't retain the receiver.
    public func sender<Receiver: AnyObject, Value: Sendable>(
        to receiver: Receiver, _ action: @escaping (Receiver, Value) -> Void
    ) -> @Sendable (Value) -> Void {
        // A scheduler takes actions from any thread, and only they touch the receiver.
        nonisolated(unsafe) let send = { [weak receiver, self] (value: Value) in
            schedule { if let receiver { action(receiver, value) } }
        }
        return { send($0) }
    }
}
