/// Runs a function that reports by callback, and waits for its outcome.
///
/// ```swift
/// let user = try await withCompletion { completion in
///     let task = directory.user(named: name, completion.pair)
///     return { task.cancel() }
/// }
/// ```
///
/// - Parameter start: Starts the work, and returns a function that cancels it, or `nil` if it can't be
///   cancelled. It runs at once, in the caller's isolation. Cancelling the waiting task ends the
///   wait, even if the work never calls back.
/// - Throws: The error that was reported, or `CancellationError` when the waiting task is cancelled.
public func withCompletion<Value: Sendable>(
    _ start: (Completion<Value, any Error>) -> (@Sendable () -> Void)?
) async throws -> Value {
    let outcome = Pending<Result<Value, any Error>>()
    let completion = Completion<Value, any Error> { outcome.resolve($0) }
    let cancel = start(completion)
    return try await outcome.value {
        cancel?()
        // Many APIs never call back after a cancellation, so the wait ends here. If `cancel` has called back
        // before it returned, that outcome counts.
        completion.failure(CancellationError())
    }.get()
}
