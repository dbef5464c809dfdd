import Foundation
import HTTPTypes
import Hummingbird

/// The read routes of the movie service, version 3: lists, movies with appended parts, search, people and more.
struct TMDbRoutes {
    static let origin = "https://api.themoviedb.org"

    private let now: @Sendable () -> Date
    /// The films of the latest days, which all emulators of the process share.
    private static let library = DailyLibrary(TMDbCorpus.init(startOfDay:))

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// The films of today.
    var corpus: TMDbCorpus { Self.library.corpus(on: now()) }

    /// Returns the stored pictures that suit a file of the picture server: the poster or backdrop of a film, or a
    /// portrait.
    @Sendable func choice(ofFile file: String, _ kind: MoviePicture) -> [String] {
        let corpus = corpus
        let found =
            kind == .profile
            ? corpus.people.first { $0.picture == "/\(file)" }.map { MoviePicture.portraits(gender: $0.gender) }
            : corpus.film(ofPicture: file).map { kind.suiting($0.script.genres) }
        guard let found, !found.isEmpty else { return kind.all }
        return found
    }

    /// A request to a route, with the data that handling it needs.
    struct Question {
        let corpus: TMDbCorpus
        let items: QueryItems
        /// The language as a code of two letters.
        let language: String
        let parameters: Parameters

        /// Returns the id in the path.
        func id() throws(TMDbError) -> Int {
            guard let id = parameters.get("id").flatMap({ Int($0) }) else { throw .notFound }
            return id
        }

        func film() throws(TMDbError) -> Film {
            guard let film = corpus.film(try id()) else { throw .notFound }
            return film
        }
    }

    /// Adds the routes of the service.
    func add(to router: Router<EmulatorContext>) {
        add("/3/movie/{id}", to: router, maxAge: 3600, movie)
        add("/3/movie/{id}/{part}", to: router, maxAge: 3600) { question in
            let film = try question.film()
            guard let part = question.parameters.get("part"),
                let members = try Self.part(part, of: film, question, page: Self.page(question.items))
            else { throw TMDbError.notFound }
            return .object([("id", .number(film.id))] + members)
        }
        add("/3/search/{kind}", to: router, maxAge: 600, search)
        add("/3/discover/movie", to: router, maxAge: 600, discover)
        add("/3/trending/{kind}/{window}", to: router, maxAge: 600, trending)
        add("/3/genre/movie/list", to: router, maxAge: 86_400) { _ in
            let genres = TMDbCorpus.genres.map {
                JSONText.object([("id", .number($0.0)), ("name", .string($0.1))])
            }
            return .object([("genres", .array(genres))])
        }
        add("/3/configuration", to: router, maxAge: 86_400) { _ in Self.configuration }
        add("/3/person/{id}", to: router, maxAge: 3600, person)
        add("/3/person/{id}/movie_credits", to: router, maxAge: 3600) { question in
            let id = try question.id()
            guard question.corpus.person(id) != nil else { throw TMDbError.notFound }
            let credits = question.corpus.films.map { $0.json(for: id) }
            return .object([
                ("cast", .array(credits.flatMap(\.cast))), ("crew", .array(credits.flatMap(\.crew))),
                ("id", .number(id)),
            ])
        }
        add("/3/collection/{id}", to: router, maxAge: 3600, collection)
        add("/3/authentication", to: router, maxAge: 0) { _ in
            .object([
                ("success", .bool(true)), ("status_code", .number(1)), ("status_message", .string("Success.")),
            ])
        }
    }

    private func add(
        _ path: RouterPath, to router: Router<EmulatorContext>, maxAge: Int,
        _ body: @escaping @Sendable (Question) throws -> JSONText
    ) {
        let service = self
        router.get(path) { request, context in
            let items = QueryItems(request.uri.query)
            do {
                try Self.check(request, items)
                if items.all.allSatisfy({ $0.name != "query" }), request.uri.path.hasPrefix("/3/search/") {
                    return TMDbError.unprocessable("query must be provided")
                }
                let question = Question(
                    corpus: service.corpus, items: items,
                    language: String((items["language"] ?? "en").prefix(2)).lowercased(),
                    parameters: context.parameters)
                return .tagged(
                    try body(question).text, type: "application/json;charset=utf-8",
                    fields: [.cacheControl: "public, max-age=\(maxAge)"], for: request)
            } catch {
                return (error as? TMDbError ?? .internalError).response
            }
        }
    }

    // MARK: - Credentials

