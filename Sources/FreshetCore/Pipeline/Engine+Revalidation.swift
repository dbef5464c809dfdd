extension Engine {
    /// Asks the server behind a stale answer that was served, so that the next call finds a fresh one.
    ///
    /// It is a call of its own, with its own number in the events; nobody waits for it, and its failure is told there
    /// alone. One at a time runs for an answer.
    func revalidateBehind(_ request: PreparedRequest) {
        let key = request.cacheKey
        guard let cache = pipeline.cache, cache.beginRevalidation(of: key) else { return }
        var request = request
        request.cache = .revalidate
        let prepared = request
        let (pipeline, watchdog) = (pipeline, watchdog)
        let call = Call(
            .request(prepared), mayRepeat: true, callTimeout: pipeline.limits.callTimeout,
            idleTimeout: prepared.limits.idleTimeout ?? pipeline.limits.idleTimeout, time: time, observers: observers)
        call.report(.started)
        watchdog.add(call)
        Task {
            let result: Result<CallMetrics, FetchError>
            do throws(FetchError) {
                let arrival = try await pipeline.arrive(with: prepared, call: call)
                let body = try await pipeline.body(of: arrival, call: call)
                result = .success(call.metrics(arrival, bodyBytes: body.count))
            } catch {
                result = .failure(error)
            }
            _ = call.end(with: result) { $0 }
            watchdog.remove(call)
            cache.endRevalidation(of: key)
        }
    }
}
