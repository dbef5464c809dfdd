import Foundation
import Freshet
import FreshetCombine
import FreshetCore
import FreshetTesting
import Testing

// The code of the guides "Loading, error and empty states" and "Cancellation".

func showFilms(_ cinema: Client<Cinema>, show: (FilmList) -> Void) async {
    for await state in cinema.states(for: .films(by: "Varda")) {
        show(FilmList(state))
    }
}

func loadedFilms(_ cinema: Client<Cinema>) -> Loader<[Film]> {
    let films = Loader(from: cinema) { .films(by: "Varda") }
    films.load()
    return films
}

final class FilmDetails {
    let film = Loader<Film>()
    private let cinema: Client<Cinema>

    init(_ cinema: Client<Cinema>) { self.cinema = cinema }

    func show(_ id: Int) { film.load(cinema.publisher(for: Request("films/\(id)"))) }
}

final class FilmSearch {
    let field: SearchField
    let films: Loader<[Film]>
    private let queries: AnyCancellable

    init(_ cinema: Client<Cinema>, scheduler: AnyScheduler = .main) {
        field = SearchField(rules: SearchRules(length: 3...30), scheduler: scheduler)
        films = Loader(scheduler: scheduler)
        queries = field.$query.dropFirst().sink { [films] query in
            if let query { films.load(.films(by: query), from: cinema) } else { films.clear() }
        }
    }

    func retry() { films.load() }
}

func showUntilGone(_ cinema: Client<Cinema>, show: @escaping @Sendable ([Film]) -> Void) -> Task<Void, Never> {
    Task {
        guard let films = try? await cinema.value(for: .films(by: "Varda")) else { return }
        show(films)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct StateSnippets {
    @Test func theLoopShowsEachState() async {
        let server = StubTransport { _ in .json("[]") }
        var shown = [FilmList]()
        await showFilms(Client(Cinema(), transport: server, cache: nil)) { shown.append($0) }
        #expect(shown == [.loading, .empty])
    }

    @Test func shortTextsAreNotSearched() {
        let clock = ManualClock()
        let server = StubTransport { _ in .json("[]") }
        let search = FilmSearch(Client(Cinema(), transport: server, cache: nil), scheduler: clock.scheduler)
        search.field.text = "Va"
        clock.advance(by: .milliseconds(300))
        #expect(search.field.idleReason == .tooShort(minimum: 3))
        #expect(search.field.query == nil)
    }

    @Test func aSearchLoadsOnceTypingHasPausedAndIsRetried() async throws {
        let clock = ManualClock()
        let server = StubTransport()
        let cinema = Client(Cinema(), transport: server, cache: nil, retry: .never, time: clock.time)
        let search = FilmSearch(cinema, scheduler: clock.scheduler)
        search.field.text = "Varda"
        clock.advance(by: .milliseconds(300))
        try await server.nextRequest().respond(with: .status(503))
        try await clock.run(upTo: .zero) { search.films.fetch.error != nil }
        search.retry()
        clock.advance()
        try await server.nextRequest().respond(with: .json("[]"))
        try await clock.run(upTo: .zero) { search.films.fetch.value != nil }
        #expect(search.films.fetch.value?.isEmpty == true && search.films.fetch.error == nil)
    }

    @MainActor
    @Test func loadersLoadWithAndWithoutAnInput() async throws {
        let server = StubTransport { request in
            .json(request.head.path == "/v1/films/7" ? #"{"id": 7, "title": "Vagabond"}"# : "[]")
        }
        let cinema = Client(Cinema(), transport: server, cache: nil)
        let films = loadedFilms(cinema)
        let details = FilmDetails(cinema)
        details.show(7)
        let lists = PublisherRecorder(films.$state.compactMap(\.value))
        let titles = PublisherRecorder(details.film.$state.compactMap(\.value?.title))
        try await lists.waitForValues(count: 1)
        try await titles.waitForValues(count: 1)
        #expect(lists.values == [[]] && titles.values == ["Vagabond"])
    }

    @Test func leavingCancelsTheCall() async throws {
        let gate = Gate()
        let server = StubTransport { _ in
            await gate.wait()
            return .json("[]")
        }
        let cinema = Client(Cinema(), transport: server, cache: nil)
        let call = Task { try await cinema.value(for: .films(by: "Varda")) }
        try await gate.waitUntilWaiting()
        call.cancel()
        let error = await #expect(throws: FetchError.self) { try await call.value }
        #expect(error?.isCancellation == true)
    }

    @Test func whatIsGoneShowsNothing() async throws {
        let gate = Gate()
        let shown = Lock(0)
        let server = StubTransport { _ in
            await gate.wait()
            return .json("[]")
        }
        let task = showUntilGone(Client(Cinema(), transport: server, cache: nil)) { _ in shown.withLock { $0 += 1 } }
        try await gate.waitUntilWaiting()
        task.cancel()
        await task.value
        #expect(shown.withLock { $0 } == 0)
    }
}