    static func check(_ request: Request, _ items: QueryItems) throws(TMDbError) {
        let authorization = request.headers[.authorization] ?? ""
        let field = authorization.split(separator: " ", maxSplits: 1).map(String.init)
        let token = field.first?.lowercased() == "bearer" ? field.dropFirst().first : nil
        switch token ?? items["api_key"] ?? "" {
        case "", "invalid": throw .invalidKey
        case "disabled", "suspended": throw .suspendedKey
        case "limited", "exhausted": throw .overTheLimit
        case "offline": throw .offline
        case "broken": throw .internalError
        default: break
        }
    }

    // MARK: - Lists

    static func page(_ items: QueryItems) throws(TMDbError) -> Int {
        guard let text = items["page"] else { return 1 }
        guard let page = Int(text), (1...500).contains(page) else { throw .invalidPage }
        return page
    }

    /// Returns the members of one page of a list; a page after its end is empty.
    ///
    /// - Parameters:
    ///   - repeats: Whether every second page begins with the last entry of the one before, as if the ranking changed.
    ///   - json: Makes an entry of the page. It is not called for entries of other pages.
    static func paged<Result>(
        _ results: [Result], page: Int, size: Int = 20, repeats: Bool = false, json: (Result) -> JSONText
    ) -> [(String, JSONText)] {
        var entries = results
        if repeats {
            for start in stride(from: size, to: results.count, by: 2 * size) {
                entries.insert(entries[start - 1], at: start)
            }
        }
        let total = max(1, (entries.count + size - 1) / size)
        return [
            ("page", .number(page)),
            ("results", .array(entries.dropFirst((page - 1) * size).prefix(size).map(json))),
            ("total_pages", .number(total)), ("total_results", .number(results.count)),
        ]
    }

    private func list(_ name: String, _ question: Question) throws(TMDbError) -> JSONText? {
        let films = question.corpus.films.filter { !$0.isAdult }
        // Release dates differ by country.
        let shift = question.items["region"].map { $0.utf8.reduce(0) { $0 + Int($1) } % 8 } ?? 0
        func released(_ days: ClosedRange<Int>) -> [Film] {
            films.filter { $0.releaseDay.map { days.contains($0 + shift) } ?? false }
        }
        func dates(_ days: ClosedRange<Int>) -> [(String, JSONText)] {
            func day(_ offset: Int) -> JSONText {
                .string(Film.day(question.corpus.startOfDay.addingTimeInterval(Double(offset) * 86_400)))
            }
            return [("dates", .object([("maximum", day(days.upperBound)), ("minimum", day(days.lowerBound))]))]
        }
        let page = try Self.page(question.items)
        func paged(_ films: [Film], repeats: Bool = false) -> [(String, JSONText)] {
            Self.paged(films, page: page, repeats: repeats) { $0.json(language: question.language) }
        }
        switch name {
        case "now_playing":
            let playing = released(TMDbCorpus.nowPlaying).sorted { $0.popularity > $1.popularity }
            return .object(dates(TMDbCorpus.nowPlaying) + paged(playing))
        case "upcoming":
            let coming = released(TMDbCorpus.upcoming).sorted { $0.popularity > $1.popularity }
            return .object(dates(TMDbCorpus.upcoming) + paged(coming))
        case "popular":
            let popular = films.sorted { $0.popularity > $1.popularity }
            return .object(paged(popular, repeats: true))
        case "top_rated":
            let rated = films.filter { $0.voteCount >= 300 }.sorted { $0.voteAverage > $1.voteAverage }
            return .object(paged(rated))
        case "latest":
            return Self.latest
        default:
            return nil
        }
    }

    private func search(_ question: Question) throws -> JSONText {
        let words = TextSearch.words(question.items["query"] ?? "")
        let page = try Self.page(question.items)
        let kind = question.parameters.get("kind")
        func people() -> [TMDbCorpus.Person] {
            question.corpus.people.filter { !words.isEmpty && TextSearch.matches(words, $0.name) }
        }
        switch kind {
        case "movie":
            let films = Self.films(question, words)
            return .object(Self.paged(films, page: page) { $0.json(language: question.language) })
        case "person":
            return .object(Self.paged(people(), page: page) { personJSON($0, question) })
        case "multi":
            let series = question.corpus.collections.filter {
                !words.isEmpty && TextSearch.matches(words, $0.name)
            }
            let found =
                Self.films(question, words).map(Entry.film) + series.map(Entry.series) + people().map(Entry.person)
            return .object(Self.paged(found, page: page) { json($0, question) })
        default: throw TMDbError.notFound
        }
    }

    /// An entry of a list of several kinds.
    private enum Entry {
        case film(Film)
        case person(TMDbCorpus.Person)
        case series(TMDbCorpus.Collection)
    }

