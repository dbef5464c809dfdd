extension Interceptors: RequestOptionKey {
    static let defaultValue = Interceptors()
    /// Interceptors can't be compared, so a request with its own attempt interceptors is never
    /// shared. Interceptors around the call run for each of the calls that share a request.
    static let sharing = OptionSharing<Interceptors>.when { $0.attempt.isEmpty && $1.attempt.isEmpty }
}

extension RequestOptions {
    var interceptors: Interceptors {
        get { self[Interceptors.self] }
        set { self[Interceptors.self] = newValue }
    }
}

extension Request {
    /// Returns the request with another interceptor around its call, inside those that the client
    /// and the request already have.
    ///
    /// It sees the request and its final response, whatever the status, even if the response comes
    /// from the cache.
    public func intercepting(call interceptor: some Interceptor) -> Request<API, Value> {
        var new = self
        new.options.interceptors.call.append(interceptor)
        return new
    }

    /// Returns the request with another interceptor around each attempt, inside those that the
    /// client and the request already have.
    ///
    /// It sees every request that is sent, including redirects, retries and revalidations. The
    /// request no longer shares in-flight requests, since interceptors can't be compared.
    public func intercepting(attempt interceptor: some Interceptor) -> Request<API, Value> {
        var new = self
        new.options.interceptors.attempt.append(interceptor)
        return new
    }
}
