package import FreshetCombine

extension AnyScheduler {
    /// Runs a function in a task, and passes its result to a receiver on this scheduler.
    ///
    /// - Returns: A handle that cancels the task. Once it is cancelled or released, the result is not passed.
    package func run<Receiver: AnyObject, Value: Sendable>(
        for receiver: Receiver, _ work: @escaping @concurrent @Sendable () async throws -> Value,
        then take: @escaping (Receiver, Result<Value, any Error>) -> Void
    ) -> AnyCancellable {
        // A subject may be used on any thread.
        nonisolated(unsafe) let results = PassthroughSubject<Result<Value, any Error>, Never>()
        let delivery = results.receive(on: self).sink { [weak receiver] result in
            if let receiver { take(receiver, result) }
        }
        let task = Task { @concurrent in
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            if !Task.isCancelled { results.send(result) }
        }
        return AnyCancellable {
            delivery.cancel()
            task.cancel()
        }
    }
}
