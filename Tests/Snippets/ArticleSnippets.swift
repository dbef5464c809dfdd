import Foundation
import Freshet
import FreshetAuthentication
import FreshetCombine
import FreshetResources
import FreshetSQLite
import FreshetTesting
import Testing

// The code of the guide "Coming from a Combine article". Each test names the entry of the guide whose code it runs.

struct Ferries: Service {
    let baseURL = "https://ferries.example/v1"
    var decoder: any BodyDecoder { FreshetJSONDecoder.snakeCaseConverting }
    var encoder: any BodyEncoder { JSONEncoder.snakeCaseConverting }
}

struct Sailing: Codable, Sendable, Identifiable, Equatable {
    let id: Int
    let departsAt: Date
}

extension Request where API == Ferries, Value == [Sailing] {
    static func sailings(from port: String, page: Int = 1) -> Self {
        Request("sailings", query: ["from": port, "page": page])
    }
}

extension Request where API == Ferries, Value == Sailing {
    static func book(_ sailing: Sailing) -> Self { Request("bookings", method: .post, body: .json(sailing)) }
}

struct Headline: Decodable, Sendable, Identifiable {
    let title: String
    var id: String { title }
}

final class ForecastModel: ObservableObject {
    let forecast: Loader<Forecast>
    init(_ weather: Client<Weather>) { forecast = Loader(from: weather) { .forecast(for: "Oslo") } }
}

final class ForecastPanel {
    private(set) var text = ""
    private var call: AnyCancellable?

    func load(_ weather: Client<Weather>) {
        call = weather.publisher(for: .forecast(for: "Oslo"))
            .convertToResult()
            .receive(on: DispatchQueue.main)
            .sink { [weak self] result in self?.text = (try? result.get().text) ?? "" }
    }
}

final class FilmsScreen: ObservableObject {
    @Published private(set) var films = LoadingState<[Film]>.idle

    func load(_ cinema: Client<Cinema>) {
        cinema.publisher(for: .films(by: "Varda"))
            .convertToLoadingState()
            .receive(on: DispatchQueue.main)
            .assign(to: &$films)
    }
}

func forecast(_ weather: Client<Weather>, for city: String) -> some Publisher<Forecast, FetchError> {
    weather.publisher(for: .forecast(for: city))
}

func tryAgain(_ object: some LoadableObject) {
    if object.state.error != nil { object.load() }
}

extension PagedRequest where API == Cinema, Page == [Film] {
    static func films(by director: String) -> Self { .links(Request("films", query: ["director": director])) }
}

/// The code that is a part of a function of the reader.
enum ArticleForms {
    // MARK: - Calls

    static func ferries() -> Client<Ferries> {
        let ferries = Client(Ferries())
        return ferries
    }

    static func forecastPublisher(_ weather: Client<Weather>) -> FetchPublisher<Weather, Forecast> {
        weather.publisher(for: .forecast(for: "Oslo"))
    }

    static func kept(_ weather: Client<Weather>) -> some Publisher<Forecast, any Error> {
        weather.dataTaskPublisher(for: .forecast(for: "Oslo"))
            .tryDecodeResponse(type: Forecast.self, decoder: JSONDecoder.snakeCaseConverting)
    }

    static func fromAnyPort(_ text: String) -> Request<Ferries, [Sailing]> {
        Request<Ferries, [Sailing]>("sailings", query: ["from": text])
    }

    static func fetchAndCancel(_ weather: Client<Weather>) {
        let task = weather.fetch(.forecast(for: "Oslo")) { result in
            print(result)  // Result<Forecast, FetchError>, once, on the main queue
        }
        task.cancel()
    }

    static func fetch(
        _ weather: Client<Weather>, on queue: DispatchQueue,
        _ show: @escaping @Sendable (Result<Forecast, FetchError>) -> Void
    ) {
        weather.fetch(.forecast(for: "Oslo"), on: queue) { result in show(result) }
    }

    static func fetchFromAnywhere(_ web: Client<AnyOrigin>) {
        web.fetch(at: "https://weather.example/v1/now", as: Forecast.self) { result in print(result) }
    }

