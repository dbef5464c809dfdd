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
        group.maximumGracefulShutdownDuration = Self.hardShutdownTime
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

    /// How long responses may wait for services once the server stops; then they are sent with what has loaded.
    static let softShutdownTime = Duration.seconds(2)
    /// How long responses may take once the server stops; then their connections are closed.
    private static let hardShutdownTime = Duration.seconds(4)

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
            visitors: visitors, feeds: feeds)

        let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
        if let telemetry = configuration.telemetry {
            router.add(
                middleware: ServerSpans(
                    tracer: telemetry.tracer, metrics: metrics, knownMethods: telemetry.knownMethods,
                    proxies: configuration.trustedProxies))
        }
        router.add(middleware: AccessLog(logger: logger))
        router.add(middleware: SecurityHeaders())
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
        router.get("/healthz") { _, _ in "ok\n" }
        router.get("/readyz") { [visitors, hasAccounts = accounts != nil] _, _ in
            Readiness(visitors, hasAccounts: hasAccounts).response
        }
        router.get("/assets/{name}") { request, context in
            guard let name = context.parameters.get("name"), let file = assets.file(at: name) else {
                return Response(status: .notFound)
            }
            let packed = request.headers[.acceptEncoding]?.contains("gzip") == true ? file.packed : nil
            var headers: HTTPFields = [
                .contentType: file.type, .cacheControl: "public, max-age=31536000, immutable", .vary: "Accept-Encoding",
            ]
            if packed != nil { headers[.contentEncoding] = "gzip" }
            return Response(
                status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: packed ?? file.data)))
        }
        router.get("/picture/{signature}/{name}") { request, context in
            await Self.picture(context.parameters, links, configuration.pictures, feeds)
        }
        MarkRoutes(visitors: visitors).add(to: router)
        FeedRoutes(desk: desk, library: feeds, now: configuration.now).add(to: router)
        router.get("/text/{signature}/{name}") { request, context in
            guard let signature = context.parameters.get("signature"), let name = context.parameters.get("name"),
                let url = links.pageURL(signature: signature, name: name)
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
        // One route for all: a path that only takes forms would hide the views below it.
        router.post("/**") { request, _ in await desk.take(request, path: Self.path(of: request)) }
        router.get("/favicon.ico") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "image/x-icon", .cacheControl: "public, max-age=86400"],
                body: .init(byteBuffer: ByteBuffer(bytes: assets.plain("favicon.ico"))))
        }
        // At the root, so that the service worker's scope is all pages; a browser requests it repeatedly.
        router.get("/sw.js") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache"],
                body: .init(byteBuffer: ByteBuffer(bytes: assets.plain("sw.js"))))
        }
        router.get("/offline") { request, _ in desk.offline(request) }
        router.get("/") { request, _ in await desk.respond(to: request, path: []) }
        router.get("/**") { request, _ in
            let path = Self.path(of: request)
            if let followed = RSSDocument.followed(path) { return await desk.feed(request, following: followed) }
            return await desk.respond(to: request, path: path)
        }
        return router
    }

    private static func path(of request: Request) -> [String] {
        request.uri.path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    }

    private static func picture(
        _ parameters: Parameters, _ links: PictureLinks, _ source: PictureSource, _ feeds: FeedLibrary
    ) async -> Response {
        guard let signature = parameters.get("signature"), let name = parameters.get("name"),
            let url = links.url(signature: signature, name: name)
        else { return Response(status: .notFound) }
        do {
            let stored = try? await feeds.store.picture(at: url)
            let picture = try await whileServing {
                if let stored { try PictureSource.picture(stored) } else { try await source.picture(at: url) }
            }
            return Response(
                status: .ok,
                headers: [
                    .contentType: picture.type, .cacheControl: "private, max-age=86400",
                    .contentDisposition: "inline",
                    .contentSecurityPolicy: "default-src 'none'; sandbox",
                ],
                body: .init(byteBuffer: ByteBuffer(bytes: picture.data)))
        } catch PictureSource.Refusal.forbidden {
            return Response(status: .forbidden)
        } catch {
            return Response(status: .badGateway)
        }
    }
}
