import Testing

@testable import Emulator

@Suite struct MovieSearchTests {
    private func titles(_ query: String) async throws -> [String] {
        try await Movies.pages("/search/movie?\(query)").flatMap { $0["results"].list }.compactMap { $0["title"].text }
    }

    @Test(
        "Words are found at the beginning of words, whatever their case and accents",
        arguments: [
            ("harbour", "The Harbour Orphans"), ("HARBOUR%20orph", "The Harbour Orphans"),
            ("orphans+harb", "The Harbour Orphans"), ("harbour,%20orphans!", "The Harbour Orphans"),
            ("konigsgrund", "The Last Train from Königsgrund"), ("K%C3%B6nigsgrund", "The Last Train from Königsgrund"),
            ("Ko%CC%88nigsgrund", "The Last Train from Königsgrund"), ("winters%20ines", "Six Winters of Inês"),
            ("la%20difesa", "The Bologna Defence"), ("arithmetique", "The Arithmetic of Leaving"),
            ("%EC%8B%AC%EC%95%BC%EC%9A%94%EA%B8%88", "Night Fare, Incheon"),
            ("%E9%BB%92%E6%9B%9C", "The Obsidian Blade's Debt"),
        ])
    func words(query: String, title: String) async throws {
        #expect(try await titles("query=\(query)").contains(title))
    }

    @Test(
        "What is in no title is not found",
        arguments: ["arbour", "harbour%20zzz", "!!!", "%20", "%F0%9F%8E%AC", "%FF", "%00"])
    func nothing(_ query: String) async throws {
        let page = try await Movies.json("/search/movie?query=\(query)")
        #expect(page["results"].isList && page["results"].list.isEmpty)
        #expect(page["total_results"].number == 0)
    }

    @Test func anEmptyQueryFindsNothing() async throws {
        for kind in ["movie", "person", "multi"] {
            #expect(try await Movies.json("/search/\(kind)?query=")["total_results"].number == 0)
        }
    }

    @Test("Without a query the other shape of errors comes", arguments: ["movie", "multi", "person"])
    func missingQuery(_ kind: String) async throws {
        for query in ["", "?page=1", "?q=harbour"] {
            let response = try await Movies.get("/search/\(kind)\(query)")
            #expect(response.status == 422)
            #expect(response.text == #"{"errors":["query must be provided"]}"#)
            #expect(response.header("Content-Type") == "application/json; charset=utf-8")
        }
    }

    @Test("Searches that are not there", arguments: ["collection", "nothing", "tv", "%FF"])
    func unknownKinds(_ kind: String) async throws {
        let response = try await Movies.get("/search/\(kind)?query=a")
        #expect(response.status == 404)
        #expect(try response.json()["status_code"].number == 34)
    }

    @Test("The year selects among films of one title", arguments: ["year", "primary_release_year"])
    func years(_ name: String) async throws {
        #expect(try await titles("query=widow%27s%20weather").count == 2)
        #expect(try await titles("query=widow%27s%20weather&\(name)=1962") == ["Widow's Weather"])
        #expect(try await titles("query=widow%27s%20weather&\(name)=1961").isEmpty)
        #expect(try await titles("query=widow%27s%20weather&\(name)=soon").isEmpty)
        #expect(try await titles("query=widow%27s%20weather&\(name)=").count == 2)
    }

    @Test func bestKnownComeFirst() async throws {
        let films = try await Movies.pages("/search/movie?query=the").flatMap { $0["results"].list }
        let popularities = films.compactMap { $0["popularity"].decimal }
        #expect(popularities.count > 40)
        #expect(popularities == popularities.sorted(by: >))
    }

    @Test func adultFilmsAreFoundWhenTheyAreAskedFor() async throws {
        let film = try Movies.film(where: \.isAdult)
        let query = "query=\(film.script.title.replacing(" ", with: "%20"))"
        #expect(try await titles(query).contains(film.script.title) == false)
        #expect(try await titles("\(query)&include_adult=false").contains(film.script.title) == false)
        #expect(try await titles("\(query)&include_adult=true").contains(film.script.title))
    }

    @Test func peopleAreFoundByName() async throws {
        let people = try await Movies.json("/search/person?query=palomeque%20rua")["results"].list
        #expect(people.map { $0["name"].text } == ["Ignacio Palomeque Rúa"])
        #expect(people.allSatisfy { $0["media_type"].isMissing })
    }

    @Test func allKindsAreFoundTogether() async throws {
        let results = try await Movies.pages("/search/multi?query=the").flatMap { $0["results"].list }
        #expect(Set(results.compactMap { $0["media_type"].text }).isSuperset(of: ["movie", "tv"]))
        let people = try await Movies.json("/search/multi?query=ignacio")["results"].list
        #expect(people.contains { $0["media_type"].text == "person" && !$0["known_for"].isMissing })
        for series in results.filter({ $0["media_type"].text == "tv" }) {
            #expect(series["title"].isMissing)
            #expect(series.names.contains("first_air_date") && series.names.contains("original_name"))
            #expect(series["origin_country"].texts == ["US"])
        }
    }
}
