import Freshet
import FreshetTesting
import Testing

// The code of the guide Swift concurrency for projects whose default is the main actor, as in this target.

nonisolated struct Museum: Service {
    let baseURL = "https://museum.example"
}

nonisolated struct Painting: Decodable, Sendable {
    let title: String
}

nonisolated extension Request where API == Museum, Value == [Painting] {
    static func paintings() -> Self { Request("paintings") }
}

final class PaintingsModel {
    private(set) var state = FetchState<[Painting]>()
    private let museum: Client<Museum>

    init(_ museum: Client<Museum>) { self.museum = museum }

    func load() async {
        for await state in museum.states(for: .paintings()) { self.state = state }
    }
}

struct MainActorSnippets {
    @Test func thePaintingsAreShown() async {
        let server = StubTransport { _ in .json(#"[{"title": "Bathers"}]"#) }
        let model = PaintingsModel(Client(Museum(), transport: server, cache: nil))
        await model.load()
        #expect(model.state.value?.map(\.title) == ["Bathers"])
    }
}
