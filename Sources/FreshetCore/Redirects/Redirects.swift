import HTTPTypes

/// The stage that follows redirects. Each hop runs through the stages below it: the cache, retries,
/// and so on.
struct Redirects: Interceptor {
    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        var request = request
        var redirects: [Redirection] = []
        var interim: [InterimResponse] = []
        var groups: Set<CacheGroup> = []
        do throws(FetchError) {
            while true {
                var response = try await next.pass(request)
                interim += response.interim
                // A write whose response is a redirect has changed something as well, and each
                // origin may only invalidate its own groups.
                if !request.isReading {
                    groups.formUnion(
                        CacheGroup.invalidated(
                            after: request.method, by: response.head.headerFields, from: request.address.origin))
                }
                guard let target = try target(after: request, response, context.call, followed: redirects.count) else {
                    describe(&response, to: request, after: redirects)
                    if interim.count > response.interim.count { response.interim = interim }
                    if !groups.isEmpty { response[InvalidatedGroups.self] = groups }
                    context.call.report(&response)
                    return response
                }
                redirects.append(redirection(by: response, to: request))
                request = target
            }
        } catch {
            // Each hop has a response of its own. Without this, hints of earlier hops would be lost
            // with a failure.
            let error = error.adding(interim: interim)
            throw redirects.isEmpty ? error : error.adding(redirects: redirects, to: request.summary)
        }
    }

    private func describe(
        _ response: inout IncomingResponse, to request: OutgoingRequest, after redirects: [Redirection]
    ) {
        response.redirects = redirects
        response.url = request.responseURL
        if !redirects.isEmpty { response.redirectedRequest = request.summary }
    }

    private func redirection(by response: IncomingResponse, to request: OutgoingRequest) -> Redirection {
        Redirection(status: response.head.status, url: request.responseURL)
    }

    /// Returns the request to which a response redirects; `nil` for a final response.
    private func target(
        after request: OutgoingRequest, _ response: IncomingResponse, _ call: Call, followed count: Int
    ) throws(FetchError) -> OutgoingRequest? {
        let (head, options) = (response.head, call.options)
        guard let target = try Redirect.next(after: request, head: head, options, followed: count) else { return nil }
        // Its body is of no interest, and it would hold a connection and a permit while the next
        // hop runs.
        response.close()
        call.report(.redirect(status: head.status.code, to: target.url))
        return target
    }
}

/// The groups of stored responses that a response and the redirects before it invalidated, each
/// within its own origin.
enum InvalidatedGroups: NoteKey {
    typealias Note = Set<CacheGroup>
}
