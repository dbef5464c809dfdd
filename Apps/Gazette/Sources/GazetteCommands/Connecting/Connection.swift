import Emulator
import Foundation
import Freshet
import FreshetSQLite
import HackerNews
import JSONPlaceholder
import NewsAPI
import TMDb
import TheMealDB

/// Clients of the services, connected to the servers that the settings choose.
struct Connection: Sendable {
    private let options: ServiceOptions
    private let settings: Settings
    private let limits: Limits
    /// The additional observers of a service's calls.
    private let observer: (@Sendable (ReaderService) -> any FetchObserver)?
    /// The stores of responses, separate for the services and the emulator.
    private let stores: (services: any CacheStore, emulator: any CacheStore)
    /// Leads the services' origins to the emulator that was started; `nil` when none was needed.
    private let emulated: RoutingTransport?

    /// Runs a body with a connection.
    ///
    /// - Parameter services: The services that the body asks; one of them may want the emulator.
    static func with<Value>(
        _ options: ServiceOptions, for services: [ReaderService],
        observer: (@Sendable (ReaderService) -> any FetchObserver)? = nil,
        _ body: (Connection) async throws -> Value
    ) async throws -> Value {
        let settings = try await Settings.load()
        let wantsEmulator = services.contains { ServiceHost(for: $0, options, settings) == .emulator }
        let emulator = wantsEmulator ? try await startEmulator(settings) : nil
        // The emulator ends with the process. Stopping it here could trap: the client may be opening a connection that it no
        // longer needs, and SwiftNIO traps if a server ends while it accepts one.
        return try await body(try Connection(options, settings, emulator, observer))
    }

    private static func startEmulator(_ settings: Settings) async throws -> RunningEmulator {
        var configuration = EmulatorConfiguration()
        if let time = settings.emulatorTime, !configuration.startTime(at: time) {
            throw Failure(.usage, "GAZETTE_EMULATOR_TIME must be a day or a time, such as 2026-03-14T15:09:26Z.")
        }
        configuration.accountsFile = AccountFiles.emulator
        return try await Emulator(configuration).start()
    }

    private init(
        _ options: ServiceOptions, _ settings: Settings, _ emulator: RunningEmulator?,
        _ observer: (@Sendable (ReaderService) -> any FetchObserver)?
    ) throws {
        self.options = options
        self.observer = observer
        self.settings = settings
        var limits = Limits()
        let timeout = Duration.seconds(options.timeout ?? settings.timeout ?? 30)
        limits.callTimeout = timeout
        limits.idleTimeout = timeout
        self.limits = limits
        stores = Self.stores(isEmulatorOfToday: settings.emulatorTime == nil)
        emulated = try emulator.map { emulator in
            let routes = Emulator.origins.map { ($0, "http://127.0.0.1:\(emulator.port)") }
            return try RoutingTransport(DefaultTransport.shared, routes: Dictionary(uniqueKeysWithValues: routes))
        }
    }

    /// What leads the services' origins to the emulator; `nil` when none was needed.
    var emulatedTransport: (any Transport)? { emulated }

    /// The folder for stored responses, from the settings.
    var dataFolder: String? { settings.dataFolder }

    func host(for service: ReaderService) -> ServiceHost { ServiceHost(for: service, options, settings) }

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
        var observers: [any FetchObserver] = options.verbose ? [StepPrinter()] : []
        if let observer { observers.append(observer(service)) }
        let key = settings.keys[service]
        switch host(for: service) {
        case .service:
            let cache = cache(for: service, stores.services)
            return Client(make(key, nil), cache: cache, limits: limits, observers: observers)
        case .address(let address):
            let cache = cache(for: service, stores.services)
            return Client(make(key, address), cache: cache, limits: limits, observers: observers)
        case .emulator:
            // The emulator takes every key that stands for no trouble.
            return Client(
                make(key ?? (service.needsKey ? "emulator" : nil), nil),
                transport: emulated ?? DefaultTransport.shared, cache: cache(for: service, stores.emulator),
                limits: limits, observers: observers)
        }
    }

    // MARK: - Caches

    /// The lifetime of news responses: the service forbids all caching, and its keys allow few requests a day.
    private static let newsLifetime = Duration.seconds(900)

    private func cache(for service: ReaderService, _ store: any CacheStore) -> HTTPCache {
        var rules = CacheRules()
        rules.policy =
            options.offline
            ? .cacheOnly
            : options.refresh
                ? .reload
                : service == .news ? .lifetime(Self.newsLifetime) : .automatic
        return HTTPCache(store: store, rules: rules)
    }

    /// The stores in the caches folder of the platform. An emulator of another day keeps its responses to itself.
    private static func stores(
        isEmulatorOfToday: Bool
    ) -> (services: any CacheStore, emulator: any CacheStore) {
        guard let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first else {
            return (MemoryCacheStore(), MemoryCacheStore())
        }
        let folder = caches.appending(path: "gazette", directoryHint: .isDirectory)
        return (
            SQLiteCacheStore(file: folder.appending(path: "answers.sqlite")),
            isEmulatorOfToday
                ? SQLiteCacheStore(file: folder.appending(path: "emulator.sqlite")) : MemoryCacheStore()
        )
    }
}
