import Foundation
import Freshet
import FreshetOutbox
import HTTPTypes
import Hummingbird
import LivePages
import ReaderModels
import ReaderStorage
import TMDb

/// The routes for signing in to the movie service and for visitors' accounts. Their forms need no script.
struct MovieAccountRoutes {
    let desk: PageDesk
    let accounts: VisitorAccounts

    private typealias Form = TableRouter.Form

    /// How long a form waits for the service to have a change. Its page shows the change in any case.
    private static let patience = Duration.seconds(2)

    func add(to router: TableRouter) {
        router.get("/account") { request, _ in await page(request) }
        router.get("/account/movie/{id}") { request, context in
            guard let id = context.parameters.get("id").flatMap({ Int($0) }) else { return await page(request) }
            return await movie(id, request)
        }
        form("/account/sign-in", to: router, signIn)
        form("/account/sign-out", to: router) { visitor, _ throws(FetchError) in
            // What can't be sent now stays until the next sign-in of the account.
            let outbox = await accounts.outbox(of: visitor)?.outbox
            _ = try? await outbox?.prepareSignOut(.sendFirst(within: Self.patience))
            try await accounts.account(of: visitor)?.session.signOut()
            return "/account"
        }
        router.form("/account/rate") { form, request, _ in
            await change(form, request) { $0["rating"].flatMap(MovieChoice.init(rating:)) }
        }
        router.form("/account/list") { form, request, _ in
            await change(form, request) { form in
                let isListed = form["listed"] == "true"
                return form["list"] == "favorite" ? .favorite(isListed) : .watchlist(isListed)
            }
        }
    }

    /// Adds the handler of a form of visitors whose browsers store cookies. `take` returns the path to redirect to.
    private func form(
        _ path: String, to router: TableRouter,
        _ take: @escaping @Sendable (Visitor, Form) async throws(FetchError) -> String
    ) {
        router.form(path) { form, request, _ in
            let guest = desk.visitors.cookie.guest(of: request, now: desk.visitors.now())
            guard guest.isKnown else { return Response(status: .seeOther, headers: [.location: "/account"]) }
            do throws(FetchError) {
                return Response(status: .seeOther, headers: [.location: try await take(guest.visitor, form)])
            } catch {
                return await page(request, problem: error.localizedDescription)
            }
        }
    }

    /// Handles a form that rates or lists a movie in the account. An error is shown beside the form.
    private func change(_ form: Form, _ request: Request, _ choice: (Form) -> MovieChoice?) async -> Response {
        let guest = desk.visitors.cookie.guest(of: request, now: desk.visitors.now())
        guard let id = form["movie"].flatMap({ Int($0) }) else {
            return Response(status: .seeOther, headers: [.location: "/account"])
        }
        guard let choice = choice(form) else {
            return Response(status: .seeOther, headers: [.location: "/account/movie/\(id)"])
        }
        do throws(FetchError) {
            guard let account = try await accounts.account(of: guest.visitor),
                let person = account.session.current.tmdbAccount
            else { return Response(status: .seeOther, headers: [.location: "/account"]) }
            let change = MovieChange(choice, for: id, title: form["title"], of: person)
            if let error = try await send(change, account, guest.visitor) {
                return await movie(id, request, problems: [choice.kind: SelectedError(error)])
            }
            return Response(status: .seeOther, headers: [.location: "/account/movie/\(id)"])
        } catch {
            return await movie(id, request, problems: [choice.kind: SelectedError(error)])
        }
    }

    /// Stores a change, and waits a while for the service to have it.
    ///
    /// - Returns: Why it was refused, or can't be stored.
    private func send(
        _ change: MovieChange, _ account: VisitorAccount, _ visitor: Visitor
    ) async throws(FetchError) -> (any Error)? {
        guard let outbox = await accounts.outbox(of: visitor, isNeeded: true) else {
            try await account.movies.choose(change.choice, for: change.movie, of: change.account)
            return nil
        }
        do throws(OutboxError) {
            let receipt = try await outbox.add(change)
            _ = try await outbox.isDelivered(receipt, within: Self.patience)
            return nil
        } catch {
            return error.cause
        }
    }

    private func signIn(_ visitor: Visitor, _ form: Form) async throws(FetchError) -> String {
        try await accounts.signIn(visitor, user: form["name"] ?? "", password: form["password"] ?? "")
        // What waits for this account is sent.
        _ = await accounts.outbox(of: visitor)
        return "/account"
    }

    // MARK: - Pages

    private func page(_ request: Request, problem: String? = nil) async -> Response {
        let guest = desk.visitors.cookie.guest(of: request, now: desk.visitors.now())
        var context = AccountContext(problem: problem)
        do throws(FetchError) {
            if let account = try await accounts.account(of: guest.visitor), let id = account.session.current.tmdbAccount
            {
                let changes = await accounts.outbox(of: guest.visitor)?.waitingChanges ?? []
                await context.fill(account.movies, id, changes.filter { $0.account == id })
            }
        } catch {
            context.problem = problem ?? error.localizedDescription
        }
        return await response("Your account", context, request, guest)
    }

    private func movie(
        _ id: Int, _ request: Request, problems: [MovieChoice.Kind: SelectedError] = [:]
    ) async -> Response {
        let guest = desk.visitors.cookie.guest(of: request, now: desk.visitors.now())
        // A database that can't be read is reported by the page of the account.
        guard let account = try? await accounts.account(of: guest.visitor),
            let person = account.session.current.tmdbAccount
        else { return await page(request) }
        let outbox = await accounts.outbox(of: guest.visitor, isNeeded: true)
        return await desk.respond(to: request, path: ["account", "movie", String(id)]) { address in
            { tools in
                let model = AccountMovieViewModel(
                    account.movies, account: person, movies: tools.clients.movies, id: id, outbox: outbox,
                    problems: problems, scheduler: tools.scheduler)
                return AccountMoviePage(model, id: id, address)
            }
        }
    }

    private func response(
        _ title: String, _ context: any TemplateContext, _ request: Request, _ guest: VisitorCookie.Guest
    ) async -> Response {
        var frame = desk.frame(Looks(request))
        frame.waiting = await desk.waiting(of: guest)
        let html = desk.renderer.document(
            title: title, section: .movies, parts: [desk.renderer.part(Region("account", context))], frame: frame,
            link: "/account")
        var response = PageDesk.response(html, status: .ok, to: request)
        response.headers[.setCookie] = guest.field
        return response
    }
}

extension MovieChoice {
    /// The choice of a rating in a form; `nil` for one that is neither a number nor none.
    init?(rating text: String) {
        if text == "none" {
            self = .rating(nil)
        } else if let value = Double(text) {
            self = .rating(value)
        } else {
            return nil
        }
    }
}
