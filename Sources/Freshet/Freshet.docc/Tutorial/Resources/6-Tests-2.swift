import Foundation
import Freshet
import FreshetTesting
import Testing

@testable import MovieBrowser

@MainActor
struct MovieListTests {
    @Test func theListComesPageByPage() async {
        let list = MovieList(Client(Catalogue(), transport: movieServer, cache: nil))
        await list.loadMore()
        #expect(list.state.value?.map(\.title) == ["Cleo from 5 to 7", "Happiness"])
        await list.loadMore()
        #expect(list.state.value?.count == 3)
        await list.loadMore()
        #expect(!list.hasMore)
    }

    @Test func aFailureKeepsWhatIsShown() async {
        let server = StubTransport { request in
            request.query == "page=1"
                ? .json(#"{"number": 1, "count": 2, "movies": [{"id": 1, "title": "Vagabond", "year": 1985}]}"#)
                : .status(503)
        }
        let list = MovieList(Client(Catalogue(), transport: server, cache: nil, retry: .never))
        await list.loadMore()
        await list.loadMore()
        #expect(screen(list.state).hasPrefix("Vagabond (1985)\nFailed: "))
        #expect(server.requests.map(\.query) == ["page=1", "page=2"])
    }
}
