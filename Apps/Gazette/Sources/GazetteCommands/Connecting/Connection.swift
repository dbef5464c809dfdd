import Emulator
import FeedEngine
import Foundation
import Freshet
import FreshetInspector
import FreshetSQLite
import FreshetTapes
import HackerNews
import Hosts
import JSONPlaceholder
import NewsAPI
import ReaderStorage
import TMDb
import TheMealDB

/// The clients of the services, connected to the servers that options and settings choose.
struct Connection: Sendable {
    private let options: ServiceOptions
    private let settings: Settings
    private let limits: Limits
    private let plugins: [any ClientPlugin]
    private let inspector: Inspector?
    private let budgets: [ReaderService: RequestBudget]
    /// The stores of cached responses, separate for the services and the emulator.
    private let stores: (services: any CacheStore, emulator: any CacheStore)
    /// The address of the emulator that was started; `nil` when none was needed.
    private let emulator: String?
    private let recorder = CopyRecorder()
    /// Records all requests; `nil` if they are not recorded.
    private let tapeRecorder: TapeRecorder?
    /// Responds instead of the services; `nil` if they respond.
    private let replay: ReplayTransport?

    /// Runs a body with a connection, then prints notes on its results: that they are samples, or stale.
    ///
    /// - Parameters:
    ///   - output: How the body prints; `nil` if it prints no contents of services.
    ///   - services: The services that the body asks; one of them may want the emulator.
    ///   - settings: The settings; `nil` to read them.
    ///   - plugins: The plug-ins of all clients.
    ///   - inspector: Shows the calls of all clients.
    ///   - budgets: The budgets of requests, for services that are not emulated.
    ///   - readsFeeds: Whether the body reads feeds, so that the emulator may be wanted for its sites.
    static func with<Value>(
        _ options: ServiceOptions, _ output: OutputOptions? = nil, for services: [ReaderService],
        settings: Settings? = nil, plugins: [any ClientPlugin] = [], inspector: Inspector? = nil,
        budgets: [ReaderService: RequestBudget] = [:], readsFeeds: Bool = false,
        _ body: (Connection) async throws -> Value
    ) async throws -> Value {
        let settings = if let settings { settings } else { try await Settings.load() }
        let replay = try options.replay.map { ReplayTransport(try TapeFile.read($0), rules: .repeating) }
        let isForFeeds = readsFeeds && ServiceHost.emulatesFeeds(options, settings)
        let wantsEmulator =
            replay == nil
            && (isForFeeds || services.contains { ServiceHost(for: $0, options, settings) == .emulator })
        let emulator = wantsEmulator ? try await startEmulator(settings) : nil
        // The emulator ends with the process. Stopping it here could trap: the client may be opening a connection that
        // it no longer needs, and SwiftNIO traps if a server ends while it accepts one.
        let connection = Connection(options, settings, emulator, replay, plugins, inspector, budgets)
        let result: Result<Value, any Error>
        do { result = .success(try await body(connection)) } catch { result = .failure(error) }
        // A call that failed is in the tape, too.
        if let recorder = connection.tapeRecorder, let file = options.record {
            try TapeFile.write(recorder.tape, to: file)
        }
        let value = try result.get()
        if let output { connection.printNotes(output, services) }
        return value
    }

    /// Prints the notes on samples, for a person only, and on the age of stored responses.
    private func printNotes(_ output: OutputOptions, _ services: [ReaderService]) {
        if output.isForReading { noteSamples(of: services, output) }
        let copies = recorder.copies
        if options.offline || copies.isStale, let note = Footnotes.age(of: copies) { Output.note(note) }
    }

    /// Prints a note if one of the services is emulated, so that its contents are invented.
    func noteSamples(of services: [ReaderService], _ output: OutputOptions) {
        let hosts = Dictionary(uniqueKeysWithValues: services.map { ($0, host(for: $0)) })
        guard let note = Footnotes.samples(hosts) else { return }
        Output.note(note, .dim, on: output.noColor ? Terminal.standardError.plain : Terminal.standardError)
    }

