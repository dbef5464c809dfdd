/// Adds the service's credentials to requests for its own origin, and reads them for each attempt.
struct Authentication: Interceptor {
    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard !request.credentials.isEmpty, request.isForService else { return try await next.pass(request) }
        let secrets = request.credentials.map { $0.secret() }
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
