public import CombineCompletion

extension AnyPublisher {
    /// Returns a publisher of a single value.
    public static func just(_ output: Output) -> AnyPublisher {
        // Unlike `Just`, a sequence may be cancelled on another thread while its value is being
        // requested.
        [output].publisher.setFailureType(to: Failure.self).eraseToAnyPublisher()
    }

    /// Returns a publisher that fails immediately.
    public static func fail(with error: Failure) -> AnyPublisher {
        Fail(error: error).eraseToAnyPublisher()
    }
}