    private func json(_ entry: Entry, _ question: Question) -> JSONText {
        switch entry {
        case .film(let film): film.json(language: question.language, mediaType: true)
        case .person(let person): personJSON(person, question).setting("media_type", .string("person"))
        case .series(let collection): seriesJSON(collection, question)
        }
    }

    /// Returns the films that match a search, the best known first.
    private static func films(_ question: Question, _ words: [String]) -> [Film] {
        guard !words.isEmpty else { return [] }
        let items = question.items
        let year = items["year"] ?? items["primary_release_year"]
        let showsAdult = items["include_adult"] == "true"
        return question.corpus.films
            .filter { film in
                (showsAdult || !film.isAdult) && (year == nil || film.releaseDate.prefix(4) == year!)
                    && TextSearch.matches(words, film.script.title, film.script.originalTitle ?? "")
            }
            .sorted { $0.popularity > $1.popularity }
    }

    private func discover(_ question: Question) throws -> JSONText {
        let films = MovieFilter(question.items).apply(to: question.corpus.films)
        return .object(
            Self.paged(films, page: try Self.page(question.items)) { $0.json(language: question.language) })
    }

    private func trending(_ question: Question) throws -> JSONText {
        guard let window = question.parameters.get("window"), ["day", "week"].contains(window) else {
            throw TMDbError.notFound
        }
        // The order changes each day, or each week.
        let day = Int(question.corpus.startOfDay.timeIntervalSince1970) / 86_400
        var generator = SeededGenerator("trend \(window) \(window == "day" ? day : day / 7)")
        /// Returns a popularity varied for the day or the week.
        func current(_ popularity: Double) -> Double { popularity * (0.5 + generator.unit()) }
        let films = question.corpus.films.filter { !$0.isAdult }
            .map { ($0, current($0.popularity)) }.sorted { $0.1 > $1.1 }.map(\.0)
        let people = question.corpus.people.map { ($0, current($0.popularity)) }.sorted { $0.1 > $1.1 }.map(\.0)
        var entries: [Entry]
        switch question.parameters.get("kind") {
        case "movie": entries = films.map(Entry.film)
        case "person": entries = people.map(Entry.person)
        case "all":
            let series = question.corpus.collections
            entries = []
            for (place, film) in films.enumerated() {
                entries.append(.film(film))
                if place % 6 == 2, place / 6 < series.count { entries.append(.series(series[place / 6])) }
                if place % 4 == 1, place / 4 < people.count { entries.append(.person(people[place / 4])) }
            }
        default: throw TMDbError.notFound
        }
        return .object(Self.paged(entries, page: try Self.page(question.items)) { json($0, question) })
    }

    // MARK: - Single elements

    private func movie(_ question: Question) throws -> JSONText {
        if let name = question.parameters.get("id"), let list = try list(name, question) { return list }
        let film = try question.film()
        let parts = (question.items["append_to_response"] ?? "").split(separator: ",").map(String.init)
        guard parts.count <= 20 else { throw TMDbError.tooManyAppended }
        var details = film.details(language: question.language)
        for part in parts {
            // Parts that the service does not know are left out.
            guard let members = try Self.part(part, of: film, question, page: 1) else { continue }
            details = details.setting(part, .object(members))
        }
        return details
    }

    /// Returns a part of a movie, such as its credits, without the movie's id.
    private static func part(
        _ name: String, of film: Film, _ question: Question, page: Int
    ) throws -> [(String, JSONText)]? {
        switch name {
        case "credits": return film.credits
        case "videos": return film.videos
        case "reviews": return paged(film.reviews, page: page) { $0 }
        case "recommendations":
            // Pages of this list have 21 entries, as sometimes on the real service.
            return paged(akin(to: film, question, salt: 1), page: page, size: 21) { $0.json(mediaType: true) }
        case "similar": return paged(akin(to: film, question, salt: 2), page: page) { $0.json() }
        default: return nil
        }
    }

    /// Returns films that share genres with a film, those with the most in common first.
    private static func akin(to film: Film, _ question: Question, salt: Int) -> [Film] {
        let genres = Set(film.script.genres)
        return question.corpus.films
            .filter { $0.id != film.id && !$0.isAdult && !genres.isDisjoint(with: $0.script.genres) }
            .map { other in
                let shared = genres.intersection(other.script.genres).count
                return (other, Double(shared * 100) + Double((other.id * 7 + film.id * salt) % 90))
            }
            .sorted { $0.1 > $1.1 }.prefix(42).map(\.0)
    }

