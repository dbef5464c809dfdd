import Foundation
import HTTPTypes
import Hummingbird
import LivePages
import PostgreSQL
import ReaderStorage

/// The page of administrators: the accounts, the invitations and the keys of the services.
struct MembersRoutes {
    let pages: AccountPages
    private var accounts: Accounts { pages.accounts }

    init(_ pages: AccountPages) {
        self.pages = pages
    }

    func add(to router: TableRouter) {
        pages.get("/members", to: router) { person, request in
            try await page(person, request)
        }
        pages.form("/members/invitations", to: router) { person, form, request, _ in
            let token = SecretToken()
            let isAdmin = form["admin"] == "on"
            try await accounts.store.invite(token, isAdmin: isAdmin, now: accounts.now)
            let text = isAdmin ? "The new account is an administrator." : nil
            return try await page(
                person, request, link: link(token, "Link for one new account, valid for 7 days:", text, request))
        }
        pages.form("/members/invitations/end", to: router) { _, form, _, _ in
            try await accounts.store.endInvitation(form["invitation"] ?? "")
            return AccountPages.redirect("/members#invitations")
        }
        pages.form("/members/change", to: router) { person, form, request, _ in
            guard let id = form["account"].flatMap({ Data(hexadecimal: $0) }), id.count == Visitor.byteCount,
                let account = try await accounts.store.account(Visitor(id: id))?.account
            else { return AccountPages.redirect("/members") }
            return try await change(account, form, by: person, request)
        }
    }

    private func change(
        _ account: Account, _ form: AccountPages.Form, by person: SignedIn, _ request: Request
    ) async throws -> Response {
        let (store, visitor) = (accounts.store, account.visitor)
        let isOwn = visitor == person.account.visitor
        switch form["action"] {
        case "end":
            try await store.endSessions(of: visitor, keeping: isOwn ? person.session?.id : nil)
            await pages.closePages(of: visitor)
        case "promote": try await store.setAdmin(true, of: visitor)
        // Administrators don't lock themselves out: another one has to do it.
        case "demote" where !isOwn: try await store.setAdmin(false, of: visitor)
        case "limit":
            let limit = (form["limit"] ?? "").trimmingCharacters(in: .whitespaces)
            guard let count = Int(limit), (0...100_000).contains(count) else {
                if limit.isEmpty { try await store.setSavedLimit(nil, of: visitor) }
                break
            }
            try await store.setSavedLimit(count, of: visitor)
        case "reset":
            let token = SecretToken()
            try await store.invite(token, for: visitor, now: accounts.now)
            let title = "Link for \(account.name) to set a new password, valid for 7 days:"
            return try await page(
                person, request,
                link: link(token, title, "Using it ends all of the account's sessions.", request))
        case "remove" where !isOwn:
            try await store.remove(visitor)
            await accounts.visitors.removeUnsent(of: visitor)
            await pages.closePages(of: visitor)
        default: break
        }
        // What is in memory of its marks has its limit, too.
        await accounts.visitors.marks(of: visitor).reload()
        return AccountPages.redirect("/members")
    }

    private func link(
        _ token: SecretToken, _ title: String, _ note: String?, _ request: Request
    ) -> MembersContext.NewLink {
        .init(title: title, address: "\(request.origin)/invitation/\(token.text)", note: note)
    }

    private func page(
        _ person: SignedIn, _ request: Request, link: MembersContext.NewLink? = nil
    ) async throws -> Response {
        let now = accounts.now
        let limit = accounts.visitors.store.limits.marks.saved
        let context = MembersContext(
            token: accounts.formToken(of: person), link: link,
            members: try await accounts.store.summaries().map {
                .init($0, isOwn: $0.account.visitor == person.account.visitor, limit: limit, now: now)
            },
            invitations: try await accounts.store.invitations(now: now).map { .init($0, now: now) },
            services: accounts.settings.serviceKeys.map { .init(name: $0.service, key: $0.key) })
        return pages.page("Members", context, at: "/members", request)
    }
}

/// The page of administrators.
private struct MembersContext: TemplateContext {
    static let template = "members"

    struct Member: Encodable {
        let id: String
        let name: String
        let isAdmin: Bool
        let isOwn: Bool
        let seen: TimeContext?
        let counts: String
        let savedLimit: String
        let usualLimit: Int

        init(_ summary: AccountSummary, isOwn: Bool, limit: Int, now: Date) {
            id = summary.account.id
            name = summary.account.name
            isAdmin = summary.account.isAdmin
            self.isOwn = isOwn
            seen = summary.seen.map { TimeContext($0, now: now) }
            let sessions = summary.sessionCount == 1 ? "1 session" : "\(summary.sessionCount) sessions"
            counts = "\(summary.readCount) read, \(summary.savedCount) saved, \(sessions)"
            savedLimit = summary.account.savedLimit.map { String($0) } ?? ""
            usualLimit = limit
        }
    }

    struct OpenInvitation: Encodable {
        let id: String
        let title: String
        let created: TimeContext
        let expires: String

        init(_ invitation: Invitation, now: Date) {
            id = invitation.id
            title =
                invitation.accountName.map { "A new password for \($0)" }
                ?? (invitation.isAdmin ? "A new administrator" : "A new account")
            created = TimeContext(invitation.created, now: now)
            let days = Int((invitation.expires.timeIntervalSince(now) / 86_400).rounded(.up))
            expires = days == 1 ? "valid for 1 more day" : "valid for \(days) more days"
        }
    }

    /// A link that was made just now, which is shown once.
    struct NewLink: Encodable {
        let title: String
        let address: String
        let note: String?
    }

    struct Service: Encodable {
        let name: String
        /// How the key ends; `nil` if there is none.
        let key: String?
    }

    let token: String
    let link: NewLink?
    let members: [Member]
    let invitations: [OpenInvitation]
    let services: [Service]
}
