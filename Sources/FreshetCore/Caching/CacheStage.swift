import HTTPTypes

/// Responds from the cache, or sends the request and stores the response (RFC 9111).
struct CacheStage: Interceptor {
    private let cache: HTTPCache?

    /// - Parameter cache: The cache. Without one, requests with ``CachePolicy/cacheOnly`` fail.
    init(_ cache: HTTPCache?) {
        self.cache = cache
    }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard let cache else {
            if request.cache == .cacheOnly { throw FetchError(.notInCache("the client has no cache")) }
            var response = try await next.pass(request.passingCaches)
            response.source = .network
            return response
        }
        return try await CacheTransaction(cache, request, context.call, next).response()
    }
}

extension OutgoingRequest {
    /// The request with directives that make intermediate caches ask the origin, if its cache
    /// policy requires that.
    var passingCaches: OutgoingRequest {
        guard reachesOrigin, method == .get || method == .head,
            let value = DirectivesToCaches.value(for: cache, insteadOf: headers.value(of: .cacheControl))
        else { return self }
        var request = self
        request.headers[.cacheControl] = value
        return request
    }
}
