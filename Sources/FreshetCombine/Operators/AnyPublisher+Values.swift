public import CombineOrOpenCombine

extension AnyPublisher {
    /// A publisher of one value that is there already.
    public static func just(_ output: Output) -> AnyPublisher {
        Just(output).setFailureType(to: Failure.self).eraseToAnyPublisher()
    }

    /// A publisher that fails at once.
    public static func fail(with error: Failure) -> AnyPublisher {
        Fail(error: error).eraseToAnyPublisher()
    }
}
