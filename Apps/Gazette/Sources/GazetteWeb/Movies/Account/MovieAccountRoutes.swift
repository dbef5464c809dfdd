import Foundation
import Freshet
import HTTPTypes
import Hummingbird
import ReaderModels
import TMDb

/// The routes for signing in to the movie service and for visitors' accounts. Their forms need no script.
struct MovieAccountRoutes {
    let desk: PageDesk
    let accounts: VisitorAccounts

    private typealias Form = [String: String]

    func add(to router: Router<WebContext>) {
        router.get("/account") { request, _ in await page(request) }
        router.get("/account/movie/{id}") { request, context in
            guard let id = context.parameters.get("id").flatMap({ Int($0) }) else { return await page(request) }
            return await movie(id, request)
        }
        post("/account/sign-in", to: router, signIn)
        post("/account/sign-out", to: router) { visitor, _ throws(FetchError) in
            try await accounts.account(of: visitor)?.session.signOut()
            return "/account"
        }
        router.post("/account/rate") { request, _ in
            await change(request) { .rating($0["rating"].flatMap(Double.init)) }
        }
        router.post("/account/list") { request, _ in
            await change(request) { form in
                let isListed = form["listed"] == "true"
                return form["list"] == "favorite" ? .favorite(isListed) : .watchlist(isListed)
            }
        }
    }

    /// Adds a route for a form of visitors whose browsers store cookies. `take` returns the path to redirect to.
    private func post(
        _ path: RouterPath, to router: Router<WebContext>,
        _ take: @escaping @Sendable (Visitor, Form) async throws(FetchError) -> String
    ) {
        router.post(path) { request, _ in
            guard request.isOwn else { return Response(status: .forbidden) }
            guard let fields = await request.form() else { return Response(status: .badRequest) }
            let guest = desk.visitors.cookie.guest(of: request, now: desk.visitors.now())
            guard guest.isKnown else { return Response(status: .seeOther, headers: [.location: "/account"]) }
            let form = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
            do throws(FetchError) {
                return Response(status: .seeOther, headers: [.location: try await take(guest.visitor, form)])
            } catch {
                return await page(request, problem: error.localizedDescription)
            }
        }
    }

    /// Handles a form that rates or lists a movie in the account. An error is shown beside the form.
    private func change(_ request: Request, _ choice: (Form) -> MovieChoice) async -> Response {
        guard request.isOwn else { return Response(status: .forbidden) }
        guard let fields = await request.form() else { return Response(status: .badRequest) }
        let form = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        let guest = desk.visitors.cookie.guest(of: request, now: desk.visitors.now())
        guard let id = form["movie"].flatMap({ Int($0) }) else {
            return Response(status: .seeOther, headers: [.location: "/account"])
        }
        let choice = choice(form)
        do throws(FetchError) {
            guard let account = try await accounts.account(of: guest.visitor),
                let person = account.session.current.tmdbAccount
            else { return Response(status: .seeOther, headers: [.location: "/account"]) }
            try await account.movies.choose(choice, for: id, of: person)
            return Response(status: .seeOther, headers: [.location: "/account/movie/\(id)"])
        } catch {
            return await movie(id, request, problems: [choice.kind: SelectedError(error)])
        }
    }

    private func signIn(_ visitor: Visitor, _ form: Form) async throws(FetchError) -> String {
        try await accounts.signIn(visitor, user: form["name"] ?? "", password: form["password"] ?? "")
        return "/account"
    }

    // MARK: - Pages

    private func page(_ request: Request, problem: String? = nil) async -> Response {
        let guest = desk.visitors.cookie.guest(of: request, now: desk.visitors.now())
        var context = AccountContext(problem: problem)
        do throws(FetchError) {
            if let account = try await accounts.account(of: guest.visitor), let id = account.session.current.tmdbAccount
            {
                let movies = account.movies
                context.user = try await movies.value(for: .account).userName
                context.lists = [
                    .init("Watchlist", try await movies.value(for: .watchlist(of: id)).results),
                    .init("Favourites", try await movies.value(for: .favoriteMovies(of: id)).results),
                    .init("Rated", try await movies.value(for: .ratedMovies(of: id)).results),
                ]
            }
        } catch {
            context.problem = problem ?? error.localizedDescription
        }
        return response("Your account", context, request, guest)
    }

    private func movie(
        _ id: Int, _ request: Request, problems: [MovieChoice.Kind: SelectedError] = [:]
    ) async -> Response {
        let guest = desk.visitors.cookie.guest(of: request, now: desk.visitors.now())
        // A database that can't be read is reported by the page of the account.
        guard let account = try? await accounts.account(of: guest.visitor),
            let person = account.session.current.tmdbAccount
        else { return await page(request) }
        return await desk.respond(to: request, path: ["account", "movie", String(id)]) { address in
            { tools in
                let model = AccountMovieViewModel(
                    account.movies, account: person, movies: tools.clients.movies, id: id, problems: problems,
                    scheduler: tools.scheduler)
                return AccountMoviePage(model, id: id, address)
            }
        }
    }

    private func response(
        _ title: String, _ context: any TemplateContext, _ request: Request, _ guest: VisitorCookie.Guest
    ) -> Response {
        let frame = desk.frame(Looks(request))
        let html = desk.renderer.document(
            title: title, section: .movies, parts: [desk.renderer.part(Region("account", context))], frame: frame,
            link: "/account")
        var response = PageDesk.response(html, status: .ok, to: request)
        response.headers[.setCookie] = guest.field
        return response
    }
}
