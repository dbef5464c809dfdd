import Foundation
import Testing

@testable import Emulator

@Suite struct MovieCorpusTests {
    private let films = Movies.corpus.films

    @Test func itIsLargeAndTheSameEachTime() {
        #expect(films.count >= 240)
        #expect(Movies.corpus.people.count >= 150)
        #expect(Set(films.map(\.id)).count == films.count)
        #expect(Set(Movies.corpus.people.map(\.id)).count == Movies.corpus.people.count)
        let again = TMDbCorpus(startOfDay: InProcess.startOfDay)
        #expect(again.films.map { $0.details().text } == films.map { $0.details().text })
        #expect(again.films.map { JSONText.object($0.credits).text } == films.map { JSONText.object($0.credits).text })
    }

    @Test func newFilmsAreDatedAroundTheDay() {
        let later = TMDbCorpus(startOfDay: InProcess.startOfDay.addingTimeInterval(86_400))
        for (film, next) in zip(films, later.films) {
            #expect(film.id == next.id)
            #expect((film.releaseDate == next.releaseDate) == (film.releaseDay == nil))
            #expect(film.poster == next.poster)
        }
    }

    @Test func oddValuesAreThere() {
        let rows = films.map { $0.json() }
        #expect(rows.contains { $0["release_date"] == nil })
        #expect(rows.contains { $0["release_date"] == .string("") })
        #expect(rows.contains { $0["poster_path"] == .null })
        #expect(rows.contains { $0["backdrop_path"] == .null })
        #expect(films.contains { $0.voteCount == 0 && $0.voteAverage == 0 })
        // Whole numbers are written without a fraction.
        #expect(rows.contains { $0.text.contains(#""vote_average":6,"#) || $0.text.contains(#""vote_average":7,"#) })
        let details = films.map { $0.details() }
        for (name, value) in [
            ("runtime", JSONText.null), ("runtime", .number(0)), ("homepage", .null), ("homepage", .string("")),
            ("imdb_id", .null), ("budget", .number(0)), ("revenue", .number(0)), ("belongs_to_collection", .null),
            ("tagline", .string("")),
        ] {
            #expect(details.contains { $0[name] == value }, "\(name) is never \(value.text)")
        }
    }

    @Test func valuesLieWhereTheyShould() {
        for film in films {
            #expect((0...10).contains(film.voteAverage))
            #expect(film.voteCount >= 0)
            #expect(film.popularity >= 0)
            #expect((film.voteCount == 0) == (film.voteAverage == 0), "\(film.script.title)")
            #expect(film.releaseDate.isEmpty || ISODate.date(film.releaseDate, endOfDay: false) != nil)
            #expect(film.poster?.hasPrefix("/p") ?? true)
            #expect(film.backdrop?.hasPrefix("/b") ?? true)
        }
    }

    @Test func whatIsToComeHasEarnedNothing() async throws {
        let film = try Movies.film { ($0.releaseDay ?? 0) > 0 }
        let details = try await Movies.json("/movie/\(film.id)")
        #expect(details["revenue"].number == 0)
        #expect(details["status"].text == "Post Production")
    }
}
