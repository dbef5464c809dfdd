import Freshet
import FreshetResources
import FreshetTesting
import Testing

// Resources in a project whose default is the main actor: models and requests stand outside of it.

nonisolated struct Exhibit: Codable, Sendable, Equatable {
    var id: Int
    var title: String
}

nonisolated extension Request where API == Museum, Value == Exhibit {
    static func exhibit(_ id: Int) -> Self { Request("exhibits/\(id)").tagged(.id("exhibit", id)) }
}

final class ExhibitScreen {
    let model: ResourceModel<Exhibit>
    private let museum: Client<Museum>

    init(_ museum: Client<Museum>, id: Int) {
        self.museum = museum
        model = ResourceModel(museum.resource(.exhibit(id)))
    }

    func rename(_ id: Int, to title: String) {
        museum.resource(.exhibit(id)).update { $0.title = title }
        museum.resources.invalidate(.id("exhibit", id))
    }
}

struct ResourceOnMainActorTests {
    @Test func theScreenShowsItsExhibit() async throws {
        let server = StubTransport { _ in .json(#"{"id": 3, "title": "Bathers"}"#) }
        let museum = Client(Museum(), transport: server, cache: nil)
        let screen = ExhibitScreen(museum, id: 3)
        screen.model.start()
        try await eventually { screen.model.value != nil }
        #expect(screen.model.value?.title == "Bathers")
        // Or what is invalidated is fetched at once, and the server has the old title.
        screen.model.stop()
        screen.rename(3, to: "Swimmers")
        #expect(museum.resource(.exhibit(3)).state.value?.title == "Swimmers")
    }
}
