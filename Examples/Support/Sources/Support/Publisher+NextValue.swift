public import FreshetCombine

extension Publisher where Output: Sendable, Failure == Never {
    /// Waits for the next value of a property, such as `model.$articles`, with which a screen would be drawn again.
    ///
    /// Change an input and wait in the same breath on the main actor, and no value is missed: properties of view models
    /// change on the main queue.
    public func nextValue() async throws -> Output {
        try await dropFirst().firstValue()
    }
}
