/// A value that one task waits for. Only the first value that is provided counts.
///
/// Use it for a wait that may be abandoned: to abandon the wait means to provide a value for it.
package final class Pending<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())

    package init() {}

    /// Provides the value.
    ///
    /// - Returns: Whether it is the first value. Later ones are ignored.
    @discardableResult
    package func resolve(_ value: Value) -> Bool {
        let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            guard state.value == nil else { return (false, nil) }
            state.value = value
            defer { state.waiter = nil }
            return (true, state.waiter)
        }
        // Outside of the lock: a task executor may run the waiting task on this thread at once.
        waiter?.resume()
        return isFirst
    }

    /// Waits for the value.
    ///
    /// - Parameter abandon: Called when the task is cancelled, on any thread. It must provide a
    ///   value, or the wait continues.
    package func value(abandon: @escaping @Sendable () -> Void) async -> Value {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    // Check and registration are one step: a value that is provided between them
                    // would resume nobody.
                    if state.value == nil { state.waiter = continuation }
                    return state.value != nil
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            // Runs before the continuation exists if the task has been cancelled already. Its value
            // is then found above.
            abandon()
        }
        // Read under the lock: Thread Sanitizer can't follow a continuation that is resumed before it is awaited.
        guard let value = state.withLock({ $0.value }) else { preconditionFailure("It was resumed without a value.") }
        return value
    }
}