    static func phonePublisher(of name: String, in directory: Directory) -> CallbackPublisher<String, any Error> {
        CallbackPublisher { completion in
            directory.phone(of: name, completion: completion.pair)
            return nil
        }
    }

    static func phone(of name: String, in directory: Directory) async throws -> String {
        try await withCompletion { completion in
            directory.phone(of: name, completion: completion.pair)
            return nil
        }
    }

    static func twoForecasts(_ weather: Client<Weather>) async -> [Forecast?] {
        async let here = weather.value(for: .forecast(for: "Oslo"))
        async let there = weather.value(for: .forecast(for: "Lima"))
        return [try? await here, try? await there]
    }

    static func onMainQueue(_ weather: Client<Weather>) -> some Publisher<Forecast, FetchError> {
        weather.publisher(for: .forecast(for: "Oslo"))  // decodes in the background
            .receive(on: DispatchQueue.main)
    }

    static func retried(_ weather: Client<Weather>) -> some Publisher<Forecast, FetchError> {
        let request = Request<Weather, Forecast>.forecast(for: "Oslo")
        return weather.publisher(for: request.retrying(.policy(RetryPolicy(attempts: 4))))
    }

    static func timed(_ weather: Client<Weather>) -> some Publisher<Forecast, FetchError> {
        let request = Request<Weather, Forecast>.forecast(for: "Oslo")
        return weather.publisher(for: request.timeout(.seconds(5)))
    }

    static func logged() -> Client<Weather> {
        var configuration = ClientConfiguration.platform
        configuration.observers = [LogObserver()]
        return Client(Weather(), configuration)
    }

    // MARK: - Many calls

    typealias Checked = Result<Forecast, FetchError>

    static func both(_ weather: Client<Weather>) -> some Publisher<(Checked, Checked), Never> {
        weather.publisher(for: .forecast(for: "Oslo")).convertToResult()
            .zip(weather.publisher(for: .forecast(for: "Lima")).convertToResult())
    }

    static func merged(_ weather: Client<Weather>, _ cities: [String]) -> AnyCancellable {
        cities.collectInOrder(maxConcurrent: 4) { weather.publisher(for: .forecast(for: $0)) }
            .sink { results in print(results.values.map(\.text), results.failures.count) }
    }

    static func grouped(_ weather: Client<Weather>, _ cities: [String]) async throws -> [String] {
        let results = try await cities.collectInOrder { weather.publisher(for: .forecast(for: $0)) }.firstValue()
        return results.values.map(\.text)
    }

    static func shared(_ weather: Client<Weather>) -> Publishers.ShareReplay<FetchPublisher<Weather, Forecast>> {
        weather.publisher(for: .forecast(for: "Oslo")).share(replay: 1)
    }

    // MARK: - Inputs

    static func typed(
        _ query: AnyPublisher<String, Never>, _ cinema: Client<Cinema>
    ) -> some Publisher<LoadingState<[Film]>, Never> {
        query.latest { cinema.publisher(for: .films(by: $0)) }
    }

    static func field(
        _ films: Loader<[Film]>, _ cinema: Client<Cinema>, scheduler: AnyScheduler
    ) -> (SearchField, AnyCancellable) {
        let field = SearchField(rules: SearchRules(length: 3...30), scheduler: scheduler)
        let queries = field.$query.dropFirst().sink { query in
            if let query { films.load(.films(by: query), from: cinema) } else { films.clear() }
        }
        return (field, queries)
    }

    static func chosen(
        _ directors: PassthroughSubject<String, Never>, _ cinema: Client<Cinema>
    ) -> some Publisher<Result<[Film], FetchError>, Never> {
        directors
            .map { cinema.publisher(for: .films(by: $0)).convertToResult() }
            .switchToLatest()
    }

    static func tapped(
        _ taps: PassthroughSubject<Void, Never>, _ cinema: Client<Cinema>
    ) -> some Publisher<LoadingState<[Film]>, Never> {
        taps.latest { cinema.publisher(for: .films(by: "Varda")) }
    }

    static func polled(_ theatre: Client<Theatre>) -> Resource<Play> {
        let play = theatre.resource(.play(7)).polling(every: .seconds(30))
        return play
    }

