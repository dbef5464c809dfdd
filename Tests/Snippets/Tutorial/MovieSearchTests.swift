import Foundation
import Freshet
import FreshetTesting
import Testing

struct MovieSearchTests {
    @Test func theNewestTextIsSearchedAfterAPause() async throws {
        let clock = ManualClock()
        let server = StubTransport { request in
            request.query == "q=happiness"
                ? .json(#"{"number": 1, "count": 1, "movies": [{"id": 2, "title": "Happiness", "year": 1965}]}"#)
                : .status(404)
        }
        let catalogue = Client(Catalogue(), transport: server, cache: nil, time: clock.time)
        let search = MovieSearch(catalogue, scheduler: clock.scheduler)
        search.text = "hap"
        search.text = "happiness"
        try await clock.run { search.movies.value != nil }
        #expect(search.movies.value?.map(\.title) == ["Happiness"])
        #expect(server.requests.map(\.query) == ["q=happiness"])
    }

    @Test func anErrorEndsNothing() async throws {
        let clock = ManualClock()
        let server = StubTransport { request in
            request.query == "page=1"
                ? .json(#"{"number": 1, "count": 1, "movies": []}"#) : .json(#"{"message": "Too short."}"#, status: 422)
        }
        let catalogue = Client(Catalogue(), transport: server, cache: nil, time: clock.time)
        let search = MovieSearch(catalogue, scheduler: clock.scheduler)
        search.text = "h"
        try await clock.run { search.movies.error != nil }
        #expect(search.movies.error?.localizedDescription == "Too short.")
        search.text = ""
        try await clock.run { search.movies.value != nil }
        #expect(search.movies.value?.isEmpty == true)
    }
}
