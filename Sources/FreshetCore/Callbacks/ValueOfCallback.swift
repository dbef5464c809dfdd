/// Runs a function that reports by callback, and waits for its outcome.
///
/// ```swift
/// let user = try await valueOfCallback { completion in
///     let task = directory.user(named: name, completion.pair)
///     return { task.cancel() }
/// }
/// ```
///
/// - Parameter start: Starts the work, and returns what cancels it. It runs at once, where the caller is isolated. A
///   callback that never comes, even after a cancellation, is waited for only until the waiting task is cancelled.
/// - Throws: The error that was reported, or `CancellationError` when the waiting task is cancelled.
public func valueOfCallback<Value: Sendable>(
    _ start: (Completion<Value, any Error>) -> (@Sendable () -> Void)?
) async throws -> Value {
    let outcome = AwaitedOutcome<Value>()
    let completion = Completion<Value, any Error> { outcome.settle($0) }
    // Not within the handler, whose operation leaves the caller's actor.
    let cancel = start(completion)
    return try await withTaskCancellationHandler {
        try await outcome.value
    } onCancel: {
        cancel?()
        completion.failure(CancellationError())
    }
}

/// The outcome of a callback, which may be set before or after a task waits for it.
private final class AwaitedOutcome<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, any Error>)
        case settled(Result<Value, any Error>)
    }

    private let state = Lock(State.open)

    func settle(_ result: Result<Value, any Error>) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            defer { state = .settled(result) }
            guard case .awaited(let continuation) = state else { return nil }
            return continuation
        }
        waiter?.resume(with: result)
    }

    var value: Value {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                let known = state.withLock { state -> Result<Value, any Error>? in
                    if case .settled(let result) = state { return result }
                    state = .awaited(continuation)
                    return nil
                }
                if let known { continuation.resume(with: known) }
            }
        }
    }
}