    private func person(_ question: Question) throws -> JSONText {
        if question.parameters.get("id") == "popular" {
            let people = question.corpus.people.sorted { $0.popularity > $1.popularity }
            return .object(Self.paged(people, page: try Self.page(question.items)) { personJSON($0, question) })
        }
        guard let person = question.corpus.person(try question.id()) else { throw TMDbError.notFound }
        return .object([
            ("adult", .bool(false)), ("also_known_as", .array([])), ("biography", .string(person.biography)),
            ("birthday", .optional(person.birthday)), ("deathday", .null), ("gender", .number(person.gender)),
            ("homepage", .null), ("id", .number(person.id)), ("imdb_id", .null),
            ("known_for_department", .string(person.department)), ("name", .string(person.name)),
            ("place_of_birth", .optional(person.place)), ("popularity", .decimal(person.popularity)),
            ("profile_path", .optional(person.picture)),
        ])
    }

    private func personJSON(_ person: TMDbCorpus.Person, _ question: Question) -> JSONText {
        let known = question.corpus.films.filter { film in
            film.parts.contains { $0.person.id == person.id } || film.jobs.contains { $0.person.id == person.id }
        }.sorted { $0.popularity > $1.popularity }.prefix(3)
        return .object([
            ("adult", .bool(false)), ("gender", .number(person.gender)), ("id", .number(person.id)),
            ("known_for", .array(known.map { $0.json(mediaType: true) })),
            ("known_for_department", .string(person.department)), ("name", .string(person.name)),
            ("popularity", .decimal(person.popularity)), ("profile_path", .optional(person.picture)),
        ])
    }

    /// Returns a TV series made from a film collection and named after it.
    private func seriesJSON(_ collection: TMDbCorpus.Collection, _ question: Question) -> JSONText {
        let first = collection.films.first.flatMap(question.corpus.film)
        let name = collection.name.replacingOccurrences(of: " Collection", with: ": The Series")
        return .object([
            ("backdrop_path", .optional(first?.backdrop)), ("first_air_date", .string("2021-09-17")),
            ("genre_ids", .numbers(first?.script.genres ?? [])), ("id", .number(collection.id + 80_000)),
            ("media_type", .string("tv")), ("name", .string(name)), ("origin_country", .strings(["US"])),
            ("original_language", .string("en")), ("original_name", .string(name)),
            ("overview", .string(first?.script.overview ?? "")), ("popularity", .decimal(first?.popularity ?? 1)),
            ("poster_path", .optional(first?.poster)), ("vote_average", .decimal(7.1)), ("vote_count", .number(212)),
        ])
    }

    private func collection(_ question: Question) throws -> JSONText {
        let id = try question.id()
        guard let collection = question.corpus.collections.first(where: { $0.id == id }) else {
            throw TMDbError.notFound
        }
        let films = collection.films.compactMap(question.corpus.film)
        return .object([
            ("id", .number(id)), ("name", .string(collection.name)),
            ("overview", .string(films.first?.script.overview ?? "")),
            ("poster_path", .optional(films.first?.poster)), ("backdrop_path", .optional(films.first?.backdrop)),
            ("parts", .array(films.map { $0.json(language: question.language, mediaType: true) })),
        ])
    }

    /// The movie added last, which has almost no field filled in.
    private static let latest: JSONText = .object([
        ("adult", .bool(false)), ("backdrop_path", .null), ("belongs_to_collection", .null), ("budget", .number(0)),
        ("genres", .array([])), ("homepage", .string("")), ("id", .number(1_236_474)), ("imdb_id", .null),
        ("original_language", .string("xx")), ("original_title", .string("Untitled")), ("overview", .string("")),
        ("popularity", .number(0)), ("poster_path", .null), ("production_companies", .array([])),
        ("production_countries", .array([])), ("release_date", .string("")), ("revenue", .number(0)),
        ("runtime", .number(0)), ("spoken_languages", .array([])), ("status", .string("Released")),
        ("tagline", .string("")), ("title", .string("Untitled")), ("video", .bool(false)),
        ("vote_average", .number(0)), ("vote_count", .number(0)),
    ])

    private static let configuration: JSONText = .object([
        (
            "images",
            .object([
                ("base_url", .string("http://image.tmdb.org/t/p/")),
                ("secure_base_url", .string("\(PictureRoutes.movieOrigin)/t/p/")),
                ("backdrop_sizes", .strings(MoviePicture.backdrop.sizes)),
                ("logo_sizes", .strings(MoviePicture.logo.sizes)),
                ("poster_sizes", .strings(MoviePicture.poster.sizes)),
                ("profile_sizes", .strings(MoviePicture.profile.sizes)),
                ("still_sizes", .strings(["w92", "w185", "w300", "original"])),
            ])
        ),
        ("change_keys", .strings(["adult", "images", "overview", "title", "videos"])),
    ])
}
