import Foundation

/// What a discovery wants of films: the parameters of `discover/movie`.
struct MovieFilter {
    private let items: QueryItems
    private let genres: Choice?
    private let unwantedGenres: Choice?
    private let cast: Choice?
    private let crew: Choice?
    private let people: Choice?
    private let companies: Choice?

    init(_ items: QueryItems) {
        self.items = items
        genres = Choice(items["with_genres"])
        unwantedGenres = Choice(items["without_genres"])
        cast = Choice(items["with_cast"])
        crew = Choice(items["with_crew"])
        people = Choice(items["with_people"])
        companies = Choice(items["with_companies"])
    }

    func apply(to films: [Film]) -> [Film] {
        sorted(films.filter(isWanted))
    }

    /// A list of numbers: with commas all of them are wanted, with bars one.
    private struct Choice {
        let numbers: Set<Int>
        let wantsAll: Bool

        init?(_ text: String?) {
            guard let text else { return nil }
            wantsAll = !text.contains("|")
            numbers = Set(text.split(whereSeparator: { $0 == "," || $0 == "|" }).compactMap { Int($0) })
            if numbers.isEmpty { return nil }
        }

        func accepts(_ values: [Int]) -> Bool {
            let values = Set(values)
            return wantsAll ? numbers.isSubset(of: values) : !numbers.isDisjoint(with: values)
        }
    }

    private func isWanted(_ film: Film) -> Bool {
        let script = film.script
        if film.isAdult, items["include_adult"] != "true" { return false }
        let (cast, crew) = (film.parts.map(\.person.id), film.jobs.map(\.person.id))
        let choices = [
            (genres, script.genres), (self.cast, cast), (self.crew, crew), (people, cast + crew),
            (companies, film.companies.map(\.id)),
        ]
        if choices.contains(where: { choice, values in choice?.accepts(values) == false }) { return false }
        if let unwantedGenres, !unwantedGenres.numbers.isDisjoint(with: script.genres) { return false }
        if let year = items["primary_release_year"] ?? items["year"], film.releaseDate.prefix(4) != year {
            return false
        }
        if let language = items["with_original_language"], script.originalLanguage != language { return false }
        if let country = items["with_origin_country"], film.companies.first?.country != country { return false }
        return isInRanges(film)
    }

    private func isInRanges(_ film: Film) -> Bool {
        func isWithin(_ value: Double, _ name: String) -> Bool {
            let least = items["\(name).gte"].flatMap { Double($0) } ?? -.infinity
            let most = items["\(name).lte"].flatMap { Double($0) } ?? .infinity
            return least <= value && value <= most
        }
        // Days in this form sort as texts.
        for name in ["primary_release_date", "release_date"] {
            if let least = items["\(name).gte"], film.releaseDate < least { return false }
            if let most = items["\(name).lte"], film.releaseDate.isEmpty || film.releaseDate > most { return false }
        }
        return isWithin(film.voteAverage, "vote_average") && isWithin(Double(film.voteCount), "vote_count")
            && isWithin(Double(film.script.runtime), "with_runtime")
    }

    private func sorted(_ films: [Film]) -> [Film] {
        let parts = (items["sort_by"] ?? "popularity.desc").split(separator: ".")
        let isAscending = parts.last == "asc"
        func order<Value: Comparable>(_ value: (Film) -> Value) -> [Film] {
            films.sorted { isAscending ? value($0) < value($1) : value($0) > value($1) }
        }
        return switch parts.first {
        case "revenue": order(\.revenue)
        case "primary_release_date": order(\.releaseDate)
        case "title": order(\.script.title)
        case "original_title": order { $0.script.originalTitle ?? $0.script.title }
        case "vote_average": order(\.voteAverage)
        case "vote_count": order(\.voteCount)
        default: order(\.popularity)
        }
    }
}
