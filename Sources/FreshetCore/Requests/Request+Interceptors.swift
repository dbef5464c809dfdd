extension Interceptors: RequestOptionKey {
    static let defaultValue = Interceptors()
    /// Interceptors can't be compared. Those around the call see each of the calls that share.
    static let sharing = OptionSharing<Interceptors>.when { $0.attempt.isEmpty && $1.attempt.isEmpty }
}

extension RequestOptions {
    var interceptors: Interceptors {
        get { self[Interceptors.self] }
        set { self[Interceptors.self] = newValue }
    }
}

extension Request {
    /// Returns the request with a further interceptor around its call, inside of those that it and its client have.
    ///
    /// It sees the request and its final response, whatever the status, also from the cache.
    public func intercepting(call interceptor: some Interceptor) -> Request<API, Value> {
        var new = self
        new.options.interceptors.call.append(interceptor)
        return new
    }

    /// Returns the request with a further interceptor around each attempt, inside of those that it and its client have.
    ///
    /// It sees every request that is sent: redirects, retries and revalidations. The request then shares no in-flight
    /// request, since interceptors can't be compared.
    public func intercepting(attempt interceptor: some Interceptor) -> Request<API, Value> {
        var new = self
        new.options.interceptors.attempt.append(interceptor)
        return new
    }
}
