import Foundation
import HTTPTypes
import Hummingbird
import LivePages
import ReaderModels
import ReaderStorage

/// The page of an account for its owner: the password, the sessions and the tokens of terminals.
struct ProfileRoutes {
    let pages: AccountPages
    private var accounts: Accounts { pages.accounts }

    init(_ pages: AccountPages) {
        self.pages = pages
    }

    func add(to router: TableRouter) {
        pages.get("/me", to: router) { person, request in
            try await page(person, request, notice: Self.notices[request.uri.queryParameters["done"] ?? ""])
        }
        pages.form("/me/password", to: router) { person, form, request, context in
            let outcome = try await accounts.changePassword(
                of: person, old: form["password"] ?? "", new: form["new"] ?? "", again: form["passwordAgain"] ?? "",
                address: context.peer)
            switch outcome {
            case nil:
                await pages.closePages(of: person.account.visitor)
                return AccountPages.redirect("/me?done=password")
            case .limited(let seconds)?:
                var response = try await page(
                    person, request, passwordProblem: AccountPages.waitText(seconds), status: .tooManyRequests)
                response.headers[.retryAfter] = String(seconds)
                return response
            case .refused(let problem)?:
                return try await page(person, request, passwordProblem: problem, status: .unprocessableContent)
            case .signedIn?: return AccountPages.redirect("/me")
            }
        }
        pages.form("/me/remove", to: router) { person, form, request, context in
            let outcome = try await accounts.remove(person, proof: form["proof"] ?? "", address: context.peer)
            switch outcome {
            case nil:
                await pages.closePages(of: person.account.visitor)
                // What is in memory of its marks is removed, too.
                await accounts.visitors.marks(of: person.account.visitor).reload()
                return AccountPages.signedOut(request)
            case .limited(let seconds)?:
                var response = try await page(
                    person, request, removalProblem: AccountPages.waitText(seconds), status: .tooManyRequests)
                response.headers[.retryAfter] = String(seconds)
                return response
            case .refused(let problem)?:
                return try await page(person, request, removalProblem: problem, status: .unprocessableContent)
            case .signedIn?: return AccountPages.redirect("/me")
            }
        }
        pages.form("/me/sessions/end", to: router) { person, form, _, _ in
            let visitor = person.account.visitor
            if let id = form["session"] {
                try await accounts.store.endSession(id, of: visitor)
            } else {
                try await accounts.store.endSessions(of: visitor, keeping: person.session?.id)
            }
            await pages.closePages(of: visitor)
            return AccountPages.redirect("/me?done=ended")
        }
        pages.form("/me/tokens", to: router) { person, form, request, context in
            let token = SecretToken()
            let title = (form["title"] ?? "").filter { !$0.isNewline }.prefix(60)
            _ = try await accounts.store.addSession(
                token, .terminal, of: person.account.visitor, title: title.isEmpty ? "A terminal" : String(title),
                address: context.peer, now: accounts.now)
            return try await page(person, request, newToken: token.text)
        }
    }

    private static let notices: [Substring: String] = [
        "password": "Your password was changed, and your other sessions were ended.", "ended": "Access revoked.",
        "linked": "You can now sign in with the provider.",
    ]

    private func page(
        _ person: SignedIn, _ request: Request, notice: String? = nil, passwordProblem: String? = nil,
        removalProblem: String? = nil, newToken: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let known = try await accounts.store.account(person.account.visitor)
        let sessions = try await accounts.store.sessions(of: person.account.visitor, now: accounts.now)
        var isLinked = false
        if let openID = accounts.openID {
            isLinked = try await accounts.store.isLinked(person.account.visitor, to: openID.settings.issuer)
        }
        func rows(_ kind: SessionRecord.Kind) -> [ProfileContext.Session] {
            sessions.filter { $0.kind == kind }.map {
                .init($0, isCurrent: $0.id == person.session?.id, now: accounts.now)
            }
        }
        let context = ProfileContext(
            notice: notice, name: person.account.name, token: accounts.formToken(of: person),
            isAdmin: person.account.isAdmin, hasSession: person.session != nil, hasPassword: known?.password != nil,
            passwordProblem: passwordProblem, removalProblem: removalProblem, hint: PasswordRules.hint,
            leastLength: PasswordRules.leastLength,
            sessions: rows(.browser), hasOthers: sessions.contains { $0.id != person.session?.id },
            provider: accounts.openID.map { .init($0, ["link": accounts.formToken(of: person)]) }, isLinked: isLinked,
            terminals: rows(.terminal), newToken: newToken, address: request.origin)
        return pages.page("Your account", context, at: "/me", request, status: status)
    }
}

/// The page of an account for its owner.
private struct ProfileContext: TemplateContext {
    static let template = "profile"

    struct Session: Encodable {
        let id: String
        let title: String
        let address: String
        let created: TimeContext
        let used: TimeContext
        let isCurrent: Bool

        init(_ session: SessionRecord, isCurrent: Bool, now: Date) {
            id = session.id
            title = session.title
            address = session.address
            created = TimeContext(session.created, now: now)
            used = TimeContext(session.used, now: now)
            self.isCurrent = isCurrent
        }
    }

    let notice: String?
    let name: String
    let token: String
    let isAdmin: Bool
    /// Whether a session of Gazette's own names the account, rather than a proxy.
    let hasSession: Bool
    let hasPassword: Bool
    let passwordProblem: String?
    let removalProblem: String?
    let hint: String
    let leastLength: Int
    let sessions: [Session]
    let hasOthers: Bool
    let provider: ProviderLink?
    /// Whether the account can be signed in to at the provider.
    let isLinked: Bool
    let terminals: [Session]
    /// A token that was made just now, which is shown once.
    let newToken: String?
    /// The address of Gazette, for the command that uses the token.
    let address: String
}
