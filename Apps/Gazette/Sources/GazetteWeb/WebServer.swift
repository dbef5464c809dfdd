import FeedEngine
import Foundation
import Freshet
import FreshetCombine
import HTTPTypes
import Hosts
import Hummingbird
import LivePages
package import Logging
import NIOCore
import ReaderModels
import ReaderStorage
import ServiceLifecycle
import UnixSignals
package import WebTelemetry

/// The web server of Gazette, whose pages are complete without a script.
package struct WebServer: Sendable {
    private let configuration: WebConfiguration
    private let logger: Logger
    let registry: PageRegistry
    let hub: StreamHub
    private let editions: Editions
    private let visitors: Visitors
    private let database: any ReaderDatabase
    private let movieAccounts: VisitorAccounts
    let feeds: FeedLibrary
    private let metrics: WebMetrics

    /// Makes a server. Nothing is started yet.
    package init(_ configuration: WebConfiguration, logger: Logger = Logger(label: "gazette")) {
        self.configuration = configuration
        self.logger = logger
        metrics = configuration.telemetry.map { WebMetrics(factory: $0.metrics) } ?? WebMetrics()
        registry = PageRegistry(limit: configuration.pageLimit, grace: configuration.grace)
        hub = StreamHub(
            StreamHub.Limits(total: configuration.streamLimit, perAddress: configuration.streamLimitPerAddress),
            metrics: metrics)
        let time = configuration.clients.news.time
        editions = Editions(lifetime: configuration.editionLifetime, now: time.now)
        visitors =
            configuration.database.map { Visitors(store: $0.store, logger: logger, now: configuration.now) }
            ?? Visitors(folder: configuration.dataFolder, logger: logger, now: configuration.now)
        database = visitors.store.database
        for budget in configuration.budgets { budget.count(in: database) }
        feeds = FeedLibrary(
            database, configuration.feeds, configuration.pictures, unwritten: visitors.store.unwritten,
            samples: configuration.sampleFeeds, logger: logger, now: configuration.now)
        feeds.refresher.observe { [weak visitors, database] in
            visitors?.announceFeeds(to: nil)
            Task { try? await database.announce(.feeds(nil)) }
        }
        movieAccounts = VisitorAccounts(
            configuration.clients.movies, in: database,
            outboxes: MovieOutboxes(configuration.dataFolder, now: configuration.now))
        visitors.setUnsent(
            .init(
                load: { [weak movieAccounts] in await movieAccounts?.openOutbox(of: $0) },
                count: { [weak movieAccounts] in movieAccounts?.outboxes.count(of: $0) ?? 0 },
                remove: { [weak movieAccounts] in await movieAccounts?.outbox(of: $0)?.discardAll() }))
        movieAccounts.outboxes.observe { [weak visitors] in visitors?.announce(to: $0) }
    }

    /// Serves until the task is cancelled or the process gets SIGTERM or SIGINT, and lets running responses finish.
    ///
    /// - Parameter onListening: Receives the port, and the address of the metrics if there is one, once the server
    ///   accepts requests at both.
    /// - Throws: The system's error when the address can't be listened at; ``WebTelemetry/Unavailable`` for that of the
    ///   metrics.
    package func run(
        onListening: @escaping @Sendable (_ port: Int, _ telemetry: TelemetryAddress?) async -> Void
    ) async throws {
        let (addresses, found) = AsyncStream.makeStream(of: TelemetryAddress.self)
        var services: [any ServiceLifecycle.Service] = []
        if let telemetry = configuration.telemetry {
            if let exporter = telemetry.exporter { services.append(exporter) }
            services.append(TelemetryServer(telemetry: telemetry, measure: measure) { found.yield($0) })
        }
        let isMeasured = configuration.telemetry != nil
        let application = Application(
            router: try await router(), server: .silentClientsEnd(after: configuration.connectionTimes),
            configuration: .init(address: .hostname(configuration.host, port: configuration.port)),
            services: [Seconds(action: tick)],
            onServerRunning: { channel in
                var telemetry: TelemetryAddress?
                if isMeasured {
                    for await address in addresses.prefix(1) { telemetry = address }
                    guard telemetry != nil else { return }
                }
                await onListening(channel.localAddress?.port ?? 0, telemetry)
            },
            logger: Logger(label: "server") { _ in SwiftLogNoOpLogHandler() })
        // They stop in the reverse order, so that the last spans are sent, too.
        var group = ServiceGroupConfiguration(
            services: services + [application], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() })
        group.maximumGracefulShutdownDuration = ShutdownTimes.hard
        let resuming = Task { [movieAccounts] () -> Void in await movieAccounts.resume() }
        // The latest marks are written in any case.
        do {
            try await ServiceGroup(configuration: group).run()
        } catch {
            await end(resuming)
            throw error
        }
        await end(resuming)
    }

    private func end(_ resuming: Task<Void, Never>) async {
        resuming.cancel()
        feeds.refresher.stop()
        await visitors.flush()
        await movieAccounts.outboxes.close()
    }

    /// Notes that a second has passed.
    func tick() {
        hub.tick()
        editions.tick()
        visitors.tick()
        movieAccounts.outboxes.tick()
        feeds.refresher.tick()
        if registry.tick() { ProcessMemory.giveBack() }
    }

    /// Notes what is in memory, for the metrics.
    func measure() { metrics.note(streams: hub.count, pages: registry.count) }

    /// The routes, without a socket.
    func router() async throws -> Router<WebContext> {
        let assets = try Assets.bundled()
        let renderer = try Renderer(assets: assets)
        // The first document takes longest, for dates and templates, so it is rendered before the first request.
        _ = renderer.document(
            title: "", section: nil, parts: [], frame: DocumentFrame(looks: Looks(), serviceNote: nil))
        let links = PictureLinks(key: visitors.store.keys.pictures)
        let desk = PageDesk(
            configuration: configuration, renderer: renderer, links: links, registry: registry, editions: editions,
            visitors: visitors, feeds: feeds, routes: Routes.table)

        let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RouteFinder(table: Routes.table))
        if let telemetry = configuration.telemetry {
            router.add(
                middleware: ServerSpans(
                    tracer: telemetry.tracer, metrics: metrics, knownMethods: telemetry.knownMethods,
                    proxies: configuration.trustedProxies))
        }
        router.add(middleware: AccessLog(logger: logger))
        router.add(middleware: SecurityHeaders())
        router.add(middleware: PrefetchRefusal())
        router.add(middleware: HostCheck(listeningAt: configuration.host, besides: configuration.publicHosts))
        // After the check of the host that the connection names: a hostile page can name another one in these fields.
        router.add(middleware: ForwardedFields(proxies: configuration.trustedProxies))
        if let process = configuration.process { router.add(middleware: ProcessCookie(process: process)) }
        let accounts = try configuration.accounts.map { settings in
            try Accounts(settings, visitors: visitors, hasher: configuration.passwords, logger: logger)
        }
        if let accounts {
            router.add(middleware: AccountGate(accounts: accounts, desk: desk))
            visitors.observeEnds { [registry] in registry.removePages(of: $0) }
        }
        // After the accounts: who may not read learns nothing of what there is.
        router.add(middleware: MissingPages(desk: desk))
        add(to: TableRouter(router: router, table: Routes.table), desk, assets, accounts)
        return router
    }

    private func add(to router: TableRouter, _ desk: PageDesk, _ assets: Assets, _ accounts: Accounts?) {
        router.get("/healthz") { _, _ in Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: "ok\n"))) }
        router.get("/readyz") { [visitors] _, _ in
            Readiness(visitors, hasAccounts: accounts != nil).response
        }
        AssetRoutes(assets: assets).add(to: router)
        PictureRoutes(links: desk.links, source: configuration.pictures, feeds: feeds).add(to: router)
        router.addViews(of: desk)
        SettingsRoutes().add(to: router)
        SignUpRoutes(desk: desk).add(to: router)
        MarkRoutes(visitors: visitors).add(to: router)
        FeedRoutes(desk: desk, library: feeds, now: configuration.now).add(to: router)
        router.get("/text/{signature}/{name}") { request, context in
            guard let signature = context.parameters.get("signature"), let name = context.parameters.get("name"),
                let url = desk.links.pageURL(signature: signature, name: name)
            else { return Response(status: .notFound) }
            let link = "/text/\(signature)/\(name)"
            return await desk.respond(to: request, path: ["text", signature, name]) { _ in
                { TextPage(url, link: link, $0) }
            }
        }
        MovieAccountRoutes(desk: desk, accounts: movieAccounts).add(to: router)
        ChangesRoutes(desk: desk, accounts: movieAccounts).add(to: router)
        LiveRoutes(registry: registry, hub: hub, metrics: metrics, accounts: accounts).add(to: router)
        if let accounts { AccountPages(desk: desk, accounts: accounts).add(to: router) }
        router.get("/offline") { request, _ in desk.offline(request) }
    }
}
