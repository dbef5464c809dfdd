/// Runs a function that reports by callback, and waits for its outcome.
///
/// ```swift
/// let user = try await withCompletion { completion in
///     let task = directory.user(named: name, completion.pair)
///     return { task.cancel() }
/// }
/// ```
///
/// - Parameter start: Starts the work, and returns what cancels it. It runs at once, where the caller is isolated. A
///   callback that never comes, even after a cancellation, is waited for only until the waiting task is cancelled.
/// - Throws: The error that was reported, or `CancellationError` when the waiting task is cancelled.
public func withCompletion<Value: Sendable>(
    _ start: (Completion<Value, any Error>) -> (@Sendable () -> Void)?
) async throws -> Value {
    let outcome = Pending<Result<Value, any Error>>()
    let completion = Completion<Value, any Error> { outcome.resolve($0) }
    let cancel = start(completion)
    return try await outcome.value {
        cancel?()
        completion.failure(CancellationError())
    }.get()
}
