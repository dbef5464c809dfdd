import FeedEngine
import Foundation
import HTTPTypes
import Hummingbird
import LivePages
import NIOCore
import ReaderStorage
import ServiceLifecycle

/// Makes live pages and the responses with them, within the limit of the registry.
struct PageDesk: Sendable {
    /// What pages say that are shown without the account of their reader; `nil` while accounts can be read.
    @TaskLocal static var notice: String?

    let configuration: WebConfiguration
    let renderer: Renderer
    let links: PictureLinks
    let registry: PageRegistry
    let editions: Editions
    let visitors: Visitors
    /// The feeds of all visitors; `nil` without a database for them.
    let feeds: FeedLibrary?
    let routes: RouteTable

    /// Returns the response with the view at a path, to which a form may have been posted.
    ///
    /// - Parameter maker: Makes the view if its address alone does not determine it.
    func respond(
        to request: Request, path: [String], form: [String: String] = [:],
        makingBy maker: ((PageAddress) -> PageMaker)? = nil
    ) async -> Response {
        let looks = Looks(request)
        var frame = frame(looks)
        let address = PageAddress(path: path, query: request.queryItems, form: form)
        let guest = visitors.cookie.guest(of: request, now: visitors.now())
        guard let make = maker?(address) ?? routes.view(at: address) else {
            frame.waiting = await waiting(of: guest)
            let html = renderer.document(
                title: "Nothing here", section: nil,
                parts: [renderer.part(Region("missing", MissingContext()))],
                frame: frame)
            return Self.response(html, status: .notFound, to: request)
        }
        let marks = await visitors.marks(of: guest)
        let (clients, links, note) = (configuration.clients, links, configuration.serviceNote)
        let (feeds, now) = (feeds, configuration.now)
        let open: LivePage.Maker = {
            make(
                PageTools(
                    clients: clients, pictures: links, looks: looks, scheduler: $0, marks: marks, feeds: feeds,
                    now: now, serviceNote: note))
        }
        let tag = PageTag(request).flatMap { registry.isFree($0.id) ? $0 : nil }
        let id = tag?.id ?? LivePage.newID()
        let owner = await isPersonal(address, looks, guest) ? guest.visitor : nil
        let key =
            maker == nil && form.isEmpty
            ? Editions.Key(
                address: address, front: looks.front, country: routes.showsNews(address) ? looks.newsCountry : nil,
                visitor: owner) : nil
        if let key, let edition = await editions.edition(key) {
            _ = edition.open(marks)
            let sheet = edition.sheet(frame, marks.current, waiting: marks.waiting)
            let page = LivePage(id: id, renderer: renderer, marks: marks, showing: sheet, open)
            guard registry.add(page) else { return Self.busy }
            registry.leave(page.id)
            return Self.response(edition, sheet, page.id, known: tag, guest, looks, to: request)
        }
        // From before the view is loaded, so that no change is missed.
        let watch = key?.visitor == nil ? nil : MarksWatch(marks)
        let page = LivePage(id: id, renderer: renderer, marks: marks)
        guard registry.add(page) else { return Self.busy }
        defer { registry.leave(page.id) }
        await page.open(open)
        let limit = looks.hasScript ? configuration.scriptedContentTimeout : configuration.contentTimeout
        await withGracefulShutdownHandler {
            await page.settle(within: min(configuration.shellTimeout, limit))
        } onGracefulShutdown: {
            page.release(after: ShutdownTimes.soft)
        }
        if limit > configuration.shellTimeout, await page.isUnderWay {
            var response = streamed(page, frame, key, watch, within: limit, to: request)
            response.headers[.setCookie] = guest.field
            return response
        }
        guard let (edition, sheet) = await page.document(frame) else { return Self.busy }
        if let key { editions.add(edition, key, watch) }
        return Self.response(edition, sheet, page.id, known: tag, guest, looks, to: request)
    }

    /// Whether a view shows what its visitor has stored, so that no other visitor gets an edition of it.
    private func isPersonal(_ address: PageAddress, _ looks: Looks, _ guest: VisitorCookie.Guest) async -> Bool {
        if routes.isPersonal(address) { return true }
        guard guest.isKnown, looks.front.contains(.feeds), routes.showsFeeds(address), let feeds else { return false }
        return (try? await feeds.store.hasFeeds(guest.visitor)) == true
    }

