import Foundation
import Freshet
import FreshetCombine
import FreshetInspector
import FreshetOutbox
import FreshetResources
import FreshetSQLite
import FreshetTapes
import FreshetTelemetry
import FreshetTesting
import HTTPTypes
import Logging
import Testing

// The code of the page How do I …?

func sendRequests(_ web: Client<AnyOrigin>, _ tickets: Client<Tickets>, _ cinema: Client<Cinema>) async throws {
    let films = try await web.value(at: "https://cinema.example/films.json", as: [Film].self)

    let signIn = Request<Tickets, TicketTokens.Token>("token", method: .post, body: .form(["name": "ann"]))

    let play = Play(id: 7, title: "Phèdre")
    let add = Request<Theatre, Play>("plays", method: .post, body: .json(play))

    let french = Request<Cinema, [Film]>("films", query: ["director": "Varda"]).header(.acceptLanguage, "fr")

    let response = try await cinema.response(for: .films(by: "Varda"))
    print(response.head.status.code, response.head.headerFields[.eTag] ?? "no ETag")

    let unredirected = Request<Cinema, [Film]>("films").redirecting(.error)

    let quick = Request<Cinema, [Film]>("films").timeout(.seconds(5))

    _ = (films, try await tickets.value(for: signIn), add, french, unredirected, quick)
}

func runSeveralCalls(_ news: Client<News>, _ weather: Client<Weather>, _ theatre: Client<Theatre>) async throws {
    async let page = news.value(for: .headlines)
    async let forecast = weather.value(for: .forecast(for: "Oslo"))
    print(try await page.articles.count, try await forecast.text)

    let plays = try await theatre.value(for: .rated)
    let first = try await theatre.value(for: .play(plays[0].id))
    print(first.title)
}

func allForecasts(_ weather: Client<Weather>) -> AnyPublisher<Int, Never> {
    ["Oslo", "Rome"].collectInOrder(maxConcurrent: 2) { weather.publisher(for: .forecast(for: $0)) }
        .map { $0.values.count }
        .eraseToAnyPublisher()
}

@MainActor
final class ForecastScreen {
    private let weather: Client<Weather>
    private var call: Task<Void, Never>?
    private(set) var text = ""

    init(_ weather: Client<Weather>) { self.weather = weather }

    func appear() {
        call = Task { text = (try? await weather.value(for: .forecast(for: "Oslo")).text) ?? text }
    }

    func disappear() { call?.cancel() }
}

func transferFiles(_ desk: Client<HelpDesk>, photo: URL, file: URL) async throws {
    let upload = Request<HelpDesk, Void>("photo", method: .put, body: .file(photo), reading: .nothing)
        .onProgress { print($0.sent.fraction ?? 0) }
    try await desk.value(for: upload)

    let form = RequestBody.multipart([.field("title", "Tap"), FormPart("photo", .file(photo))])
    print(Request<HelpDesk, Void>("tickets", method: .post, body: form, reading: .nothing))

    let recording = Request<HelpDesk, Data>("recordings/7")
    let saved = try await desk.download(recording, to: file) { print($0.fraction ?? 0) }
    print(saved.value)
}

func showImages(_ web: Client<AnyOrigin>, _ url: URL) -> ImageLoader {
    let images = ImageStore(client: web)
    let loader = ImageLoader(store: images)
    loader.url = url
    return loader
}

func showStates(_ cinema: Client<Cinema>) async {
    for await state in cinema.states(for: .films(by: "Varda")) {
        if state.isFetching { print("Loading …") }
        if let error = state.error { print(error.localizedDescription, error.isRetryable) }
        if let films = state.value { print(films.isEmpty ? "No films by this director." : films[0].title) }
    }
}

