public import FreshetCombine

extension Publisher where Output: Sendable, Failure == Never {
    /// Waits for the next change of a published property, such as `model.$articles`, and returns the new value.
    ///
    /// No value is missed if the caller changes an input and calls this method on the main actor without an `await`
    /// in between: view models change their properties on the main queue.
    public func nextValue() async throws -> Output {
        try await dropFirst().firstValue()
    }
}
