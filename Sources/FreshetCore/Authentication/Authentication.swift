/// Adds the service's credentials to requests for its own origin, and reads them for each attempt.
struct Authentication: Interceptor {
    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        // An interceptor around the call may have moved the request to another host (`setURL`, `setOrigin`), and
        // the credentials are still in its list.
        guard !request.credentials.isEmpty, request.isForService else { return try await next.pass(request) }
        // Read only once: the identity below must be that of the secrets that are sent, and the app may replace
        // them at any time.
        let secrets = request.credentials.map { $0.secret() }
        // The cache key and the sharing of this request were fixed at the call's start. A response to the token of
        // another account that has signed in since then must not be stored or shared under them.
        let isOther = request.origin.identity.map { $0 != CredentialIdentity(request.credentials, secrets: secrets) }
        var signed = request
        signed.authenticate(with: secrets)
        var response = try await next.pass(signed)
        response.restrictCaching { restrictions in
            restrictions.secrets += secrets.compactMap(\.self)
            if isOther ?? false { restrictions.isOfOtherIdentity = true }
        }
        return response
    }
}
