import Foundation
import Freshet
import FreshetCombine
import HTTPTypes
import Hummingbird
public import Logging
import NIOCore
import ReaderModels
import UnixSignals

/// Gazette in the browser: pages that are complete without a script.
public struct WebServer: Sendable {
    private let configuration: WebConfiguration
    private let logger: Logger

    public init(_ configuration: WebConfiguration, logger: Logger = Logger(label: "gazette")) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Serves until the task is cancelled or the process gets SIGTERM or SIGINT, and lets running answers finish.
    ///
    /// - Parameter onListening: Receives the port once requests are answered.
    /// - Throws: The system's error when the address can't be listened at.
    public func run(onListening: @escaping @Sendable (_ port: Int) async -> Void) async throws {
        let application = Application(
            router: try await router(),
            configuration: .init(address: .hostname(configuration.host, port: configuration.port)),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
            logger: Logger(label: "server") { _ in SwiftLogNoOpLogHandler() })
        try await application.runService(gracefulShutdownSignals: [.sigterm, .sigint])
    }

    /// The routes, without a socket.
    func router() async throws -> Router<BasicRequestContext> {
        let assets = try Assets()
        let renderer = try await Renderer(assets: assets)
        let links = PictureLinks()
        let pictures = PictureSource(
            trusted: configuration.trustedPictureOrigins, transport: configuration.pictureTransport)
        let registry = PageRegistry(limit: configuration.pageLimit, grace: configuration.grace)
        let desk = PageDesk(configuration: configuration, renderer: renderer, links: links, registry: registry)

        let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: AccessLog(logger: logger))
        router.add(middleware: SecurityHeaders())
        let isLocal = ["127.0.0.1", "localhost", "::1"].contains(configuration.host)
        router.add(middleware: HostCheck(names: isLocal ? ["127.0.0.1", "localhost", "[::1]"] : nil))
        router.get("/healthz") { _, _ in "ok\n" }
        router.get("/assets/{name}") { request, context in
            guard let name = context.parameters.get("name"), let file = assets.file(at: name) else {
                return Response(status: .notFound)
            }
            return Response(
                status: .ok,
                headers: [.contentType: file.type, .cacheControl: "public, max-age=31536000, immutable"],
                body: .init(byteBuffer: ByteBuffer(bytes: file.data)))
        }
        router.get("/picture/{signature}/{name}") { request, context in
            await Self.picture(context.parameters, links, pictures)
        }
        LiveRoutes(registry: registry, heartbeat: configuration.heartbeat).add(to: router)
        router.get("/") { request, _ in await desk.answer(request, path: ["news"]) }
        router.get("/**") { request, _ in
            await desk.answer(
                request,
                path: request.uri.path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) })
        }
        return router
    }

    private static func picture(
        _ parameters: Parameters, _ links: PictureLinks, _ source: PictureSource
    ) async -> Response {
        guard let signature = parameters.get("signature"), let name = parameters.get("name"),
            let url = links.url(signature: signature, name: name)
        else { return Response(status: .notFound) }
        do {
            let picture = try await source.picture(at: url)
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

/// Makes pages, so many at once at most.
struct PageDesk: Sendable {
    let configuration: WebConfiguration
    let renderer: Renderer
    let links: PictureLinks
    let registry: PageRegistry

    /// 128 bits by chance: nobody guesses the page of somebody else.
    private static func newID() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined(separator: "-")
    }

    func answer(_ request: Request, path: [String]) async -> Response {
        let frame = DocumentFrame(answerer: configuration.answerer)
        let address = PageAddress(
            path: path,
            query: request.uri.queryParameters.map { (String($0.key), String($0.value)) })
        guard let make = Pages.maker(for: address) else {
            let html = renderer.document(
                title: "Nothing here", section: nil, regions: [Region("missing", "missing", [String: String]())],
                frame: frame)
            return Self.response(html, status: .notFound)
        }
        guard registry.hasRoom else { return Response(status: .serviceUnavailable, headers: [.retryAfter: "5"]) }
        let page = LivePage(id: Self.newID(), renderer: renderer)
        let (clients, links) = (configuration.clients, links)
        await page.open { make(PageTools(clients: clients, pictures: links, scheduler: $0)) }
        await page.settle(within: configuration.patience)
        let html = await page.document(frame)
        registry.keep(page)
        return Self.response(html, status: .ok)
    }

    private static func response(_ html: String, status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: html)))
    }
}

/// One line for each request: what was asked, how it ended, how long it took. Queries are left out: they say what was searched.
struct AccessLog: RouterMiddleware {
    typealias Context = BasicRequestContext

    let logger: Logger

    @concurrent func handle(
        _ request: Request, context: BasicRequestContext,
        next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(request.uri.path.prefix(200))",
                "status": "\(response.status.code)",
                "milliseconds": "\(Int((ContinuousClock.now - start) / .milliseconds(1)))",
            ])
        return response
    }
}
