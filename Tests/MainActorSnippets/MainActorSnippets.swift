import Freshet
import FreshetTesting
import Testing

// The code of the guide Swift concurrency for projects whose default is the main actor, as in this target.

struct Museum: Service {
    let baseURL = "https://museum.example"
}

nonisolated struct Painting: Decodable {
    let title: String
}

extension Request where API == Museum, Value == [Painting] {
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

struct Sculpture: nonisolated Decodable {
    let title: String
    var sketch: String?
}

nonisolated extension Request where API == Museum, Value == Sculpture {
    static func sculpture(_ id: Int) -> Self { Request("sculptures/\(id)") }
}

nonisolated func sculptureTitle(_ id: Int, in museum: Client<Museum>) async throws(FetchError) -> String {
    try await museum.value(for: .sculpture(id)).title
}

struct MainActorSnippets {
    @Test func thePaintingsAreShown() async {
        let server = StubTransport { _ in .json(#"[{"title": "Bathers"}]"#) }
        let model = PaintingsModel(Client(Museum(), transport: server, cache: nil))
        await model.load()
        #expect(model.state.value?.map(\.title) == ["Bathers"])
    }

    @Test func aModelOfTheMainActorIsDecodedElsewhere() async throws {
        let server = StubTransport { _ in .json(#"{"title": "David", "sketch": null}"#) }
        #expect(try await sculptureTitle(3, in: Client(Museum(), transport: server, cache: nil)) == "David")
    }
}