@MainActor
func showLists(_ cinema: Client<Cinema>, _ theatre: Client<Theatre>) async {
    let field = SearchField(rules: SearchRules(length: 3...30, pause: .milliseconds(300)))
    let films = Loader<[Film]>()
    let queries = field.$query.sink { if let query = $0 { films.load(.films(by: query), from: cinema) } }

    let fresh = cinema.caching(.revalidate)
    for await state in fresh.states(for: .films(by: "Varda")) { print(state) }

    let play = theatre.resource(.play(7))
    for await state in play.polling(every: .seconds(30)).states { print(state) }

    let model = ResourceModel(theatre.resource(.play(7)))
    await model.run()

    queries.cancel()
}

func deliverOnTheMainQueue(_ news: Client<News>) -> AnyCancellable {
    news.publisher(for: .headlines)
        .receive(on: DispatchQueue.main)
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0.articles.count) })
}

func writeData(_ theatre: Client<Theatre>, _ desk: Client<HelpDesk>) async throws {
    try await theatre.write(.rename(7, to: "Phaedra")) { $0.update(.play(7)) { $0.title = "Phaedra" } }

    let draft = Ticket.Draft(title: "Tap")
    let open = Request<HelpDesk, Ticket>("tickets", method: .post, body: .json(draft)).idempotencyKey()

    let shown = try await theatre.response(for: .play(7))
    let renamed = try await theatre.value(for: .rename(7, to: "Phaedra").ifUnchanged(since: shown))

    theatre.resources.invalidate(.request(.play(7)), .tag("ratings"))

    _ = (open, renamed)
}

#if SQLite
func sendLater(in folder: URL, _ theatre: Client<Theatre>) async throws {
    let rename = DurableWrite<Theatre, String, Play>("rename") { .rename(7, to: $0) }
    var writes = OutboxWrites()
    try writes.register(rename, with: theatre)
    let outbox = try Outbox(file: folder.appending(path: "outbox.sqlite"), writes: writes)
    try await outbox.enqueue(rename, "Phaedra")
}

func storeResponses(in folder: URL) -> Client<News> {
    let store = SQLiteCacheStore(file: folder.appending(path: "responses.sqlite"))
    return Client(News(), cache: HTTPCache(store: store))
}
#endif

func useTheCache(_ news: Client<News>) async throws {
    news.cancelAll()
    _ = try await news.value(for: .headlines.caching(.lifetime(.seconds(3600))))

    try await news.cache?.removeAll()

    let own = Request<News, News.Page>.headlines.sharing(.never)

    _ = try await news.value(for: own)
}

func setLimits() -> [Client<Weather>] {
    let patient = Client(Weather(), retry: RetryPolicy(attempts: 5, base: .seconds(1), cap: .seconds(30)))

    var configuration = ClientConfiguration.platform
    configuration.rateLimit = RateLimit(callsPerSecond: 5, callsAtOnce: 4)
    configuration.limits.callTimeout = .seconds(20)
    let limited = Client(Weather(), configuration)

    let budget = RetryPolicy(budget: RetryBudget(share: 0.1, reserve: 5))

    return [patient, limited, Client(Weather(), retry: budget)]
}

struct Keyed: Service {
    let baseURL = "https://keyed.example/v1"
    var key = "…"
    var credentials: Credentials? { .header(HTTPField.Name("X-API-Key")!, key) }
}

struct Guarded: Service {
    let baseURL = "https://guarded.example/v1"
    var password = "…"
    var credentials: Credentials? { .basic(user: "ann", password: password) }
}

func signInWithOAuth(open: (String) async -> String) async throws {
    let server = OAuth.Server(authorization: "https://login.example/authorize", token: "https://login.example/token")
    let session = AuthenticationSession(OAuth(server, client: .public(id: "app")), .platform)
    let authorization = try session.authenticator.authorization(redirect: "com.example.app:/signed-in")
    try await session.signIn(callback: await open(authorization.url), of: authorization) { _ in "ann" }

    var configuration = ClientConfiguration.platform
    configuration.authentication = .session(session)
    let tickets = Client(Tickets(), configuration)

    try await session.signInOnAnotherDevice { code in
        print("Open \(code.verificationAddress) and enter \(code.userCode).")
    } account: { _ in
        "ann"
    }

    try await session.signOut()

    _ = tickets
}