    // MARK: - States

    static func loader(_ cinema: Client<Cinema>) -> Loader<[Film]> {
        let films = Loader(from: cinema) { .films(by: "Varda") }
        films.load()  // films.fetch: value, error, isFetching, isStale
        return films
    }

    static func observed(
        _ cinema: Client<Cinema>, _ isLoading: CurrentValueSubject<Bool, Never>
    ) -> AnyPublisher<[Film], FetchError> {
        cinema.publisher(for: .films(by: "Varda")).observeFetchStatus(with: isLoading)
    }

    static func reduced(
        _ cinema: Client<Cinema>, _ shown: FetchState<[Film]>
    ) -> AnyPublisher<FetchState<[Film]>, Never> {
        cinema.responsePublisher(for: .films(by: "Varda"))
            .mapToFetchState(keepingPrevious: shown)
    }

    static func replaced(
        _ cinema: Client<Cinema>, _ shown: FetchState<[Film]>
    ) -> AnyPublisher<FetchState<[Film]>, Never> {
        cinema.publisher(for: .films(by: "Varda"))
            .convertToFetchState(keepingPrevious: shown)
    }

    static func advice(for error: FetchError) -> String {
        return switch error.kind {
        case .cannotConnect(.offline): "You are offline."
        case .status(.notFound): "There is no such film."
        default: error.localizedDescription
        }
    }

    static func playObject(_ theatre: Client<Theatre>) -> ResourceObject<Play> {
        let play = ResourceObject(theatre.resource(.play(7)))
        play.load()
        return play
    }

    static func follow(_ cinema: Client<Cinema>, _ director: String, show: (FetchState<[Film]>) -> Void) async {
        for await state in cinema.states(for: .films(by: director)) { show(state) }
    }

    // MARK: - Lists and pictures

    static func list(
        _ cinema: Client<Cinema>, _ apply: @escaping ([Int]) -> Void
    ) -> (ListObject<String, Film>, AnyCancellable) {
        let films = ListObject { (director: String) in cinema.window(on: .films(by: director)) { WindowPage($0) } }
        let changes = films.$fetch
            .compactMap { state in state.value?.map(\.id) }
            .removeDuplicates()
            .sink { ids in apply(ids) }  // no id is there twice
        return (films, changes)
    }

    static func appeared(_ film: Film, in films: ListObject<String, Film>) {
        films.loadMore(at: film)
    }

    static func store(_ cinema: Client<Cinema>) -> ImageStore {
        ImageStore(client: cinema, byteLimit: 64 << 20)
    }

    static func picture(_ store: ImageStore, _ url: URL, scheduler: AnyScheduler) -> ImageLoader {
        let picture = ImageLoader(store: store, scheduler: scheduler)
        picture.url = url
        return picture
    }

    // MARK: - Caches

    static func cached(_ file: URL) -> Client<News> {
        let stored = HTTPCache(store: SQLiteCacheStore(file: file))
        return Client(News(), cache: stored)
    }

    static func offlineText(_ error: FetchError) -> String? {
        error.kind == .cannotConnect(.offline) ? "You are offline." : nil
    }
}

@Suite(.timeLimit(.minutes(1)))
struct ArticleSnippets {
    private static func weather(
        retry: RetryPolicy = .never, time: TimeSource = .system,
        _ respond: @escaping @Sendable (TransportRequest) -> StubTransport.Response
    ) -> (Client<Weather>, StubTransport) {
        let server = StubTransport(respond)
        return (Client(Weather(), transport: server, cache: nil, retry: retry, time: time), server)
    }

