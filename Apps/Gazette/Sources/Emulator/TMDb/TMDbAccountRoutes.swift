import Foundation
import HTTPTypes
import Hummingbird

/// The account routes of the movie service: signing in and out, ratings, favourites and the watchlist.
struct TMDbAccountRoutes {
    /// The maximum size of a request body: 16 KiB.
    private static let bodyLimit = 1 << 14

    let accounts: TMDbAccounts
    let movies: TMDbRoutes

    /// A request to a route, with the data that handling it needs.
    private struct Question {
        let items: QueryItems
        let parameters: Parameters
        let body: JSONText

        func text(_ name: String) -> String { body[name]?.plainText ?? "" }

        func flag(_ name: String) -> Bool? { if case .bool(let flag)? = body[name] { flag } else { nil } }
    }

    /// Adds the routes of the accounts.
    func add(to router: Router<EmulatorContext>) {
        addSigningIn(to: router)
        add(.get, "/3/account", to: router, account)
        add(.get, "/3/account/{id}", to: router, account)
        for list in ["favorite", "watchlist"] {
            add(.post, "/3/account/{id}/\(list)", to: router) { question in try change(list, question) }
        }
        for list in ["favorite", "watchlist", "rated"] {
            add(.get, "/3/account/{id}/\(list)/movies", to: router) { question in try self.list(list, question) }
        }
        add(.get, "/3/movie/{id}/account_states", to: router, states)
        add(.post, "/3/movie/{id}/rating", to: router, rate)
        add(.delete, "/3/movie/{id}/rating", to: router) { question in
            let (user, film) = (try user(question), try film(question))
            accounts.change(user) { $0.ratings.removeAll { $0.movie == film.id } }
            return Self.deleted
        }
    }

    private func addSigningIn(to router: Router<EmulatorContext>) {
        add(.get, "/3/authentication/token/new", to: router) { _ in Self.response(toToken: accounts.requestToken()) }
        add(.post, "/3/authentication/token/validate_with_login", to: router) { question in
            let token = question.text("request_token")
            try accounts.approve(token, user: question.text("username"), password: question.text("password"))
            return Self.response(toToken: token)
        }
        add(.post, "/3/authentication/session/new", to: router) { question in
            let session = try accounts.session(for: question.text("request_token"))
            return .json(
                .object([("success", .bool(true)), ("session_id", .string(session))]),
                fields: [.cacheControl: "no-store"])
        }
        add(.delete, "/3/authentication/session", to: router) { question in
            try accounts.end(question.text("session_id"))
            return .json(.object([("success", .bool(true))]))
        }
    }

    private func add(
        _ method: HTTPRequest.Method, _ path: RouterPath, to router: Router<EmulatorContext>,
        _ respond: @escaping @Sendable (Question) throws -> Response
    ) {
        router.on(path, method: method) { request, context in
            let items = QueryItems(request.uri.query)
            do {
                try TMDbRoutes.check(request, items)
                let bytes = try await request.body.collect(upTo: Self.bodyLimit)
                let body = try? JSONDecoder().decode(JSONText.self, from: Data(bytes.readableBytesView))
                let question = Question(items: items, parameters: context.parameters, body: body ?? .null)
                return try respond(question)
            } catch {
                return (error as? TMDbError ?? .internalError).response
            }
        }
    }

    // MARK: - Questions

    private func user(_ question: Question) throws(TMDbError) -> String {
        try accounts.user(of: question.items["session_id"])
    }

    private func film(_ question: Question) throws(TMDbError) -> Film {
        guard let id = question.parameters.get("id").flatMap({ Int($0) }), let film = movies.corpus.film(id) else {
            throw .notFound
        }
        return film
    }

    // MARK: - Responses

    private func account(_ question: Question) throws -> Response {
        let user = try user(question)
        return Self.personal(
            .object([
                ("id", .number(TMDbAccounts.id(of: user))), ("iso_639_1", .string("en")), ("iso_3166_1", .string("US")),
                ("name", .string("")), ("include_adult", .bool(false)), ("username", .string(user)),
            ]))
    }

