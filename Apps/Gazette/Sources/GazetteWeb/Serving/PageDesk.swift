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

    /// 128 bits by chance: nobody guesses the page of somebody else.
    private static func newID() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined(separator: "-")
    }

    /// Answers with the view at a path, to which a form may have been posted.
    func answer(
        _ request: Request, path: [String], form: [(name: String, value: String)] = []
    ) async -> Response {
        let looks = Looks(request)
        let frame = DocumentFrame(looks: looks, answerer: configuration.answerer)
        let address = PageAddress(
            path: path, query: request.uri.queryParameters.map { (String($0.key), String($0.value)) }, form: form)
        guard let make = Pages.maker(for: address) else {
            let html = renderer.document(
                title: "Nothing here", section: nil,
                parts: [renderer.part(Region("missing", "missing", [String: String]()))],
                frame: frame)
            return Self.response(html, status: .notFound)
        }
        let page = LivePage(id: Self.newID(), renderer: renderer)
        guard registry.add(page) else { return Response(status: .serviceUnavailable, headers: [.retryAfter: "5"]) }
        defer { registry.leave(page.id) }
        let (clients, links) = (configuration.clients, links)
        await page.open { make(PageTools(clients: clients, pictures: links, looks: looks, scheduler: $0)) }
        await withGracefulShutdownHandler {
            await page.settle(within: looks.hasScript ? configuration.scriptedPatience : configuration.patience)
        } onGracefulShutdown: {
            // A server that is about to stop sends what there is.
            Task {
                try await Task.sleep(for: WebServer.softPatience)
                await page.release()
            }
        }
        let html = await page.document(frame)
        return Self.response(html, status: .ok)
    }

    /// Takes a form that was posted.
    func take(_ request: Request, path: [String]) async -> Response {
        guard request.isOwn else { return Response(status: .forbidden) }
        guard let form = await request.form() else { return Response(status: .badRequest) }
        switch path {
        case ["people", "sign-up"]: return await answer(request, path: path, form: form)
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
