import Emulator
import Freshet
import HackerNews
import JSONPlaceholder
import NewsAPI
import TMDb
import TheMealDB

/// Clients of the services, connected to whoever is to answer.
struct Connection: Sendable {
    private let options: ServiceOptions
    private let settings: Settings
    private let limits: Limits
    /// Leads the services' origins to the emulator that was started; `nil` when none was needed.
    private let emulated: RoutingTransport?

    /// Runs a body with a connection, and ends what was started for it.
    ///
    /// - Parameter services: The services that the body asks; one of them may want the emulator.
    static func with<Value>(
        _ options: ServiceOptions, for services: [ReaderService], _ body: (Connection) async throws -> Value
    ) async throws -> Value {
        let settings = try await Settings.load()
        let wantsEmulator = services.contains { Answerer(for: $0, options, settings) == .emulator }
        let emulator = wantsEmulator ? try await Emulator().start() : nil
        do {
            let value = try await body(try Connection(options, settings, emulator))
            await emulator?.stop()
            return value
        } catch {
            await emulator?.stop()
            throw error
        }
    }

    private init(_ options: ServiceOptions, _ settings: Settings, _ emulator: RunningEmulator?) throws {
        self.options = options
        self.settings = settings
        var limits = Limits()
        let timeout = Duration.seconds(options.timeout ?? settings.timeout ?? 30)
        limits.callTimeout = timeout
        limits.idleTimeout = timeout
        self.limits = limits
        emulated = try emulator.map { emulator in
            let routes = Emulator.origins.map { ($0, "http://127.0.0.1:\(emulator.port)") }
            return try RoutingTransport(DefaultTransport.shared, routes: Dictionary(uniqueKeysWithValues: routes))
        }
    }

    /// What leads the services' origins to the emulator; `nil` when none was needed.
    var emulatedTransport: (any Transport)? { emulated }

    func answerer(for service: ReaderService) -> Answerer { Answerer(for: service, options, settings) }

    /// Whether a key is configured that the service itself would need.
    func hasKey(for service: ReaderService) -> Bool { settings.keys[service] != nil }

    // MARK: - Clients

    var news: Client<NewsAPI> {
        client(.news) { key, url in NewsAPI(apiKey: key, baseURL: url ?? NewsAPI.defaultBaseURL) }
    }

    var movies: Client<TMDb> {
        client(.movies) { key, url in
            TMDb(key.map(TMDb.Authentication.init), baseURL: url ?? TMDb.defaultBaseURL)
        }
    }

    var hackerNews: Client<HackerNews> {
        client(.hackerNews) { _, url in HackerNews(baseURL: url ?? HackerNews.defaultBaseURL) }
    }

    var hackerNewsSearch: Client<HackerNewsSearch> {
        client(.hackerNewsSearch) { _, url in HackerNewsSearch(baseURL: url ?? HackerNewsSearch.defaultBaseURL) }
    }

    var meals: Client<TheMealDB> {
        client(.meals) { key, url in
            TheMealDB(key: key ?? TheMealDB.testKey, baseURL: url ?? TheMealDB.defaultBaseURL)
        }
    }

    var people: Client<JSONPlaceholder> {
        client(.people) { _, url in JSONPlaceholder(baseURL: url ?? JSONPlaceholder.defaultBaseURL) }
    }

    private func client<API: Service>(
        _ service: ReaderService, _ make: (_ key: String?, _ baseURL: String?) -> API
    ) -> Client<API> {
        let observers: [any FetchObserver] = options.verbose ? [StepPrinter()] : []
        let key = settings.keys[service]
        switch answerer(for: service) {
        case .service:
            return Client(make(key, nil), limits: limits, observers: observers)
        case .address(let address):
            return Client(make(key, address), limits: limits, observers: observers)
        case .emulator:
            // The emulator takes every key that stands for no trouble.
            let service = make(key ?? (service.needsKey ? "emulator" : nil), nil)
            return Client(
                service, transport: emulated ?? DefaultTransport.shared, limits: limits, observers: observers)
        }
    }
}

/// Prints each step of each call to standard error.
private struct StepPrinter: FetchObserver {
    func observe(_ event: FetchEvent) {
        let milliseconds = Int(event.elapsed / .milliseconds(1))
        Output.note(TerminalText.clean("[\(event.call)] \(milliseconds) ms \(text(of: event))"))
    }

    private func text(of event: FetchEvent) -> String {
        switch event.step {
        case .started: "\(event.request)"
        case .joined(let call): "shares the exchange of call \(call)"
        case .queued(let ahead): "waits for its turn behind \(ahead)"
        case .admitted(let wait): "its turn, after \(wait)"
        case .retry(let retry):
            switch retry.cause {
            case .backoff: "\(retry.failure); tries again in \(retry.wait)"
            case .serverAsked(let field): "\(retry.failure); tries again in \(retry.wait), as \(field) asks"
            }
        case .retryStopped(let reason): "does not try again: \(reason)"
        case .attempt(let number): "request \(number) sent"
        case .redirect(let status, let target): "redirected (\(status)) to \(target)"
        case .head(let status): "status \(status)"
        case .body(let bytes): "\(bytes) bytes received"
        case .decoded: "decoded"
        case .finished: "finished"
        case .failed(let error): "failed: \(error)"
        case .cancelled: "cancelled"
        }
    }
}
