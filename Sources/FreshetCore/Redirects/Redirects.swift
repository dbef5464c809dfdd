import HTTPTypes

/// Follows redirects. Each hop runs the stages below: the cache, retries, and so on.
struct Redirects: Interceptor {
    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        let (call, limit) = (context.call, context.call.options.limits.redirects)
        var request = request
        var count = 0
        while true {
            var response = try await next(request)
            guard let target = try Redirect.next(after: request, head: response.head) else {
                response.redirects = count
                response.url = request.url
                call.report(&response)
                return response
            }
            response.close()
            guard count < limit else { throw FetchError(.redirect(.tooMany(limit: limit))) }
            count += 1
            call.report(.redirect(status: response.head.status.code, to: target.url))
            request = target
        }
    }
}
