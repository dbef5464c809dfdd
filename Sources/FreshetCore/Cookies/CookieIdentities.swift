import Foundation
import HTTPTypes

/// Determines for each hop of a call the cookies that identify the caller, so that the cache finds that caller's responses.
///
/// Those of the first hop are read when the call begins, since calls only share an exchange if they are the same.
struct CookieIdentities: Interceptor {
    private let jar: CookieJar

    init(_ jar: CookieJar) {
        self.jar = jar
    }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard let known = request.cookieIdentity else { return try await next.pass(request) }
        var request = request
        request.readCookieIdentity(from: jar, at: context.date)
        let isFirst = request.origins.isEmpty
        let hasChanged = isFirst ? request.cookieIdentity?.texts != known.texts : jar.identityRevision != known.revision
        var response = try await next.pass(request)
        // Callers that share the exchange began with the cookies before the change.
        if hasChanged { response.isOfOtherIdentity = true }
        return response
    }
}

extension OutgoingRequest {
    /// Stores the cookies of a jar that identify the caller. A `Cookie` field of the request replaces them.
    mutating func readCookieIdentity(from jar: CookieJar, at now: Date) {
        cookieIdentity =
            headers.contains(.cookie)
            ? CookieIdentity(revision: jar.identityRevision)
            : jar.identity(for: CookieTarget(self, jar.suffixes), of: account, at: now)
    }
}
