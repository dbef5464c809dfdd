import Foundation
import Freshet
import FreshetCombine
import FreshetCore
import FreshetSQLite
import FreshetTesting
import Testing

// The code of the guide Getting started.

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

func offlineCinema(in folder: URL) -> Client<Cinema> {
    let store = SQLiteCacheStore(file: folder.appending(path: "responses.sqlite"))
    return Client(Cinema(), cache: HTTPCache(store: store))
}

@Suite(.timeLimit(.minutes(1)))
struct GettingStartedSnippets {
    @Test func theDirectorIsAskedFor() async throws {
        let server = StubTransport { _ in .json(#"[{"id": 1, "title": "Vagabond"}]"#) }
        let cinema = Client(Cinema(), transport: server, cache: nil)
        let films = try await cinema.value(for: .films(by: "Varda"))
        #expect(films.map(\.title) == ["Vagabond"])
        #expect(server.requests[0].head.path == "/v1/films?director=Varda")
    }

    /// Returns what a list shows, one after another.
    @MainActor
    private func states(after body: String, status: Int = 200) async -> [FilmList] {
        let server = StubTransport { _ in .json(body, status: status) }
        let model = FilmListModel(Client(Cinema(), transport: server, cache: nil), director: "Varda")
        let recorder = PublisherRecorder(model.$list.removeDuplicates())
        model.load()
        await recorder.waitForValues(count: 2)
        return recorder.values
    }

    @MainActor
    @Test func theListLoads() async {
        let vagabond = Film(id: 1, title: "Vagabond")
        let loaded = await states(after: #"[{"id": 1, "title": "Vagabond"}]"#)
        #expect(loaded == [.loading, .films([vagabond], note: nil)])
        #expect(await states(after: "[]") == [.loading, .empty])
        let failed = await states(after: "", status: 404)
        #expect(failed.count == 2 && failed.last != .empty)
    }

    @Test func whatWasReadIsThereWithoutAConnection() async throws {
        let isOffline = Lock(false)
        let server = StubTransport { _ throws(FetchError) in
            if isOffline.withLock({ $0 }) { throw FetchError(.cannotConnect(.offline)) }
            return .json(#"[{"id": 1, "title": "Vagabond"}]"#)
        }
        let cinema = Client(Cinema(), transport: server, cache: HTTPCache(), retry: .never)
        _ = try await cinema.value(for: .films(by: "Varda"))
        isOffline.withLock { $0 = true }
        let response = try await cinema.response(for: .films(by: "Varda"))
        #expect(response.value.map(\.title) == ["Vagabond"])
        #expect(response.source.isStale)
    }
}
