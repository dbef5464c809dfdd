public import Dispatch
public import FreshetCore

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == FetchError {
    /// Delivers the elements to callbacks, for code that doesn't use `async`.
    ///
    /// ```swift
    /// let task = client.events(for: .prices).deliver { event in
    ///     show(event.value)
    /// } completion: {
    ///     print($0)
    /// }
    /// ```
    ///
    /// The next element is read once the callback has returned. Releasing the handle doesn't stop
    /// the delivery.
    ///
    /// - Parameters:
    ///   - queue: The queue on which both callbacks run, by default the main queue.
    ///   - receive: Called with each element, in order.
    ///   - completion: Called exactly once, after the last element. It is called even after a
    ///     cancellation.
    /// - Returns: A handle that cancels the delivery and closes the connection.
    @discardableResult
    public func deliver(
        on queue: DispatchQueue = .main,
        receive: @escaping @Sendable (Element) -> Void,
        completion: @escaping @Sendable (Result<Void, FetchError>) -> Void
    ) -> FetchTask {
        let isEnded = Lock(false)
        let task = Task {
            let result: Result<Void, FetchError>
            do throws(FetchError) {
                var iterator = makeAsyncIterator()
                while let element = try await iterator.next(isolation: nil) {
                    if Task.isCancelled { throw .cancelled }
                    await queue.run { receive(element) }
                }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            isEnded.withLock { $0 = true }
            queue.async { completion(result) }
        }
        return FetchTask(isEnded: { isEnded.withLock { $0 } }, stop: { task.cancel() })
    }
}

extension DispatchQueue {
    fileprivate func run(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            async {
                body()
                continuation.resume()
            }
        }
    }
}
