import Foundation
import HTTPTypes
import Hummingbird
import LivePages
import ReaderStorage

/// Makes the responses with the pages of accounts, and reads their forms.
struct AccountPages: Sendable {
    let desk: PageDesk
    let accounts: Accounts

    typealias Form = TableRouter.Form

    /// Adds the routes of all pages of accounts.
    func add(to router: TableRouter) {
        SignInRoutes(self).add(to: router)
        ProfileRoutes(self).add(to: router)
        MembersRoutes(self).add(to: router)
        SyncRoutes(accounts: accounts).add(to: router)
        if let openID = accounts.openID { OpenIDRoutes(self, openID).add(to: router) }
    }

    func page(
        _ title: String, _ context: any TemplateContext, at link: String, _ request: Request,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let guest = accounts.visitors.cookie.guest(of: request, now: accounts.now)
        var frame = desk.frame(Looks(request))
        frame.waiting = accounts.visitors.waiting(of: guest.visitor)
        let html = desk.renderer.document(
            title: title, section: nil, parts: [desk.renderer.part(Region("account", context))], frame: frame,
            link: link)
        var response = PageDesk.response(html, status: status, to: request)
        response.headers[.setCookie] = guest.field
        return response
    }

    static func redirect(_ path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }

    /// Leads a browser whose session has ended to the page for signing in, without the cookie and what is stored.
    static func signedOut(_ request: Request) -> Response {
        var response = redirect("/sign-in")
        response.headers[.setCookie] = SessionCookie.ended(for: request)
        // Pages that a browser has stored for reading offline.
        response.headers[.clearSiteData] = "\"cache\", \"storage\""
        return response
    }

    /// Closes the open pages of an account, here and in the other processes, after sessions have ended. Browsers whose
    /// session remains make their pages again.
    func closePages(of visitor: Visitor) async {
        desk.registry.removePages(of: visitor)
        do {
            try await accounts.store.database.announce(.end(visitor))
        } catch {
            accounts.note(error)
        }
    }

    /// What the client of a request is.
    func client(_ request: Request, _ context: WebContext) -> Accounts.Client {
        Accounts.Client(
            address: context.peer, title: BrowserTitle.title(of: request.headers[.userAgent]),
            visitor: accounts.visitors.cookie.guest(of: request, now: accounts.now).visitor)
    }

    /// Adds the handler of a page of an account, which its route demands.
    func get(
        _ path: String, to router: TableRouter,
        _ make: @escaping @Sendable (SignedIn, Request) async throws -> Response
    ) {
        router.get(path) { request, context in
            guard let person = context.person else { throw HTTPError(.unauthorized) }
            do {
                return try await make(person, request)
            } catch {
                return failure(error, request)
            }
        }
    }

    /// Adds the handler of a form that anybody may post.
    func form(
        _ path: String, to router: TableRouter,
        _ take: @escaping @Sendable (Form, Request, WebContext) async throws -> Response
    ) {
        router.form(path) { form, request, context in
            do {
                return try await take(form, request, context)
            } catch {
                return failure(error, request)
            }
        }
    }

    /// Adds the handler of a form of an account, which its route demands. The form contains the token of its session.
    func form(
        _ path: String, to router: TableRouter,
        _ take: @escaping @Sendable (SignedIn, Form, Request, WebContext) async throws -> Response
    ) {
        form(path, to: router) { form, request, context in
            guard let person = context.person else { throw HTTPError(.unauthorized) }
            guard accounts.isFormToken(form["token"], of: person) else { return Response(status: .forbidden) }
            return try await take(person, form, request, context)
        }
    }

    func failure(_ error: any Error, _ request: Request) -> Response {
        let sentence =
            if let error = error as? PasswordHashingError, case .libraryMissing = error {
                error.description
            } else {
                "Nobody can sign in or sign up at the moment. Try again in a minute."
            }
        accounts.note(error)
        var response = page(
            "Sign in", SentenceContext(text: sentence), at: "/sign-in", request, status: .serviceUnavailable)
        response.headers[.retryAfter] = "60"
        return response
    }

    /// The sentence of a limit.
    static func waitText(_ seconds: Int) -> String {
        let minutes = max(1, (seconds + 59) / 60)
        return "Too many attempts. Try again in \(minutes == 1 ? "a minute" : "\(minutes) minutes")."
    }
}

/// A page with one sentence about a failure.
struct SentenceContext: TemplateContext {
    static let template = "accountSentence"

    let text: String
}
