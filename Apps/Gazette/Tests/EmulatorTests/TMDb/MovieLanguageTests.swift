import Testing

@testable import Emulator

@Suite struct MovieLanguageTests {
    @Test("Films have their original title in their own language", arguments: ["ja", "ja-JP", "JA"])
    func ownTitle(_ language: String) async throws {
        let film = try Movies.film {
            $0.script.originalTitle != nil && $0.script.originalLanguage == "ja" && !$0.isAdult
        }
        let own = try await Movies.json("/movie/\(film.id)?language=\(language)")
        #expect(own["title"].text == film.script.originalTitle)
        #expect(own["original_title"].text == film.script.originalTitle)
        let found = try await Movies.json("/discover/movie?with_original_language=ja&language=\(language)")
        let listed = try #require(found["results"].list.first { $0["id"].number == film.id })
        #expect(listed["title"].text == film.script.originalTitle)
    }

    @Test("Elsewhere they are called by the English one", arguments: ["", "?language=en-US", "?language=fr"])
    func englishTitle(_ query: String) async throws {
        let film = try Movies.film {
            $0.script.originalTitle != nil && $0.script.originalLanguage == "ja" && !$0.isAdult
        }
        let details = try await Movies.json("/movie/\(film.id)\(query)")
        #expect(details["title"].text == film.script.title)
        #expect(details["original_title"].text == film.script.originalTitle)
        #expect(details["original_language"].text == "ja")
    }

    @Test func overviewsThatAreNotTranslatedAreEmpty() async throws {
        let english = try await Movies.json("/movie/top_rated")["results"].list.compactMap { $0["overview"].text }
        let french = try await Movies.json("/movie/top_rated?language=fr")["results"].list
            .compactMap { $0["overview"].text }
        #expect(english.count == 20 && french.count == 20)
        #expect(english.allSatisfy { !$0.isEmpty })
        #expect(french.contains { $0.isEmpty })
        #expect(french.contains { !$0.isEmpty })
    }
}
