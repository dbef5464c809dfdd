/// The stages in the order in which a call runs through them. Its response returns through them in reverse.
struct Chain: Sendable {
    /// The retry budgets of the hosts, also for retries outside of the chain.
    let budgets: RetryBudgets
    private let interceptors: Interceptors
    /// The built-in stages, and the client's interceptors around the attempt.
    private let stages: [any Interceptor]
    private let exchange: any Interceptor
    /// All stages, for requests without interceptors of their own.
    private let all: [any Interceptor]

    init(_ configuration: ClientConfiguration) {
        let (cache, time) = (configuration.cache, configuration.time)
        let hasPromptStore = cache.map { $0.promptStore != nil } ?? true
        let isPrompt =
            hasPromptStore && configuration.attemptInterceptors.isEmpty
            && configuration.transport is any PromptTransport
        let sharing = InFlightRequests(isPrompt: isPrompt)
        let jar = configuration.cookies
        let hasSession = configuration.authentication != nil
        let rateLimiter = configuration.rateLimit.map { RateLimiter($0, time: time) }
        var stages: [any Interceptor] = []
        if let fresh = cache.flatMap(FreshResponses.init) { stages.append(fresh) }  // in memory: waits for nothing
        stages.append(sharing)  // one task for each exchange, joined by identical calls
        stages.append(Redirects())  // each hop runs the stages below
        if let jar { stages.append(CookieIdentities(jar)) }  // whose responses the cache looks for
        stages.append(CacheStage(cache))
        let retries = Retries(time: time)
        budgets = retries.budgets
        stages.append(retries)  // a body that breaks off is a failed attempt
        stages.append(Authentication())
        let hasLimit = rateLimiter != nil
        if hasSession { stages.append(TokenAcquisition(appliesToken: !hasLimit)) }  // a call that waits holds no place
        if let rateLimiter { stages.append(rateLimiter) }
        if hasSession, hasLimit { stages.append(TokenApplication()) }  // the present one, after the wait for the limit
        if let jar { stages.append(Cookies(jar)) }  // what was set while the request waited is sent
        self.stages = stages
        interceptors = Interceptors(call: configuration.callInterceptors, attempt: configuration.attemptInterceptors)
        exchange = Exchange(configuration.transport, time: time)  // counts the attempt, sends, reads the body
        all = interceptors.call + stages + interceptors.attempt + [exchange]
    }

    /// Whether any interceptor runs around the call of a request with these interceptors.
    func hasCallInterceptors(_ own: Interceptors) -> Bool { !interceptors.call.isEmpty || !own.call.isEmpty }

    /// The whole chain for a call.
    ///
    /// - Parameter own: The interceptors of the request. They run inside of the client's.
    func start(_ call: Call, _ own: Interceptors) -> Next {
        guard !own.call.isEmpty || !own.attempt.isEmpty else { return Next(all, context: CallContext(call)) }
        let calls = interceptors.call + own.call
        let attempts = interceptors.attempt + own.attempt
        return Next(calls + stages + attempts + [exchange], context: CallContext(call))
    }
}
