import FreshetCore
import HTTPTypes

/// Adds the cookies from the client's jar to each attempt, and stores those from its response.
///
/// It comes as late in the chain as possible, so that cookies set by other responses in the
/// meantime are sent. It comes after the cache and the retries, so that it sees every response from
/// a server but no cached one.
struct Cookies: CancellableInterceptor {
    let jar: CookieJar

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        let target = CookieTarget(request, jar.suffixes)
        let sending = sending(request, to: target, context)
        var outgoing = request
        if let field = sending.identity.field {
            outgoing.headers[.cookie] = field
            context.call.report(.cookies(CookieStep(.sent, names(of: sending.cookies))))
        }
        var response: IncomingResponse
        do throws(FetchError) {
            response = try await next.pass(outgoing)
        } catch {
            // A head's cookies are stored even if the body broke off.
            guard var head = error.response?.head, changesCookies(head, target) else { throw error }
            _ = await takeCookies(of: &head, from: target, sending.time, context)
            throw error.replacing(head: head)
        }
        let setsCookies = await takeCookies(of: &response.head, from: target, sending.time, context)
        let secrets = sending.cookies.filter { isSecret($0, in: request) }.map(\.value)
        let known = request[identity: CookieIdentity.self]
        let isOther = known.map { $0.texts != sending.identity.texts } ?? false
        guard setsCookies || isOther || !secrets.isEmpty else { return response }
        response.restrictCaching { restrictions in
            if setsCookies {
                restrictions.storageObstacle = "it sets cookies, which change the next request"
            }
            restrictions.secrets += secrets
            if isOther { restrictions.isOfOtherIdentity = true }
        }
        return response
    }

    /// Returns the cookies for a request, or none if it has its own `Cookie` field.
    private func sending(
        _ request: OutgoingRequest, to target: CookieTarget, _ context: CallContext
    ) -> CookieJar.Sending {
        let sending = jar.sending(to: target, of: request.owner, at: context.date)
        return request.headers.contains(.cookie) ? CookieJar.Sending(time: sending.time) : sending
    }

    /// Returns whether a body that repeats the cookie's value must not be cached. Some values are
    /// ordinary words, such as a language, so only cookies that are hidden from scripts or have a
    /// secret name count.
    private func isSecret(_ cookie: Cookie, in request: OutgoingRequest) -> Bool {
        cookie.isHTTPOnly || request.origin.secretNames.contains(item: cookie.name)
    }

    private func changesCookies(_ head: HTTPResponse, _ target: CookieTarget) -> Bool {
        head.headerFields.contains(.setCookie) || clearsSite(head, target)
    }

    /// Returns whether a response asks the client to remove its site's cookies. That is ignored on
    /// an insecure connection, where anyone on the network could have sent it.
    private func clearsSite(_ head: HTTPResponse, _ target: CookieTarget) -> Bool {
        target.isSecure && ClearSiteData.emptiesCookies(head.headerFields)
    }

    /// Moves a response's cookies to the jar, or removes the cookies of its site.
    ///
    /// - Returns: Whether the caller's identity changes.
    private func takeCookies(
        of head: inout HTTPResponse, from target: CookieTarget, _ time: CookieJar.Time, _ context: CallContext
    ) async -> Bool {
        let fields = head.headerFields[values: .setCookie]
        var taking = CookieJar.Taking()
        if changesCookies(head, target) {
            // Removed before the response is cached or shared, so that no other caller receives these cookies.
            head.headerFields[.setCookie] = nil
            // If the response clears its site's cookies, its own cookies would be removed right after they were stored.
            taking =
                clearsSite(head, target)
                ? jar.removeSite(of: target.host, time) : jar.take(fields, from: target, time, at: context.date)
            await jar.save(taking.fileRevision)
        }
        for step in taking.steps { context.call.report(.cookies(step)) }
        if let problem = jar.takeUnreportedProblem() {
            context.call.report(.cookies(CookieStep(.fileFailed, problem.description)))
        }
        return taking.changesIdentity
    }

    private func names(of cookies: [Cookie]) -> String {
        cookies.map { CookieStep.name($0.name) }.joined(separator: ", ")
    }
}
