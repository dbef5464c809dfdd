import Foundation
import HTTPTypes

/// Reads for each hop of a call which cookies say who calls, so that the cache looks for that caller's responses.
///
/// The first hop's was read when the call began, since identical calls share the exchange by it.
struct CookieIdentities: Interceptor {
    private let jar: CookieJar

    init(_ jar: CookieJar) {
        self.jar = jar
    }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard let known = request.cookieIdentity else { return try await next(request) }
        var request = request
        request.readCookieIdentity(from: jar, at: context.date)
        let isFirst = request.origins.isEmpty
        let hasChanged = isFirst ? request.cookieIdentity?.texts != known.texts : jar.identityRevision != known.revision
        var response = try await next(request)
        // Callers that share it began with the cookies of before.
        if hasChanged { response.isOfOtherIdentity = true }
        return response
    }
}

extension OutgoingRequest {
    /// Notes who calls by the cookies of a jar. A `Cookie` field of the request's own takes their place.
    mutating func readCookieIdentity(from jar: CookieJar, at now: Date) {
        cookieIdentity =
            headers.contains(.cookie)
            ? CookieIdentity(revision: jar.identityRevision)
            : jar.identity(for: CookieTarget(self, jar.suffixes), at: now)
    }
}
