import FreshetCore
import HTTPTypes

/// Adds the cookies of the client's jar to each attempt, and stores those of its response.
///
/// It is as late in the chain as possible, so that cookies of other responses are sent that were set in the meantime,
/// and after the cache and the retries, so that it sees every response of a server and no cached one.
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
            // The cookies of a head are stored even if its body broke off.
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
                restrictions.storageObstacle = "it sets cookies, with which the next request is another one"
            }
            restrictions.secrets += secrets
            if isOther { restrictions.isOfOtherIdentity = true }
        }
        return response
    }

    /// The cookies of a request; none if it has a `Cookie` field of its own.
    private func sending(
        _ request: OutgoingRequest, to target: CookieTarget, _ context: CallContext
    ) -> CookieJar.Sending {
        let sending = jar.sending(to: target, of: request.owner, at: context.date)
        return request.headers.contains(.cookie) ? CookieJar.Sending(time: sending.time) : sending
    }

    /// Whether a body that repeats the value of a cookie must not be stored. Some values are ordinary words, such as a
    /// language, so only cookies count that the server hides from scripts, or that have the name of a secret.
    private func isSecret(_ cookie: Cookie, in request: OutgoingRequest) -> Bool {
        cookie.isHTTPOnly || request.origin.secretNames.contains(item: cookie.name)
    }

    private func changesCookies(_ head: HTTPResponse, _ target: CookieTarget) -> Bool {
        head.headerFields.contains(.setCookie) || clearsSite(head, target)
    }

    /// Whether a response asks for the cookies of its site to be removed. It does not count on an insecure connection,
    /// where anyone on the network could send it.
    private func clearsSite(_ head: HTTPResponse, _ target: CookieTarget) -> Bool {
        target.isSecure && ClearSiteData.emptiesCookies(head.headerFields)
    }

    /// Moves the cookies of a response to the jar, or removes those of its site.
    ///
    /// - Returns: Whether this changes the identity of the caller.
    private func takeCookies(
        of head: inout HTTPResponse, from target: CookieTarget, _ time: CookieJar.Time, _ context: CallContext
    ) async -> Bool {
        let fields = head.headerFields[values: .setCookie]
        var taking = CookieJar.Taking()
        if changesCookies(head, target) {
            head.headerFields[.setCookie] = nil
            // The cookies of the same response would be removed right after they were stored.
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