    /// Prints a note for a person if one of some addresses is that of an emulated site.
    static func noteSampleFeeds(_ addresses: [String], _ output: OutputOptions) {
        let isSample = addresses.contains { $0.hasPrefix("\(Emulator.feedOrigin)/") }
        guard isSample, output.isForReading else { return }
        Output.note(
            Footnotes.sampleFeeds, .dim, on: output.noColor ? Terminal.standardError.plain : Terminal.standardError)
    }

    private static func startEmulator(_ settings: Settings) async throws -> RunningEmulator {
        var configuration = EmulatorConfiguration()
        if let time = settings.emulatorTime, !configuration.startTime(at: time) {
            throw Failure(.usage, "GAZETTE_EMULATOR_TIME must be a day or a time, such as 2026-03-14T15:09:26Z.")
        }
        configuration.accountsFile = AccountFiles.emulator
        configuration.feedOrigin = Emulator.feedOrigin
        return try await Emulator(configuration).start()
    }

    private init(
        _ options: ServiceOptions, _ settings: Settings, _ emulator: RunningEmulator?, _ replay: ReplayTransport?,
        _ plugins: [any ClientPlugin], _ inspector: Inspector?, _ budgets: [ReaderService: RequestBudget]
    ) {
        self.options = options
        self.plugins = plugins
        self.inspector = inspector
        self.budgets = budgets
        self.settings = settings
        var limits = Limits()
        let timeout = Duration.seconds(options.timeout ?? settings.timeout ?? 30)
        limits.callTimeout = timeout
        limits.idleTimeout = timeout
        self.limits = limits
        self.replay = replay
        tapeRecorder = options.record.map { _ in TapeRecorder() }
        // What was stored before is not sent, and would be missing in the tape.
        stores =
            replay != nil || tapeRecorder != nil
            ? (MemoryCacheStore(), MemoryCacheStore()) : Self.stores(isEmulatorOfToday: settings.emulatorTime == nil)
        self.emulator = emulator.map { "http://127.0.0.1:\($0.port)" }
    }

    /// The folder for what visitors read and save, from the settings.
    var dataFolder: String? { settings.dataFolder }

    /// The address of the database for that, from the settings.
    var database: String? { settings.database }

    /// The address of the built-in emulator; `nil` if it does not run.
    var emulatorAddress: String? { emulator }

    /// The host names at which a proxy serves the web app, from the settings.
    var publicHosts: [String] { settings.publicHost.map { [$0] } ?? [] }

    /// The name of this process among several, from the settings.
    var process: String? { settings.process }

    /// The trusted proxies, from the settings.
    var trustedProxies: String? { settings.trustedProxies }

    func host(for service: ReaderService) -> ServiceHost { ServiceHost(for: service, options, settings) }

    /// Whether a key is configured that the service itself would need.
    func hasKey(for service: ReaderService) -> Bool { settings.keys[service] != nil }

    // MARK: - Clients

