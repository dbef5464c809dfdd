/// Responds out of the cache, or sends the request and stores what comes back (RFC 9111).
struct CacheStage: Interceptor {
    private let cache: HTTPCache?

    /// - Parameter cache: `nil` for none: then a request that wants nothing but a cached response fails.
    init(_ cache: HTTPCache?) {
        self.cache = cache
    }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard let cache else {
            if request.cache == .cacheOnly { throw FetchError(.notInCache("the client has no cache")) }
            var response = try await next(request.passingCaches)
            response.source = .network
            return response
        }
        return try await CacheExchange(cache, request, context.call, next).response()
    }
}
