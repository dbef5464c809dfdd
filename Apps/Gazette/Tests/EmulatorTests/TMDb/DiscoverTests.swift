import Testing

@testable import Emulator

@Suite struct DiscoverTests {
    private let films = Movies.corpus.films.filter { !$0.isAdult }

    private func ids(_ query: String) async throws -> [Int] {
        try await Movies.pages("/discover/movie?\(query)").flatMap { $0["results"].ids }
    }

    private func expect(_ query: String, _ isWanted: (Film) -> Bool) async throws {
        let expected = films.filter(isWanted).map(\.id)
        #expect(!expected.isEmpty && expected.count < films.count, "\(query) selects nothing")
        #expect(Set(try await ids(query)) == Set(expected), "\(query)")
    }

    @Test func everythingComesByPopularity() async throws {
        #expect(try await ids("") == films.sorted { $0.popularity > $1.popularity }.map(\.id))
        #expect(try await ids("sort_by=popularity.desc") == ids(""))
    }

    @Test func genresAreCombined() async throws {
        try await expect("with_genres=35") { $0.script.genres.contains(35) }
        try await expect("with_genres=35,18") { Set([35, 18]).isSubset(of: $0.script.genres) }
        try await expect("with_genres=27%7C37") { !Set([27, 37]).isDisjoint(with: $0.script.genres) }
        try await expect("with_genres=27|37") { !Set([27, 37]).isDisjoint(with: $0.script.genres) }
        try await expect("without_genres=18,35") { Set([18, 35]).isDisjoint(with: $0.script.genres) }
        try await expect("with_genres=18&without_genres=35") {
            $0.script.genres.contains(18) && !$0.script.genres.contains(35)
        }
        #expect(try await ids("with_genres=1").isEmpty)
    }

    @Test func peopleAndCompaniesAreCombined() async throws {
        let film = films[0]
        let (first, second) = (film.parts[0].person.id, film.parts[1].person.id)
        try await expect("with_cast=\(first)") { $0.parts.contains { $0.person.id == first } }
        try await expect("with_cast=\(first),\(second)") { film in
            [first, second].allSatisfy { id in film.parts.contains { $0.person.id == id } }
        }
        let director = film.jobs[0].person.id
        try await expect("with_crew=\(director)") { $0.jobs.contains { $0.person.id == director } }
        let company = film.companies[0].id
        try await expect("with_companies=\(company)") { $0.companies.contains { $0.id == company } }
        try await expect("with_people=\(first)") { film in
            film.parts.contains { $0.person.id == first } || film.jobs.contains { $0.person.id == first }
        }
    }

    @Test func yearsAndDaysAreCompared() async throws {
        try await expect("year=1999") { $0.releaseDate.hasPrefix("1999") }
        try await expect("primary_release_year=2011") { $0.releaseDate.hasPrefix("2011") }
        for name in ["primary_release_date", "release_date"] {
            try await expect("\(name).gte=2000-01-01") { $0.releaseDate >= "2000-01-01" }
            try await expect("\(name).lte=1999-12-31") { !$0.releaseDate.isEmpty && $0.releaseDate <= "1999-12-31" }
            try await expect("\(name).gte=1990-01-01&\(name).lte=1999-12-31") { $0.releaseDate.hasPrefix("199") }
        }
    }

    @Test func numbersAreCompared() async throws {
        try await expect("vote_average.gte=7.5") { $0.voteAverage >= 7.5 }
        try await expect("vote_average.lte=5") { $0.voteAverage <= 5 }
        try await expect("vote_count.gte=1000") { $0.voteCount >= 1000 }
        try await expect("vote_count.lte=10") { $0.voteCount <= 10 }
        try await expect("with_runtime.gte=120&with_runtime.lte=140") { (120...140).contains($0.script.runtime) }
    }

    @Test func languagesAndCountriesAreCompared() async throws {
        try await expect("with_original_language=ko") { $0.script.originalLanguage == "ko" }
        try await expect("with_origin_country=GB") { $0.companies.first?.country == "GB" }
        #expect(try await ids("with_original_language=xx").isEmpty)
    }

    @Test func adultFilmsComeWhenTheyAreAskedFor() async throws {
        #expect(try await ids("include_adult=true").count == Movies.corpus.films.count)
        #expect(Movies.corpus.films.count > films.count)
    }

    @Test func ordersGoBothWays() async throws {
        func check<Value: Comparable>(_ name: String, _ value: (Film) -> Value) async throws {
            let ascending = try await ids("sort_by=\(name).asc").compactMap(Movies.corpus.film).map(value)
            #expect(ascending.count == films.count)
            #expect(ascending == ascending.sorted(by: <), "\(name)")
            let descending = try await ids("sort_by=\(name).desc").compactMap(Movies.corpus.film).map(value)
            #expect(descending == ascending.sorted(by: >), "\(name)")
        }
        try await check("popularity", \.popularity)
        try await check("revenue", \.revenue)
        try await check("primary_release_date", \.releaseDate)
        try await check("title", \.script.title)
        try await check("original_title") { $0.script.originalTitle ?? $0.script.title }
        try await check("vote_average", \.voteAverage)
        try await check("vote_count", \.voteCount)
    }

    @Test(
        "Empty values are ignored",
        arguments: [
            "with_genres=", "with_genres=,", "with_genres=comedy", "with_genres=99999999999999999999",
            "vote_count.gte=many", "sort_by=", "sort_by=nothing", "sort_by=.", "certification=R", "nothing=1",
        ])
    func meaningless(_ query: String) async throws {
        #expect(try await ids(query) == ids(""))
    }
}