    /// The country whose headlines are printed where none is named.
    var country: NewsAPI.Country { settings.country }

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
        let host = host(for: service)
        let store = host == .emulator ? stores.emulator : stores.services
        var configuration = ClientConfiguration(transport: transport(for: host), cache: cache(for: service, store))
        configuration.limits = limits
        configuration.observers = options.verbose ? [StepPrinter()] : []
        configuration.plugins = plugins
        if let tapeRecorder { configuration.plugins.append(tapeRecorder) }
        if let inspector {
            configuration.plugins.append(inspector.plugin(service.settingsName))
            configuration.reachability = inspector.network
        }
        configuration.callInterceptors = [recorder]
        if host != .emulator, replay == nil, let budget = budgets[service] {
            configuration.attemptInterceptors = [budget]
        }
        let key = settings.keys[service]
        let api =
            switch host {
            case .service: make(key, nil)
            case .address(let address): make(key, address)
            // The emulator accepts every key except those that stand for an error.
            case .emulator: make(key ?? (service.needsKey ? "emulator" : nil), nil)
            }
        let client = Client(api, configuration)
        inspector?.watch(client, named: service.settingsName)
        return client
    }

    private func transport(for host: ServiceHost) -> any Transport {
        if let replay { return replay }
        guard host == .emulator, let emulator else { return DefaultTransport.shared }
        return Self.routing(Dictionary(uniqueKeysWithValues: Emulator.origins.map { ($0, emulator) }))
    }

    /// Returns the source of pictures: a tape, or the servers of emulated and redirected services, and public hosts.
    func pictures(formats: [ImageFormat] = PictureSource.formats) -> PictureSource {
        if let replay { return PictureSource(from: replay, formats: formats) }
        return PictureSource(
            trusted: Set(pictureRoutes.keys), transport: Self.routing(pictureRoutes), formats: formats,
            networks: settings.feedNetworks, plugins: tapeRecorder.map { [$0] } ?? [])
    }

    /// Returns the source of feeds and pages: a tape, or public hosts; that of the emulator where it runs.
    var feeds: FeedSource {
        if let replay { return FeedSource(from: replay) }
        let routes = emulator.map { [Emulator.feedOrigin: $0] } ?? [:]
        return FeedSource(
            trusted: Set(routes.keys), transport: Self.routing(routes),
            cache: emulator == nil ? stores.services : stores.emulator, networks: settings.feedNetworks,
            plugins: plugins + (tapeRecorder.map { [$0] } ?? []) + (inspector.map { [$0.plugin("feeds")] } ?? []))
    }

    /// The address of the list of the emulated feeds; `nil` if the emulator does not run.
    var sampleFeeds: String? { emulator.map { _ in "\(Emulator.feedOrigin)\(Emulator.feedPath)/subscriptions.opml" } }

    /// The origins of pictures that another server replaces, each with the address of that server.
    private var pictureRoutes: [String: String] {
        var routes = Dictionary(
            uniqueKeysWithValues: ReaderService.allCases.compactMap { service in
                service.pictureOrigin.flatMap { origin in
                    host(for: service).address(ofEmulator: emulator).map { (origin, $0) }
                }
            })
        if let emulator { routes[Emulator.feedOrigin] = emulator }
        return routes
    }

    /// Makes a transport that sends requests for some origins to other servers.
    ///
    /// With an invalid address it is the default transport; requests to that address report the error.
    private static func routing(_ routes: [String: String]) -> any Transport {
        (try? RoutingTransport(DefaultTransport.shared, routes: routes)) ?? DefaultTransport.shared
    }

    // MARK: - Caches

    /// The lifetime of news responses: the service forbids all caching, and its keys allow few requests a day.
    private static let newsLifetime = Duration.seconds(900)

    private func cache(for service: ReaderService, _ store: any CacheStore) -> HTTPCache {
        var rules = CacheRules()
        rules.policy =
            if options.offline {
                .cacheOnly
            } else if options.refresh {
                .reload
            } else if let age = options.maxAge {
                .lifetime(age.duration)
            } else {
                service == .news ? .lifetime(Self.newsLifetime) : .automatic
            }
        return HTTPCache(store: store, rules: rules)
    }

    /// The response stores in the platform's caches folder; the store of an emulator of another day is in memory.
    private static func stores(
        isEmulatorOfToday: Bool
    ) -> (services: any CacheStore, emulator: any CacheStore) {
        let folder = UserFolder.cache.url(in: Console.current.environment).appending(
            path: "gazette", directoryHint: .isDirectory)
        return (
            SQLiteCacheStore(file: folder.appending(path: "answers.sqlite")),
            isEmulatorOfToday
                ? SQLiteCacheStore(file: folder.appending(path: "emulator.sqlite")) : MemoryCacheStore()
        )
    }
}
