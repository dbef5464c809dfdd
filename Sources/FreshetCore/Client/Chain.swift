/// The stages in the order in which a call runs through them. Its response returns through them in reverse.
struct Chain: Sendable {
    /// The retry budgets of the hosts, which also apply to retries outside the chain.
    let budgets: RetryBudgets
    let sharing: InFlightRequests
    /// `nil` without a rate limit.
    let limiter: RateLimiter?
    private let interceptors: Interceptors
    /// The built-in stages, those of plug-ins, and the client's interceptors around the attempt.
    private let stages: [any Interceptor]
    private let exchange: any Interceptor
    /// All stages, for requests without interceptors of their own.
    private let all: [any Interceptor]

    init(_ configuration: ClientConfiguration) {
        let (cache, time) = (configuration.cache, configuration.time)
        func plugged(_ position: ChainPosition) -> [any Interceptor] {
            configuration.plugins.flatMap { $0.stages(at: position, in: configuration) }
        }
        let beforeCache = plugged(.beforeCache)
        let beforeLimit = plugged(.beforeRateLimit)
        let aroundAttempt = plugged(.afterRateLimit) + plugged(.aroundAttempt)
        // One stage that may ignore cancellation is enough: a cancelled call then doesn't wait for its stages.
        let hasSynchronousStore = cache.map { $0.synchronousStore != nil } ?? true
        let endsOnCancel =
            hasSynchronousStore && configuration.transport is any CancellableTransport
            && (beforeCache + beforeLimit + aroundAttempt + configuration.attemptInterceptors)
                .allSatisfy { $0 is any CancellableInterceptor }
        sharing = InFlightRequests(endsOnCancel: endsOnCancel)
        let retries = Retries(time: time)
        budgets = retries.budgets
        limiter = configuration.rateLimit.map { RateLimiter($0, time: time) }
        var stages: [any Interceptor] = []
        if let fresh = cache.flatMap(FreshResponses.init) { stages.append(fresh) }  // in memory: waits for nothing
        stages.append(sharing)  // one task for identical calls in flight
        stages.append(Redirects())  // each hop runs the stages below
        stages += beforeCache  // whose responses the cache looks for
        // The cache is above the retries, so that a stale response only replaces a failure after the last attempt.
        stages.append(CacheStage(cache))
        stages.append(retries)  // a body that breaks off is a failed attempt
        // Below the retries, so that an attempt after a long delay carries the token of that moment.
        stages.append(Authentication())
        stages += beforeLimit  // a call that waits holds no permit
        if let limiter { stages.append(limiter) }
        stages += aroundAttempt  // what has changed while the request waited is sent
        self.stages = stages
        interceptors = Interceptors(
            call: plugged(.aroundCall) + configuration.callInterceptors, attempt: configuration.attemptInterceptors)
        exchange = Exchange(configuration.transport, time: time)  // counts the attempt, sends, reads the body
        all = interceptors.call + stages + interceptors.attempt + [exchange]
    }

    /// Returns whether any interceptor runs around the call of a request with these interceptors.
    func hasCallInterceptors(_ own: Interceptors) -> Bool { !interceptors.call.isEmpty || !own.call.isEmpty }

    /// Returns the whole chain for a call.
    ///
    /// - Parameter own: The interceptors of the request. They run inside the client's.
    func start(_ call: Call, _ own: Interceptors) -> Next {
        guard !own.call.isEmpty || !own.attempt.isEmpty else { return Next(all, context: CallContext(call)) }
        let calls = interceptors.call + own.call
        let attempts = interceptors.attempt + own.attempt
        return Next(calls + stages + attempts + [exchange], context: CallContext(call))
    }
}
