import FreshetCombine

extension AnyScheduler {
    /// Returns a function that may be called from any thread: it runs an action here, unless the receiver is gone by then.
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