#if NIO
func connect() -> AsyncHTTPClientTransport {
    var connections = AsyncHTTPClientTransport.Configuration()
    connections.pinnedKeys = ["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]
    connections.proxies = .all(.http("proxy.example", port: 3128))
    connections.trustRoots = .file("/etc/ssl/our-authority.pem")
    return AsyncHTTPClientTransport(connections)
}

func inspect() async throws {
    let inspector = Inspector()
    var configuration = ClientConfiguration.platform
    configuration.plugins.append(inspector.plugin("news"))
    print(try await inspector.start().address)
}
#endif

struct AddingLanguage: Interceptor {
    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        var request = request
        request.headers[.acceptLanguage] = "fr"
        return try await next(request)
    }
}

func observe() -> ClientConfiguration {
    var configuration = ClientConfiguration.platform
    configuration.callInterceptors = [AddingLanguage()]
    configuration.cookies = CookieJar()
    configuration.observers.append(LogObserver(logger: Logger(label: "news")))
    configuration.transport = WireLog(around: configuration.transport, style: .curl) { print($0) }
    return configuration
}

#if Telemetry
func trace() -> ClientConfiguration {
    var configuration = ClientConfiguration.platform
    configuration.plugins.append(Telemetry())
    return configuration
}
#endif

func readStreams(_ news: Client<News>, _ cinema: Client<Cinema>) async throws {
    for try await event in news.events(for: Request<News, News.Article>("live")) { print(event.value.headline) }

    for try await film in cinema.values(for: Request<Cinema, Film>("export")) { print(film.title) }

    let films = PagedRequest<Cinema, [Film]>.links(Request("films"))
    for try await film in cinema.pages(of: films).items({ $0 }) { print(film.title) }
}

struct SnakeCase: Service {
    let baseURL = "https://snake.example/v1"
    var decoder: any BodyDecoder { FreshetJSONDecoder.snakeCaseConverting }
}

struct UnixTime: Service {
    let baseURL = "https://unix.example/v1"
    var decoder: any BodyDecoder {
        var decoder = FreshetJSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return decoder
    }
}

struct HowDoISnippets {
    @Test func theNetworkIsMocked() async throws {
        let server = StubTransport { _ in .json(#"[{"id": 1, "title": "Vagabond"}]"#) }
        let cinema = Client(Cinema(), transport: server, cache: nil)
        #expect(try await cinema.value(for: .films(by: "Varda")).count == 1)
    }

    @Test func timeIsMoved() async throws {
        let clock = ManualClock()
        let server = StubTransport { _ in
            .json(#"{"articles": []}"#, headers: [.cacheControl: "max-age=60"])
        }
        let news = Client(News(), transport: server, cache: HTTPCache(), time: clock.time)
        _ = try await news.value(for: .headlines)
        clock.advance(by: .seconds(3600))
        _ = try await news.value(for: .headlines)
        #expect(server.requests.count == 2)
    }

    @Test func theNetworkIsOffline() async throws {
        let conditions = NetworkConditions()
        conditions.settings.isOffline = true
        var configuration = ClientConfiguration(transport: StubTransport { _ in .json("[]") }, cache: nil)
        configuration.attemptInterceptors.append(conditions)
        let cinema = Client(Cinema(), configuration)
        let error = await #expect(throws: FetchError.self) { try await cinema.value(for: .films(by: "Varda")) }
        #expect(error?.kind == .cannotConnect(.offline))
    }

    @Test func aScreenCancelsItsCall() async throws {
        let gate = Gate()
        let server = StubTransport { _ in
            await gate.wait()
            return .json(#"{"text":"Rain"}"#)
        }
        let screen = await ForecastScreen(Client(Weather(), transport: server, cache: nil))
        await screen.appear()
        try await gate.waitUntilWaiting()
        await screen.disappear()
        try await gate.waitUntilEmpty()
        #expect(await screen.text.isEmpty)
    }
}
