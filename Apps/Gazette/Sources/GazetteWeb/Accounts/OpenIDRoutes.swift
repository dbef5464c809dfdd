import Foundation
import Freshet
import HTTPTypes
import Hummingbird
import ReaderStorage

/// The routes by which people sign in at a provider of OpenID Connect.
struct OpenIDRoutes {
    let pages: AccountPages
    let signIn: OpenIDSignIn
    private var accounts: Accounts { pages.accounts }

    init(_ pages: AccountPages, _ signIn: OpenIDSignIn) {
        self.pages = pages
        self.signIn = signIn
    }

    func add(to router: TableRouter) {
        // A link, not a form: the policy for contents lets no form lead to another site.
        router.get("/openid") { request, context in await begin(request, context) }
        router.get("/openid/callback") { request, context in
            do {
                return try await complete(request, context)
            } catch {
                return failure(error, request)
            }
        }
    }

    private func begin(_ request: Request, _ context: WebContext) async -> Response {
        let query = request.uri.queryParameters
        let link = query["link"].map { String($0) }
        var account: String?
        if let link {
            guard let person = context.person, accounts.isFormToken(link, of: person) else {
                return Response(status: .forbidden)
            }
            account = person.account.id
        }
        do throws(FetchError) {
            let (pending, cookie) = try await signIn.begin(
                origin: request.origin, back: query["back"].flatMap { OwnPath(String($0))?.text },
                invitation: query["invitation"].flatMap { SecretToken(String($0))?.text }, account: account)
            var response = AccountPages.redirect(pending.authorization.url)
            response.headers[.setCookie] = Self.cookie(cookie, OpenIDSignIn.lifetime, request)
            return response
        } catch {
            return failure(error, request)
        }
    }

    private func complete(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let pending = request.cookies[Self.name(request)].flatMap({ signIn.pending($0.value) }) else {
            return sentence(
                "This sign-in has expired, or it began in another browser. Try again.", request, .badRequest)
        }
        let callback = "\(request.origin)\(request.uri.string)"
        let person = try await signIn.identity(callback: callback, of: pending)
        let issuer = signIn.settings.issuer
        var response: Response
        if let id = pending.account {
            guard let own = context.person, own.account.id == id else {
                return sentence("You have signed out in the meantime. Sign in, then try again.", request, .forbidden)
            }
            guard try await accounts.link(person, of: issuer, to: own.account) else {
                return sentence("Another account already uses this sign-in.", request, .conflict)
            }
            response = AccountPages.redirect("/me?done=linked")
        } else {
            let outcome = try await accounts.signIn(
                person, of: issuer, invitation: pending.invitation.flatMap { SecretToken($0) },
                pages.client(request, context))
            switch outcome {
            case .signedIn(let token, _):
                if let old = context.person, let session = old.session {
                    try await accounts.store.endSession(session.id, of: old.account.visitor)
                }
                response = AccountPages.redirect(pending.back ?? "/")
                response.headers[.setCookie] = SessionCookie.field(token, for: request)
            case .refused(let problem): response = sentence(problem, request, .forbidden)
            case .limited(let seconds):
                response = sentence(AccountPages.waitText(seconds), request, .tooManyRequests)
                response.headers[.retryAfter] = String(seconds)
            }
        }
        response.headers.append(HTTPField(name: .setCookie, value: Self.cookie("", 0, request)))
        return response
    }

    private func sentence(_ text: String, _ request: Request, _ status: HTTPResponse.Status) -> Response {
        pages.page("Sign in", SentenceContext(text: text), at: "/sign-in", request, status: status)
    }

    private func failure(_ error: any Error, _ request: Request) -> Response {
        accounts.note(error)
        return sentence(
            "\(signIn.settings.title) did not sign you in. Try again, or sign in with a password.", request,
            .badGateway)
    }

    private static func name(_ request: Request) -> String { request.isSecure ? "__Host-openid" : "openid" }

    private static func cookie(_ value: String, _ seconds: Int, _ request: Request) -> String {
        // Lax: it comes with the callback, a navigation from the provider.
        let rules = "Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
        return "\(name(request))=\(value); \(rules)\(request.isSecure ? "; Secure" : "")"
    }
}