    private func states(_ question: Question) throws -> Response {
        let (user, film) = (try user(question), try film(question))
        let person = accounts.person(user)
        let rating = person.ratings.first { $0.movie == film.id }
        return Self.personal(
            .object([
                ("id", .number(film.id)), ("favorite", .bool(person.favorites.contains(film.id))),
                ("rated", rating.map { .object([("value", .decimal($0.value))]) } ?? .bool(false)),
                ("watchlist", .bool(person.watchlist.contains(film.id))),
            ]))
    }

    private func rate(_ question: Question) throws -> Response {
        let (user, film) = (try user(question), try film(question))
        let value: Double =
            switch question.body["value"] {
            case .number(let number): Double(number)
            case .decimal(let number): number
            default: 0
            }
        guard (0.5...10).contains(value), (value * 2).rounded() == value * 2 else { throw TMDbError.validationFailed }
        return accounts.change(user) { person in
            let index = person.ratings.firstIndex { $0.movie == film.id }
            let rating = TMDbAccounts.Person.Rating(movie: film.id, value: value)
            if let index { person.ratings[index] = rating } else { person.ratings.append(rating) }
            return index == nil ? Self.added : Self.updated
        }
    }

    private func change(_ list: String, _ question: Question) throws -> Response {
        let user = try user(question)
        guard question.text("media_type") == "movie", let isListed = question.flag(list),
            let film = Int(question.text("media_id")).flatMap(movies.corpus.film)
        else { throw TMDbError.validationFailed }
        let path: WritableKeyPath<TMDbAccounts.Person, [Int]> = list == "favorite" ? \.favorites : \.watchlist
        return accounts.change(user) { person in
            guard isListed else {
                person[keyPath: path].removeAll { $0 == film.id }
                return Self.deleted
            }
            guard !person[keyPath: path].contains(film.id) else { return Self.updated }
            person[keyPath: path].append(film.id)
            return Self.added
        }
    }

    private func list(_ name: String, _ question: Question) throws -> Response {
        let person = accounts.person(try user(question))
        var films: [(film: Film, rating: Double?)] =
            switch name {
            case "favorite": person.favorites.compactMap(movies.corpus.film).map { ($0, nil) }
            case "watchlist": person.watchlist.compactMap(movies.corpus.film).map { ($0, nil) }
            default: person.ratings.compactMap { rating in movies.corpus.film(rating.movie).map { ($0, rating.value) } }
            }
        if question.items["sort_by"] == "created_at.desc" { films.reverse() }
        let page = try TMDbRoutes.page(question.items)
        let language = String((question.items["language"] ?? "en").prefix(2)).lowercased()
        return Self.personal(
            .object(
                TMDbRoutes.paged(films, page: page) { entry in
                    let json = entry.film.json(language: language)
                    return entry.rating.map { json.setting("rating", .decimal($0)) } ?? json
                }))
    }

    private static func response(toToken token: String) -> Response {
        .json(
            .object([
                ("success", .bool(true)), ("expires_at", .string("2099-12-31 23:59:59 UTC")),
                ("request_token", .string(token)),
            ]), fields: [.cacheControl: "no-store"])
    }

    private static func personal(_ body: JSONText) -> Response {
        .json(body, fields: [.cacheControl: "private, no-cache"])
    }

    private static func done(_ code: Int, _ status: HTTPResponse.Status, _ message: String) -> Response {
        .json(
            .object([
                ("success", .bool(true)), ("status_code", .number(code)), ("status_message", .string(message)),
            ]), status: status)
    }

    private static var added: Response { done(1, .created, "Success.") }
    private static var updated: Response { done(12, .created, "The item/record was updated successfully.") }
    private static var deleted: Response { done(13, .ok, "The item/record was deleted successfully.") }
}
