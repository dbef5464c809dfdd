import Foundation
import Freshet
import FreshetCombine
import FreshetSQLite
import FreshetTesting
import Testing

// The code of the guide Getting started.

func showFilms(_ web: Client<AnyOrigin>) async throws {
    let films = try await web.value(at: "https://cinema.example/films.json", as: [Film].self)
    print(films.count)

    let subscription = web.publisher(at: "https://cinema.example/films.json", as: [Film].self)
        .sink { completion in
            print(completion)
        } receiveValue: { films in
            print(films.count)
        }

    web.fetch(at: "https://cinema.example/films.json", as: [Film].self) { result in print(result) }

    for await state in web.states(at: "https://cinema.example/films.json", as: [Film].self) { print(state) }

    subscription.cancel()
}

struct Cinema: Service {
    let baseURL = "https://cinema.example/v1"
}

struct Film: Decodable, Sendable, Identifiable, Equatable {
    let id: Int
    let title: String
}

extension Request where API == Cinema, Value == [Film] {
    static func films(by director: String) -> Self { Request("films", query: ["director": director]) }
}

enum FilmList: Equatable {
    case loading
    case empty
    case failed(String)
    case films([Film], note: String?)

    init(_ state: FetchState<[Film]>) {
        if let films = state.value {
            let note = state.error.map { "Could not refresh: \($0.localizedDescription)" }
            self = films.isEmpty ? .empty : .films(films, note: note)
        } else if let error = state.error {
            self = .failed(error.localizedDescription)
        } else {
            self = .loading
        }
    }
}

final class FilmListModel: ObservableObject {
    @Published private(set) var list = FilmList.loading
    private let loader: Loader<[Film]>

    init(_ cinema: Client<Cinema>, director: String) {
        loader = Loader(from: cinema) { .films(by: director) }
        loader.$fetch.map { FilmList($0) }.removeDuplicates().assign(to: &$list)
    }

    func load() { loader.load() }
}

func cachedCinema(in folder: URL, transport: any Transport = DefaultTransport.shared) -> Client<Cinema> {
    let store = SQLiteCacheStore(file: folder.appending(path: "responses.sqlite"))
    return Client(Cinema(), transport: transport, cache: HTTPCache(store: store))
}

/// The file `main.swift` of the guide.
func firstRequest() async throws {
    // A stub stands in for the server. `Client(Cinema())` sends requests to the real one.
    let server = StubTransport { _ in .json(#"[{"id": 1, "title": "Vagabond"}]"#) }
    let cinema = Client(Cinema(), transport: server, cache: nil)
    for film in try await cinema.value(for: .films(by: "Varda")) {
        print(film.title)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct GettingStartedSnippets {
    @Test func theQueryNamesTheDirector() async throws {
        let server = StubTransport { _ in .json(#"[{"id": 1, "title": "Vagabond"}]"#) }
        let cinema = Client(Cinema(), transport: server, cache: nil)
        let films = try await cinema.value(for: .films(by: "Varda"))
        #expect(films.map(\.title) == ["Vagabond"])
        #expect(server.requests[0].head.path == "/v1/films?director=Varda")
    }

    /// Returns what a list shows, one after another.
    @MainActor
    private func states(of cinema: Client<Cinema>) async throws -> [FilmList] {
        let model = FilmListModel(cinema, director: "Varda")
        let recorder = PublisherRecorder(model.$list.removeDuplicates())
        model.load()
        try await recorder.waitForValues(count: 2)
        return recorder.values
    }

    @MainActor
    @Test(arguments: [
        (#"[{"id": 1, "title": "Vagabond"}]"#, FilmList.films([Film(id: 1, title: "Vagabond")], note: nil)),
        ("[]", .empty),
    ])
    func theListLoads(body: String, list: FilmList) async throws {
        let server = StubTransport { _ in .json(body) }
        #expect(try await states(of: Client(Cinema(), transport: server, cache: nil)) == [.loading, list])
    }

    @MainActor
    @Test func anErrorIsShown() async throws {
        let server = StubTransport { _ in .status(404) }
        let shown = try await states(of: Client(Cinema(), transport: server, cache: nil))
        guard case .failed = shown.last else {
            Issue.record("\(shown)")
            return
        }
    }

    @MainActor
    @Test func theListIsThereOffline() async throws {
        let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = StubTransport { _ in .json(#"[{"id": 1, "title": "Vagabond"}]"#) }
        let noNetwork = StubTransport { _ throws(FetchError) in throw FetchError(.cannotConnect(.offline)) }

        _ = try await states(of: cachedCinema(in: folder, transport: server))
        let shown = try await states(of: cachedCinema(in: folder, transport: noNetwork))
        guard case .films(let films, let note?) = shown.last else {
            Issue.record("\(shown)")
            return
        }
        #expect(films.map(\.title) == ["Vagabond"])
        #expect(note.hasPrefix("Could not refresh"))
    }
}
