import FreshetCore

/// Determines the cookies that identify the caller for each hop, so that the cache finds that
/// caller's responses.
///
/// The cookies for the first hop are read when the call begins, since calls share a request only if
/// these cookies are equal.
struct CookieIdentities: CancellableInterceptor {
    let jar: CookieJar

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard let known = request[identity: CookieIdentity.self] else { return try await next.pass(request) }
        var request = request
        jar.prepare(&request, at: context.date)
        let hasChanged =
            request.origins.isEmpty
            ? request[identity: CookieIdentity.self]?.texts != known.texts : jar.identityRevision != known.revision
        var response = try await next.pass(request)
        // Callers that share the request started with the cookies from before the change.
        if hasChanged { response.restrictCaching { $0.isOfOtherIdentity = true } }
        return response
    }
}