    /// Returns a response that begins at once and sends each part of the page as soon as it is complete.
    private func streamed(
        _ page: LivePage, _ frame: DocumentFrame, _ key: Editions.Key?, _ watch: MarksWatch?,
        within seconds: Double, to request: Request
    ) -> Response {
        let isPacked = Self.takesGzip(request)
        var headers = Self.headers
        headers[.accelBuffering] = "no"
        if isPacked { headers[.contentEncoding] = "gzip" }
        let document = DocumentWriter(
            page: page, frame: frame, renderer: renderer, registry: registry, seconds: seconds, isPacked: isPacked)
        let body = ResponseBody { [editions] writer in
            try await document.write(to: &writer)
            if let key, let edition = await page.currentEdition() { editions.add(edition, key, watch) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Returns the values for the parts of a document around its view.
    func frame(_ looks: Looks) -> DocumentFrame {
        DocumentFrame(
            looks: looks, serviceNote: configuration.serviceNote, hasAccounts: configuration.accounts != nil,
            notice: Self.notice)
    }

    /// Returns what of a visitor's changes has not arrived yet.
    func waiting(of guest: VisitorCookie.Guest) async -> Waiting {
        guard guest.isKnown else { return Waiting() }
        await visitors.loadUnsent(of: guest.visitor)
        return visitors.waiting(of: guest.visitor)
    }

    /// Returns the page that browsers store and show while Gazette can't be reached.
    func offline(_ request: Request) -> Response {
        let html = renderer.document(
            title: "No connection", section: nil, parts: [renderer.part(Region("offline", OfflineContext()))],
            frame: frame(Looks(request)))
        return Self.response(html, status: .ok, to: request)
    }

    /// Returns the feed that follows the list at a path; 503 with `Retry-After` if the list could not be loaded.
    func feed(_ request: Request, following path: [String]) async -> Response {
        let address = PageAddress(path: path, query: request.queryItems)
        guard let make = routes.view(at: address) else { return Response(status: .notFound) }
        let busy = Response(status: .serviceUnavailable, headers: [.retryAfter: "300"])
        let page = LivePage(id: LivePage.newID(), renderer: renderer)
        guard registry.add(page) else { return busy }
        defer { registry.remove(page.id) }
        let (clients, links) = (configuration.clients, links)
        await page.open { make(PageTools(clients: clients, pictures: links, looks: Looks(), scheduler: $0)) }
        await page.settle(within: configuration.contentTimeout)
        let hasFeed = await page.hasFeed
        let feed = await page.feed(from: request.origin)
        return hasFeed ? feed?.response(to: request) ?? busy : Response(status: .notFound)
    }

    private static let headers: HTTPFields = [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .vary: "Accept-Encoding",
    ]

    private static func takesGzip(_ request: Request) -> Bool {
        request.headers[.acceptEncoding]?.contains("gzip") == true
    }

    private static let busy = Response(status: .serviceUnavailable, headers: [.retryAfter: "5"])

    /// Returns a response with the document of a page, compressed if the browser accepts gzip; 304 if it has that.
    ///
    /// What is personal, or has failed, is not stored. Browsers that run scripts store the rest: when they go back to a
    /// stored document, its script brings it up to date.
    private static func response(
        _ edition: Edition, _ sheet: Sheet, _ id: String, known: PageTag?, _ guest: VisitorCookie.Guest,
        _ looks: Looks, to request: Request
    ) -> Response {
        var headers = headers
        headers[.setCookie] = guest.field
        if edition.isShareable {
            let tag = PageTag(digest: sheet.digest, id: id)
            headers[.eTag] = tag.field
            if looks.hasScript { headers[.cacheControl] = "private, no-cache" }
            if tag == known {
                headers[.contentType] = nil
                return Response(status: .notModified, headers: headers)
            }
        }
        let isPacked = takesGzip(request)
        if isPacked { headers[.contentEncoding] = "gzip" }
        return Response(
            status: edition.isMissing ? .notFound : .ok, headers: headers,
            body: .init(byteBuffer: isPacked ? sheet.packed(id) : sheet.html(id)))
    }

    /// Returns a response with a document, compressed if the browser accepts gzip.
    static func response(_ html: String, status: HTTPResponse.Status, to request: Request) -> Response {
        var headers = headers
        var body = Data(html.utf8)
        if takesGzip(request) {
            headers[.contentEncoding] = "gzip"
            body = Gzip.packed(body, level: 5)
        }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

/// The page for when there is no connection.
private struct OfflineContext: TemplateContext {
    static let template = "offline"
}

/// The page for an address without a view.
private struct MissingContext: TemplateContext {
    static let template = "missing"
}
