public import Foundation

extension Client {
    /// Starts a call and passes its result to a callback.
    ///
    /// ```swift
    /// let task = news.fetch(.headlines) { result in
    ///     switch result {
    ///     case .success(let page): show(page)
    ///     case .failure(let error): if !error.isCancellation { show(error) }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - queue: The queue on which the callback runs. The main queue by default.
    ///   - completion: Called exactly once, even after a cancellation. If this method is called on
    ///     `queue`, it returns before the callback runs.
    /// - Returns: A handle that cancels the call. Releasing it has no effect.
    @discardableResult
    public func fetch<Value>(
        _ request: Request<API, Value>,
        on queue: DispatchQueue = .main,
        completion: @escaping @Sendable (Result<Value, FetchError>) -> Void
    ) -> FetchTask {
        start(request) { result in
            queue.async { completion(result.map(\.value)) }
        }
    }

    /// Starts a call and passes its response to a callback on the call's task.
    ///
    /// ```swift
    /// let task = news.start(.headlines) { result in
    ///     subscriber.send(result.map(\.value))
    /// }
    /// subscriber.onDispose { task.cancel() }
    /// ```
    ///
    /// Use it to build an adapter for another concurrency library. Apps use
    /// ``fetch(_:on:completion:)``, which calls back on a queue.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - completion: Called exactly once, even after a cancellation, on no particular thread.
    ///     Return quickly.
    /// - Returns: A handle that cancels the call. Releasing it has no effect.
    @discardableResult
    public func start<Value>(
        _ request: Request<API, Value>,
        completion: @escaping @Sendable (Result<Response<Value>, FetchError>) -> Void
    ) -> FetchTask {
        FetchTask(call: engine.launch(request, service: service, caching: cachePolicy, completion: completion))
    }
}
