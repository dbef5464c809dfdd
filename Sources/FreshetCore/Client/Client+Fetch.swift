public import Foundation

extension Client {
    /// Starts a call and hands its value to a callback.
    ///
    /// ```swift
    /// let task = news.fetch(.topHeadlines(country: .us)) { result in
    ///     switch result {
    ///     case .success(let page): show(page)
    ///     case .failure(let error): if !error.isCancellation { show(error) }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - request: What to ask.
    ///   - queue: Where the callback runs: the main queue unless told.
    ///   - completion: Called exactly once, also after a cancel, and never before this method has returned when
    ///     it is called on `queue`.
    /// - Returns: A handle that cancels the call. It need not be kept.
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

    /// Starts a call and hands its outcome to a callback on the task of the call: what adapters are built on.
    ///
    /// - Parameter completion: Called exactly once, on no particular thread. Return quickly.
    @discardableResult
    public func start<Value>(
        _ request: Request<API, Value>,
        completion: @escaping @Sendable (Result<Response<Value>, FetchError>) -> Void
    ) -> FetchTask {
        FetchTask(call: engine.launch(request, service: service, caching: cachePolicy, completion: completion))
    }
}
