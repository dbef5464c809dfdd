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

    func answer(_ request: Request, path: [String]) async -> Response {
        let frame = DocumentFrame(answerer: configuration.answerer)
        let address = PageAddress(
            path: path,
            query: request.uri.queryParameters.map { (String($0.key), String($0.value)) })
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
        await page.open { make(PageTools(clients: clients, pictures: links, scheduler: $0)) }
        await withGracefulShutdownHandler {
            await page.settle(within: configuration.patience)
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

    private static func response(_ html: String, status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: html)))
    }
}
