import Foundation
import HTTPTypes
import Hummingbird
import LivePages
import ReaderStorage

/// Finds the account of each request, and lets the rest of the server see its visitor and its settings.
///
/// A request of an account gets the cookies that its visitor would have. No browser ever receives them, so that the
/// account can't be used once its session has ended.
struct AccountGate: RouterMiddleware {
    typealias Context = WebContext

    let accounts: Accounts
    let desk: PageDesk

    @concurrent func handle(
        _ request: Request, context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let route = context.route
        guard route?.access != .open else { return try await next(request, context) }
        let person: SignedIn?
        do {
            person = try await accounts.person(of: request, context)
        } catch {
            // The store logs why: here, each request would.
            let outage = AccountOutage(desk: desk, isOpen: accounts.settings.admission == .open)
            return try await outage.response(to: request, route) {
                try await next($0, context)
            }
        }
        guard let person else {
            let mayRead = accounts.settings.admission == .open || route?.access == .signIn
            return mayRead ? try await next(request, context) : Self.refusal(request)
        }
        accounts.noteMember(person.account.visitor)
        var context = context
        context.person = person
        let response = try await next(accounts.request(request, of: person), context)
        await accounts.keepLooks(setBy: response, for: request, of: person)
        return response
    }

    /// Redirects a page to the sign-in, from which it comes back; nothing else.
    private static func refusal(_ request: Request) -> Response {
        guard request.method == .get || request.method == .head,
            request.headers[.accept]?.contains("text/html") == true
        else { return Response(status: .unauthorized, headers: [.cacheControl: "no-store"]) }
        let back = request.uri.string
        let location = back == "/" ? "/sign-in" : PageAddress.link(["sign-in"], ["back": back])
        return Response(status: .seeOther, headers: [.location: location, .cacheControl: "no-store"])
    }
}

extension Accounts {
    /// Returns the account of a request: the one that a trusted proxy names, or that of the session.
    func person(of request: Request, _ context: WebContext) async throws -> SignedIn? {
        if let name = settings.header.flatMap({ HTTPField.Name($0) }), context.isFromProxy {
            // Two values: the client has sent one, and the proxy has not replaced it.
            let values = request.headers[values: name]
            if values.count == 1, !values[0].isEmpty {
                let guest = visitors.cookie.guest(of: request, now: now)
                let former = guest.isKnown ? guest.visitor : nil
                return try await account(namedByProxy: values[0], former: former).map { SignedIn(account: $0) }
            }
        }
        guard let token = SessionCookie.token(of: request) else { return nil }
        return try await store.session(token, .browser, address: context.peer, now: now)
    }

    /// Returns a request with the cookies of an account's visitor, and with its settings.
    func request(_ request: Request, of person: SignedIn) -> Request {
        let looks = person.account.looks.map { $0.split(separator: "; ").map(String.init) } ?? []
        let replaced = SessionCookie.names.union([VisitorCookie.name[...]]).union(looks.map(Self.name))
        let own = request.headers[.cookie]?.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
        let day = Int(now.timeIntervalSince1970 / 86_400)
        let visitor = "\(VisitorCookie.name)=\(visitors.cookie.value(for: person.account.visitor, day: day))"
        var head = request.head
        head.headerFields[.cookie] =
            (own.filter { !replaced.contains(Self.name($0)) } + looks + [visitor]).joined(separator: "; ")
        return Request(head: head, body: request.body)
    }

    private static func name(_ pair: String) -> Substring { pair.prefix { $0 != "=" } }

    /// Keeps the settings that a response sets, for all browsers of the account.
    func keepLooks(setBy response: Response, for request: Request, of person: SignedIn) async {
        guard request.method == .post else { return }
        let set = response.headers[values: .setCookie].map { String($0.prefix { $0 != ";" }) }
            .filter { Looks.cookieNames.contains(String(Self.name($0))) }
        guard !set.isEmpty else { return }
        let names = Set(set.map(Self.name))
        let known = person.account.looks?.split(separator: "; ").map(String.init) ?? []
        let looks = known.filter { !names.contains(Self.name($0)) } + set
        try? await store.setLooks(looks.joined(separator: "; "), of: person.account.visitor)
    }
}
