import Foundation

/// A filter of films by the parameters of `discover/movie`.
struct MovieFilter {
    private let sorting: [Substring]
    private let includesAdult: Bool
    private let year: String?
    private let language: String?
    private let country: String?
    /// The first and the last accepted release date.
    private let earliest: String?
    private let latest: String?
    private let ranges: [(value: (Film) -> Double, least: Double, most: Double)]
    private let genres: Choice?
    private let unwantedGenres: Choice?
    private let cast: Choice?
    private let crew: Choice?
    private let people: Choice?
    private let companies: Choice?

    init(_ items: QueryItems) {
        sorting = (items["sort_by"] ?? "popularity.desc").split(separator: ".")
        includesAdult = items["include_adult"] == "true"
        year = items["primary_release_year"] ?? items["year"]
        language = items["with_original_language"]
        country = items["with_origin_country"]
        let days = ["primary_release_date", "release_date"]
        earliest = days.compactMap { items["\($0).gte"] }.max()
        latest = days.compactMap { items["\($0).lte"] }.min()
        let values: [(String, (Film) -> Double)] = [
            ("vote_average", \.voteAverage), ("vote_count", { Double($0.voteCount) }),
            ("with_runtime", { Double($0.script.runtime) }),
        ]
        ranges = values.map { name, value in
            let least = items["\(name).gte"].flatMap { Double($0) } ?? -.infinity
            let most = items["\(name).lte"].flatMap { Double($0) } ?? .infinity
            return (value, least, most)
        }
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

    /// A list of numbers: separated by commas, all must match; by bars, any.
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
        if film.isAdult, !includesAdult { return false }
        if let year, film.releaseDate.prefix(4) != year { return false }
        if let language, script.originalLanguage != language { return false }
        if let country, film.companies.first?.country != country { return false }
        var cast: [Int] { film.parts.map(\.person.id) }
        var crew: [Int] { film.jobs.map(\.person.id) }
        return isInRanges(film)
            && genres?.accepts(script.genres) != false
            && unwantedGenres?.numbers.isDisjoint(with: script.genres) != false
            && self.cast?.accepts(cast) != false
            && self.crew?.accepts(crew) != false
            && people?.accepts(cast + crew) != false
            && companies?.accepts(film.companies.map(\.id)) != false
    }

    private func isInRanges(_ film: Film) -> Bool {
        // Dates in this form compare as text.
        if let earliest, film.releaseDate < earliest { return false }
        if let latest, film.releaseDate.isEmpty || film.releaseDate > latest { return false }
        return ranges.allSatisfy { value, least, most in least <= value(film) && value(film) <= most }
    }

    private func sorted(_ films: [Film]) -> [Film] {
        let isAscending = sorting.last == "asc"
        func order<Value: Comparable>(_ value: (Film) -> Value) -> [Film] {
            let values = films.map(value)
            let order = films.indices.sorted { isAscending ? values[$0] < values[$1] : values[$0] > values[$1] }
            return order.map { films[$0] }
        }
        return switch sorting.first {
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
