public import CombineCompletion

extension AnyPublisher {
    /// Returns a publisher of a single value.
    public static func just(_ output: Output) -> AnyPublisher {
        // Unlike `Just`, it may be cancelled on another thread while its value is requested.
        [output].publisher.setFailureType(to: Failure.self).eraseToAnyPublisher()
    }

    /// Returns a publisher that fails at once.
    public static func fail(with error: Failure) -> AnyPublisher {
        Fail(error: error).eraseToAnyPublisher()
    }
}