    /// A weather service that knows every city but Atlantis.
    private static func cities() -> Client<Weather> {
        weather { request in
            request.path.hasSuffix("Atlantis")
                ? .status(404) : .json(#"{"text": "\#(request.path.split(separator: "/").last ?? "")"}"#)
        }.0
    }

    private static func cinema(_ server: StubTransport) -> Client<Cinema> {
        Client(Cinema(), transport: server, cache: nil, retry: .never)
    }

    private static let vagabond = #"[{"id": 1, "title": "Vagabond"}]"#

    // MARK: - Calls

    /// `dataTaskPublisher`, `tryMap`, `decode`; `tryDecodeResponse`; `eraseToAnyPublisher`.
    @Test func anErrorPageIsNotDecoded() async throws {
        let (weather, _) = Self.weather { _ in .json(#"{"text": "closed"}"#, status: 503) }
        let plain = PublisherRecorder(ArticleForms.forecastPublisher(weather))
        let kept = PublisherRecorder(ArticleForms.kept(weather))
        let some = PublisherRecorder(forecast(weather, for: "Oslo"))
        try await plain.waitForCompletion()
        try await kept.waitForCompletion()
        try await some.waitForCompletion()
        #expect(plain.values.isEmpty && plain.failure?.status == 503)
        #expect(kept.values.isEmpty && (kept.failure as? FetchError)?.status == 503)
        #expect(some.failure?.status == 503)
        #expect(ArticleForms.ferries().service.baseURL == "https://ferries.example/v1")
    }

    /// `URLComponents` with `queryItems`; `Endpoint`; `convertFromSnakeCase`; `dateDecodingStrategy`.
    @Test func aQueryIsEncodedAndItsResponseDecoded() async throws {
        let server = StubTransport { _ in
            .json(
                #"[{"id": 1, "departs_at": "2026-07-01T06:00:00Z"}, {"id": 2, "departs_at": "2026-07-01T06:00:00.5Z"}]"#
            )
        }
        let ferries = Client(Ferries(), transport: server, cache: nil)
        let sailings = try await ferries.value(for: ArticleForms.fromAnyPort("Suðuroy + 1"))
        #expect(server.requests[0].query == "from=Su%C3%B0uroy%20%2B%201")
        #expect(sailings.map(\.departsAt.timeIntervalSince1970) == [1_782_885_600, 1_782_885_600.5])
        _ = try await ferries.value(for: .sailings(from: "Oslo", page: 2))
        #expect(server.requests[1].query == "from=Oslo&page=2")
    }

    /// `httpBody`.
    @Test func aBodyIsEncodedLikeTheResponses() async throws {
        let server = StubTransport { request in
            #expect(request.head.method == .post && request.head.headerFields[.contentType] == "application/json")
            return .json(#"{"id": 1, "departs_at": "2026-07-01T06:00:00Z"}"#)
        }
        let sailing = Sailing(id: 1, departsAt: Date(timeIntervalSince1970: 1_782_885_600))
        #expect(try await Client(Ferries(), transport: server, cache: nil).value(for: .book(sailing)) == sailing)
    }

    /// `completion(.failure(error))` on any queue.
    @Test func theCallbackRunsOnItsQueue() async {
        let weather = Self.cities()
        let text = await withCheckedContinuation { continuation in
            let queue = DispatchQueue(label: "screen")
            ArticleForms.fetch(weather, on: queue) { result in
                dispatchPrecondition(condition: .onQueue(queue))
                continuation.resume(returning: try? result.get().text)
            }
        }
        #expect(text == "Oslo")
    }

    /// `Future` around a callback; `withCheckedContinuation` around a callback.
    @Test func aCallbackIsAPublisherAndAFunction() async throws {
        let directory = Directory()
        #expect(try await ArticleForms.phonePublisher(of: "Ann", in: directory).firstValue() == "555-0100")
        #expect(try await ArticleForms.phone(of: "Ann", in: directory) == "555-0100")
    }

    /// `async let`; `Zip`; `DispatchGroup`.
    @Test func oneFailureLeavesTheOtherValues() async throws {
        let (weather, _) = Self.weather { request in
            request.path.hasSuffix("Lima") ? .status(404) : .json(#"{"text": "Rain"}"#)
        }
        #expect(await ArticleForms.twoForecasts(weather).map(\.?.text) == ["Rain", nil])
        let pair = PublisherRecorder(ArticleForms.both(weather))
        try await pair.waitForCompletion()
        let (here, there) = try #require(pair.values.first)
        #expect(try here.get().text == "Rain")
        #expect(throws: FetchError.self) { try there.get() }
        let texts = try await ArticleForms.grouped(Self.cities(), ["Oslo", "Atlantis", "Lima"])
        #expect(texts == ["Oslo", "Lima"])
    }

    /// `retry(3)`.
    @Test func theClientWaitsBetweenAttempts() async throws {
        let clock = ManualClock()
        let (weather, server) = Self.weather(retry: .standard, time: clock.time) { _ in .status(503) }
        let recorder = PublisherRecorder(ArticleForms.retried(weather))
        try await clock.run { recorder.completion != nil }
        #expect(server.requests.count == 4 && recorder.failure?.status == 503)
        #expect(clock.now.offset > .zero)
    }

    /// `timeout(_:scheduler:)`.
    @Test func aTimeoutIsAFailure() async throws {
        let clock = ManualClock()
        let silent = StubTransport()
        let weather = Client(Weather(), transport: silent, cache: nil, retry: .never, time: clock.time)
        let recorder = PublisherRecorder(ArticleForms.timed(weather))
        _ = try await silent.nextRequest()
        try await clock.run { recorder.completion != nil }
        #expect(recorder.failure?.kind == .timedOut(.call(.seconds(5))) && clock.now.offset == .seconds(5))
    }

    /// `share()`.
    @Test func aLateSubscriberGetsTheValue() async throws {
        let (weather, server) = Self.weather { _ in .json(#"{"text": "Rain"}"#) }
        let shared = ArticleForms.shared(weather)
        let first = PublisherRecorder(shared)
        try await first.waitForCompletion()
        let late = PublisherRecorder(shared)
        #expect(late.values.map(\.text) == ["Rain"])
        #expect(server.requests.count == 1)
    }

    /// Token refresh in `catch`.
    @Test func twoRefusedCallsShareOneRenewal() async throws {
        let server = scriptedTickets()
        let tickets = try await testClient(server)
        async let first = tickets.value(for: .mine.sharing(.never))
        async let second = tickets.value(for: .mine.sharing(.never))
        #expect(try await [first, second].map(\.count) == [1, 1])
        #expect(server.requests.count { $0.path == "/v1/token" } == 1)
    }

    // MARK: - Inputs

    /// `flatMap` per keystroke; a refresh trigger.
    @Test func theNewestInputWinsAndAFailureEndsNothing() async throws {
        let server = StubTransport()
        let query = PassthroughSubject<String, Never>()
        let recorder = PublisherRecorder(ArticleForms.typed(query.eraseToAnyPublisher(), Self.cinema(server)))
        query.send("Var")
        let old = try await server.nextRequest()
        query.send("Varda")
        try await old.waitForCancellation()
        try await server.nextRequest().respond(with: .status(404))
        try await recorder.waitForValues(count: 3)
        query.send("Demy")
        try await server.nextRequest().respond(with: .json("[]"))
        try await recorder.waitForValues(count: 5)
        #expect(recorder.values.map(\.isLoading) == [true, true, false, true, false])
        #expect(recorder.values.last?.value == [])

        let taps = PassthroughSubject<Void, Never>()
        let failing = StubTransport { _ in .status(404) }
        let tapped = PublisherRecorder(ArticleForms.tapped(taps, Self.cinema(failing)))
        taps.send()
        try await tapped.waitForValues(count: 2)
        taps.send()
        try await tapped.waitForValues(count: 4)
        #expect(tapped.values.count { $0.error != nil } == 2)
    }

    /// `switchToLatest`; `catch` with `Just`.
    @Test func aFailureIsAnOutcome() async throws {
        let server = StubTransport { request in
            request.query == "director=Nobody" ? .status(404) : .json(Self.vagabond)
        }
        let directors = PassthroughSubject<String, Never>()
        let recorder = PublisherRecorder(ArticleForms.chosen(directors, Self.cinema(server)))
        directors.send("Nobody")
        try await recorder.waitForValues(count: 1)
        directors.send("Varda")
        try await recorder.waitForValues(count: 2)
        #expect(recorder.values.map { try? $0.get().map(\.title) } == [nil, ["Vagabond"]])
    }

    /// `debounce` with `removeDuplicates`.
    @Test func theFieldWaitsForAPause() async throws {
        let clock = ManualClock()
        let server = StubTransport { _ in .json("[]") }
        let films = Loader<[Film]>(scheduler: clock.scheduler)
        let (field, queries) = ArticleForms.field(films, Self.cinema(server), scheduler: clock.scheduler)
        for text in ["V", "Va", "Var", "Varda", " Varda "] {
            field.text = text
            clock.advance(by: .milliseconds(100))
        }
        try await clock.run { films.fetch.value != nil }
        #expect(server.requests.map(\.query) == ["director=Varda"])
        field.text = "Va"
        clock.advance(by: .milliseconds(300))
        #expect(field.idleReason == .tooShort(minimum: 3) && films.fetch.value == nil)
        queries.cancel()
    }

    /// `Timer.publish` polling.
    @Test func pollsDoNotOverlap() async throws {
        let clock = ManualClock()
        let server = StubTransport()
        let theatre = Client(Theatre(), transport: server, cache: nil, retry: .never, time: clock.time)
        let recorder = ResourceRecorder(ArticleForms.polled(theatre))
        let slow = try await server.nextRequest()
        clock.advance(by: .seconds(29))
        try await tasksAtRest()
        #expect(server.requests.count == 1)
        slow.respond(with: .json(#"{"id": 7, "title": "Phèdre"}"#))
        try await recorder.state { $0.value != nil }
        try await clock.run { server.requests.count == 2 }
        #expect(clock.now.offset == .seconds(59))
    }

    // MARK: - States

    /// `isLoading`, `errorMessage` and `items`; `LoadableObject`.
    @MainActor
    @Test func aLoaderKeepsItsValueBesideTheError() async throws {
        let isDown = Lock(false)
        let server = StubTransport { _ in isDown.withLock { $0 } ? .status(503) : .json(Self.vagabond) }
        let films = ArticleForms.loader(Self.cinema(server))
        try await eventually { films.fetch.value != nil }
        isDown.withLock { $0 = true }
        films.load()
        try await eventually { films.fetch.error != nil }
        #expect(films.fetch.value?.count == 1 && films.fetch.isStale && !films.fetch.isFetching)

        let failing = StubTransport { _ in .status(404) }
        let failed = Loader(from: Self.cinema(failing)) { .films(by: "Varda") }
        failed.load()
        try await eventually { failed.state.error != nil }
        tryAgain(failed)
        #expect(try await failing.waitForRequests(count: 2).count == 2)
    }

    /// `handleEvents` for a flag.
    @Test func theFlagStaysUntilTheLastCallHasEnded() async throws {
        let gate = Gate()
        let server = StubTransport { _ in
            await gate.wait()
            return .json(Self.vagabond)
        }
        let isLoading = CurrentValueSubject<Bool, Never>(false)
        let call = ArticleForms.observed(Self.cinema(server), isLoading)
        let first = PublisherRecorder(call)
        let second = PublisherRecorder(call)
        first.cancel()
        #expect(isLoading.value)
        gate.open()
        try await second.waitForCompletion()
        #expect(!isLoading.value)
    }

    /// `replaceError(with: [])`; a `CurrentValueSubject` for the state.
    @Test func theShownValueSurvivesAFailure() async throws {
        let server = StubTransport { _ in .status(404) }
        let shown = FetchState(value: [Film(id: 1, title: "Vagabond")])
        let plain = PublisherRecorder(ArticleForms.replaced(Self.cinema(server), shown))
        let responses = PublisherRecorder(ArticleForms.reduced(Self.cinema(server), shown))
        for recorder in [plain, responses] {
            try await recorder.waitForCompletion()
            #expect(recorder.values.map(\.value?.count) == [1, 1])
            #expect(recorder.values.last?.error?.status == 404)
        }
    }

    /// A `Loadable` enum; `Set<AnyCancellable>`; the shared session.
    @MainActor
    @Test func modelsShowTheirStates() async throws {
        let screen = FilmsScreen()
        screen.load(Self.cinema(StubTransport { _ in .json(Self.vagabond) }))
        try await eventually { screen.films.value?.count == 1 }
        let panel = ForecastPanel()
        panel.load(Self.cities())
        try await eventually { panel.text == "Oslo" }
        let model = ForecastModel(Self.cities())
        model.forecast.load()
        try await eventually { model.forecast.state.value != nil }
    }

    /// `mapError` to an `APIError`; `Reachability`.
    @Test func errorsAreDistinguished() {
        let offline = FetchError(.cannotConnect(.offline))
        #expect(ArticleForms.advice(for: offline) == "You are offline.")
        #expect(ArticleForms.advice(for: FetchError(.status(.notFound))) == "There is no such film.")
        #expect(
            ArticleForms.offlineText(offline) != nil && ArticleForms.offlineText(FetchError(.connectionLost)) == nil)
    }

    /// A view model for each screen.
    @MainActor
    @Test func twoScreensShareAFetch() async throws {
        let server = StubTransport { _ in .json(#"{"id": 7, "title": "Phèdre"}"#) }
        let theatre = Client(Theatre(), transport: server, cache: nil)
        let (one, other) = (ArticleForms.playObject(theatre), ArticleForms.playObject(theatre))
        try await eventually { one.fetch.value != nil && other.fetch.value != nil }
        #expect(server.requests.count == 1)
    }

    /// `onReceive`.
    @Test func aLoopShowsTheStates() async {
        var shown: [Bool] = []
        await ArticleForms.follow(Self.cinema(StubTransport { _ in .json("[]") }), "Varda") {
            shown.append($0.isFetching)
        }
        #expect(shown == [true, false])
    }

    // MARK: - Lists and pictures

    /// A diffable data source; `loadMoreIfNeeded(currentItem:)`.
    @MainActor
    @Test func eachIDIsInTheListOnce() async throws {
        let server = StubTransport { request in
            request.query?.hasSuffix("page=2") == true
                ? .json(#"[{"id": 1, "title": "Vagabond"}, {"id": 2, "title": "Jacquot"}]"#)
                : .json(Self.vagabond, headers: [.init("Link")!: "<?page=2>; rel=next"])
        }
        var snapshots: [[Int]] = []
        let (films, changes) = ArticleForms.list(Self.cinema(server)) { snapshots.append($0) }
        films.show("Varda")
        try await eventually { films.hasMore }
        ArticleForms.appeared(films.items[0], in: films)
        try await eventually { films.items.count == 2 }
        #expect(snapshots.last == [1, 2])
        changes.cancel()
    }

    /// `NSCache` in an image loader; `AsyncImage`.
    @Test func aPictureIsRequestedOnce() async throws {
        let clock = ManualClock()
        let server = StubTransport { _ in
            StubTransport.Response(
                headers: [.contentType: "image/gif"],
                chunks: [Data(Array("GIF87a".utf8) + [0x2C, 1, 0x90, 1, 0, 0, 0])])
        }
        let store = ArticleForms.store(Self.cinema(server))
        let url = try #require(URL(string: "https://cinema.example/posters/1.gif"))
        for _ in 0..<2 {
            let picture = ArticleForms.picture(store, url, scheduler: clock.scheduler)
            try await clock.run { picture.image != nil }
        }
        #expect(server.requests.count == 1)
    }

    // MARK: - Tests

    /// `URLProtocol` as a mock; `XCTestExpectation`.
    @Test func theForecastIsShown() async throws {
        let server = StubTransport { _ in .json(#"{"text": "Rain"}"#) }
        let weather = Client(Weather(), transport: server, cache: nil)
        #expect(try await weather.publisher(for: .forecast(for: "Oslo")).firstValue().text == "Rain")
        #expect(server.requests.map(\.path) == ["/v1/forecast/Oslo"])
    }

    /// A mock of a service protocol.
    @Test func theAppIsOffline() async {
        let server = StubTransport { _ throws(FetchError) in throw FetchError(.cannotConnect(.offline)) }
        let weather = Client(Weather(), transport: server, cache: nil, retry: .never)
        await #expect(throws: FetchError.self) { try await weather.value(for: .forecast(for: "Oslo")) }
    }

    /// `sleep` in a test.
    @Test func typingIsDebounced() {
        let clock = ManualClock()
        let field = SearchField(scheduler: clock.scheduler)
        field.text = "rivers"
        clock.advance(by: .milliseconds(300))
        #expect(field.query == "rivers")
    }
}
