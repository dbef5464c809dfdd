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
}
