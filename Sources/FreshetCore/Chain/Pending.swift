/// A value that is waited for: the first one to come counts, and one task waits.
///
/// It is what every wait is made of that may be abandoned: whoever gives the wait up provides a value for it.
final class Pending<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())

    /// Provides the value.
    ///
    /// - Returns: Whether it is the first one, so that it counts.
    @discardableResult
    func resolve(_ value: Value) -> Bool {
        let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            guard state.value == nil else { return (false, nil) }
            state.value = value
            defer { state.waiter = nil }
            return (true, state.waiter)
        }
        waiter?.resume()
        return isFirst
    }

    /// Waits for the value.
    ///
    /// - Parameter abandon: Called when the task is cancelled; it provides a value.
    func value(abandon: @escaping @Sendable () -> Void) async -> Value {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if state.value == nil { state.waiter = continuation }
                    return state.value != nil
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            abandon()
        }
        // Read under the lock: Thread Sanitizer sees into no continuation that was resumed before it was awaited.
        guard let value = state.withLock({ $0.value }) else { preconditionFailure("It was resumed without a value.") }
        return value
    }
}
