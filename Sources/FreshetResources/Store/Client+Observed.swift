import FreshetCore

extension Client {
    /// Sends a call whose steps are reported to the given observers, and waits for its result.
    func result<Value>(
        of request: Request<API, Value>, observers: [any FetchObserver]
    ) async -> Result<Response<Value>, FetchError> {
        let result = Pending<Result<Response<Value>, FetchError>>()
        let task = start(request, observers: observers) { result.resolve($0) }
        // The call reports its cancellation as its result.
        return await result.value { task.cancel() }
    }
}
