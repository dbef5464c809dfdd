extension Request {
    /// Derives a request with one more interceptor around its call, inside of those that it and its client have.
    ///
    /// It sees the request and its final response, whatever the status, also out of the cache.
    public func intercepting(call interceptor: some Interceptor) -> Request<API, Value> {
        var new = self
        new.interceptors.call.append(interceptor)
        return new
    }

    /// Derives a request with one more interceptor around each of its attempts, inside of those that it and its client have.
    ///
    /// It sees what goes to the wire: every hop, retry and revalidation. Such a request shares no in-flight request, since
    /// interceptors can't be compared.
    public func intercepting(attempt interceptor: some Interceptor) -> Request<API, Value> {
        var new = self
        new.interceptors.attempt.append(interceptor)
        return new
    }
}
