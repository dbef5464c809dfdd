import Foundation
import HTTPTypes
import Hummingbird
import LivePages
import ReaderStorage

/// The routes for signing in, up and out. Their forms need no script.
struct SignInRoutes {
    let pages: AccountPages
    private var accounts: Accounts { pages.accounts }

    init(_ pages: AccountPages) {
        self.pages = pages
    }

    func add(to router: TableRouter) {
        router.get("/sign-in") { request, context in
            let back = request.uri.queryParameters["back"].map { String($0) }
            if context.person != nil { return AccountPages.redirect(Self.path(back)) }
            return signInPage(request, back: back)
        }
        router.get("/sign-up") { request, context in
            if context.person != nil { return AccountPages.redirect("/me") }
            guard accounts.settings.admission == .open else { return AccountPages.redirect("/sign-in") }
            return signUpPage(request)
        }
        router.get("/invitation/{token}") { request, context in
            do {
                return try await invitation(context.parameters.get("token") ?? "", request)
            } catch {
                return pages.failure(error, request)
            }
        }
        pages.form("/sign-in", to: router) { form, request, context in
            let outcome = try await accounts.signIn(
                form["name"] ?? "", form["password"] ?? "", pages.client(request, context))
            return try await response(outcome, back: form["back"], request, context) { problem, status in
                signInPage(request, name: form["name"] ?? "", back: form["back"], problem: problem, status: status)
            }
        }
        pages.form("/sign-up", to: router) { form, request, context in
            let text = form["invitation"]
            let token = text.flatMap { SecretToken($0) }
            let owner =
                if let token { try await accounts.store.invitation(token, now: accounts.now)?.accountName } else {
                    nil as String?
                }
            let outcome = try await accounts.signUp(
                form["name"] ?? "", form["password"] ?? "", again: form["passwordAgain"] ?? "", invitation: token,
                pages.client(request, context))
            if owner != nil, case .signedIn(_, let account) = outcome { await pages.closePages(of: account.visitor) }
            return try await response(outcome, back: nil, request, context) { problem, status in
                signUpPage(
                    request, name: form["name"] ?? "", invitation: text, owner: owner, problem: problem,
                    status: status)
            }
        }
        pages.form("/sign-out", to: router) { person, _, request, _ in
            if let session = person.session {
                try await accounts.store.endSession(session.id, of: person.account.visitor)
            }
            await pages.closePages(of: person.account.visitor)
            return AccountPages.signedOut(request)
        }
    }

    private static func path(_ back: String?) -> String {
        let path = back.flatMap { OwnPath($0)?.text } ?? "/"
        return path.hasPrefix("/sign-") ? "/" : path
    }

    /// Returns the response to an attempt: a redirect with the cookie of a new session, or the form again.
    private func response(
        _ outcome: Accounts.Outcome, back: String?, _ request: Request, _ context: WebContext,
        again: (String, HTTPResponse.Status) -> Response
    ) async throws -> Response {
        switch outcome {
        case .signedIn(let token, _):
            // The session that the browser had before ends.
            if let old = context.person, let session = old.session {
                try await accounts.store.endSession(session.id, of: old.account.visitor)
            }
            var response = AccountPages.redirect(Self.path(back))
            response.headers[.setCookie] = SessionCookie.field(token, for: request)
            response.headers[.clearSiteData] = "\"cache\""
            return response
        case .refused(let problem): return again(problem, .unprocessableContent)
        case .limited(let seconds):
            var response = again(AccountPages.waitText(seconds), .tooManyRequests)
            response.headers[.retryAfter] = String(seconds)
            return response
        }
    }

    // MARK: - Pages

    private func signInPage(
        _ request: Request, name: String = "", back: String?, problem: String? = nil,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let context = SignInContext(
            problem: problem, name: String(name.prefix(200)), back: back.flatMap { OwnPath($0)?.text },
            isOpen: accounts.settings.admission == .open,
            provider: accounts.openID.map { .init($0, ["back": back.flatMap { OwnPath($0)?.text } ?? ""]) })
        return pages.page("Sign in", context, at: "/sign-in", request, status: status)
    }

    private func signUpPage(
        _ request: Request, name: String = "", invitation: String? = nil, owner: String? = nil,
        problem: String? = nil, status: HTTPResponse.Status = .ok
    ) -> Response {
        let context = SignUpContext(
            problem: problem, name: owner ?? String(name.prefix(200)),
            invitation: invitation.flatMap { SecretToken($0)?.text },
            isReset: owner != nil, rule: AccountName.rule, hint: PasswordRules.hint,
            leastLength: PasswordRules.leastLength,
            provider: owner == nil
                ? accounts.openID.map { .init($0, ["invitation": invitation.flatMap { SecretToken($0)?.text } ?? ""]) }
                : nil)
        return pages.page(owner == nil ? "Sign up" : "New password", context, at: "/sign-up", request, status: status)
    }

    private func invitation(_ text: String, _ request: Request) async throws -> Response {
        guard let token = SecretToken(text),
            let invitation = try await accounts.store.invitation(token, now: accounts.now)
        else {
            return pages.page(
                "Sign up", SentenceContext(text: Accounts.noInvitation), at: "/sign-up", request, status: .notFound)
        }
        return signUpPage(request, invitation: token.text, owner: invitation.accountName)
    }
}

/// The form to sign in.
private struct SignInContext: TemplateContext {
    static let template = "signIn"

    let problem: String?
    let name: String
    let back: String?
    /// Whether everybody may make an account.
    let isOpen: Bool
    let provider: ProviderLink?
}

/// The link to sign in at a provider.
struct ProviderLink: Encodable {
    let name: String
    let href: String

    init(_ signIn: OpenIDSignIn, _ query: [String: String]) {
        name = signIn.settings.title
        href = PageAddress.link(["openid"], query)
    }
}

/// The form to make an account, or to set a new password by a link.
private struct SignUpContext: TemplateContext {
    static let template = "signUpAccount"

    let problem: String?
    let name: String
    let invitation: String?
    let isReset: Bool
    let rule: String
    let hint: String
    let leastLength: Int
    let provider: ProviderLink?
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    static let clearSiteData = HTTPField.Name("Clear-Site-Data")!
}
