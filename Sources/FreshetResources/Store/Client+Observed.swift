import FreshetCore

extension Client {
    /// Sends a call whose steps are reported to the given observers, and waits for its response.
    func response<Value>(
        for request: Request<API, Value>, observers: [any FetchObserver]
    ) async throws(FetchError) -> Response<Value> {
        let call = Lock<(task: FetchTask?, isCancelled: Bool)>((nil, false))
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let task = start(request, observers: observers) { continuation.resume(returning: $0) }
                // The cancellation handler may run before `start` has returned the task. Whichever
                // runs second cancels the call.
                let isCancelled = call.withLock { call in
                    call.task = task
                    return call.isCancelled
                }
                if isCancelled { task.cancel() }
            }
        } onCancel: {
            let task = call.withLock { call in
                call.isCancelled = true
                return call.task
            }
            task?.cancel()
        }
        return try result.get()
    }
}
