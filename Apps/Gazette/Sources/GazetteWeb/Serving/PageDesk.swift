import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Makes pages, so many at once at most.
struct PageDesk: Sendable {
    let configuration: WebConfiguration
    let renderer: Renderer
    let links: PictureLinks
    let registry: PageRegistry
    let visitors: Visitors

    /// 128 random bits, so that the page of another visitor can't be guessed.
    private static func newID() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined(separator: "-")
    }

    /// Responses with the view at a path, to which a form may have been posted.
    func respond(
        to request: Request, path: [String], form: [(name: String, value: String)] = []
    ) async -> Response {
        let looks = Looks(request)
        let frame = DocumentFrame(looks: looks, serviceNote: configuration.serviceNote)
        let address = PageAddress(
            path: path, query: request.uri.queryParameters.map { (String($0.key), String($0.value)) }, form: form)
        guard let make = Pages.maker(for: address) else {
            let html = renderer.document(
                title: "Nothing here", section: nil,
                parts: [renderer.part(Region("missing", MissingContext()))],
                frame: frame)
            return Self.response(html, status: .notFound)
        }
        let guest = visitors.cookie.guest(of: request, now: visitors.now())
        let marks = await visitors.marks(of: guest.visitor)
        let page = LivePage(
            id: Self.newID(), renderer: renderer, marks: PageMarks(visitor: marks))
        guard registry.add(page) else { return Response(status: .serviceUnavailable, headers: [.retryAfter: "5"]) }
        defer { registry.leave(page.id) }
        let (clients, links) = (configuration.clients, links)
        await page.open {
            make(PageTools(clients: clients, pictures: links, looks: looks, scheduler: $0, marks: marks))
        }
        await withGracefulShutdownHandler {
            await page.settle(
                within: looks.hasScript ? configuration.scriptedContentTimeout : configuration.contentTimeout)
        } onGracefulShutdown: {
            // A server that is about to stop sends what there is.
            Task {
                try await Task.sleep(for: WebServer.softShutdownTime)
                await page.release()
            }
        }
        let html = await page.document(frame)
        var response = Self.response(html, status: .ok)
        response.headers[.setCookie] = guest.field
        return response
    }

    /// Responses with the feed that follows the list at a path; readers of feeds come back later when it could not be loaded.
    func feed(_ request: Request, following path: [String]) async -> Response {
        let address = PageAddress(
            path: path, query: request.uri.queryParameters.map { (String($0.key), String($0.value)) })
        guard let make = Pages.maker(for: address) else { return Response(status: .notFound) }
        let busy = Response(status: .serviceUnavailable, headers: [.retryAfter: "300"])
        let page = LivePage(id: Self.newID(), renderer: renderer)
        guard registry.add(page) else { return busy }
        defer { registry.remove(page.id) }
        let (clients, links) = (configuration.clients, links)
        await page.open { make(PageTools(clients: clients, pictures: links, looks: Looks(), scheduler: $0)) }
        await page.settle(within: configuration.contentTimeout)
        let hasFeed = await page.hasFeed
        let feed = await page.feed(from: request.origin)
        return hasFeed ? feed?.response(to: request) ?? busy : Response(status: .notFound)
    }

    /// Takes a form that was posted.
    func take(_ request: Request, path: [String]) async -> Response {
        guard request.isOwn else { return Response(status: .forbidden) }
        guard let form = await request.form() else { return Response(status: .badRequest) }
        switch path {
        case ["people", "sign-up"]: return await respond(to: request, path: path, form: form)
        case ["settings"]:
            var response = Response(status: .seeOther, headers: [.location: "/settings"])
            for cookie in Looks(form: form).cookies { response.setCookie(cookie) }
            return response
        default: return Response(status: .notFound)
        }
    }

    private static func response(_ html: String, status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: html)))
    }
}

/// The page at an address that shows nothing.
private struct MissingContext: TemplateContext {
    static let template = "missing"
}
