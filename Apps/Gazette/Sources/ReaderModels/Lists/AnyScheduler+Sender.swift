import FreshetCombine

extension AnyScheduler {
    /// Returns a function that runs an action on this scheduler, unless the receiver has been released by then.
    ///
    /// The function may be called from any thread.
    func sender<Receiver: AnyObject, Value: Sendable>(
        to receiver: Receiver, _ action: @escaping (Receiver, Value) -> Void
    ) -> @Sendable (Value) -> Void {
        // A scheduler takes actions from any thread, and only they touch the receiver.
        nonisolated(unsafe) let send = { [weak receiver, self] (value: Value) in
            schedule { if let receiver { action(receiver, value) } }
        }
        return { send($0) }
    }
}
