import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Responds with a feed that has a fault.
struct FaultyFeed {
    /// The length of the feed that is too long, in bytes.
    static let hugeByteCount = 20_000_000
    /// The delay of the feed that is slow.
    static let delay = Duration.seconds(30)

    private let fault: FeedFault
    private let routes: FeedRoutes
    private let origin: String

    init(_ fault: FeedFault, routes: FeedRoutes, origin: String) {
        self.fault = fault
        self.routes = routes
        self.origin = origin
    }

    func respond(to request: Request, _ context: EmulatorContext) async throws -> Response {
        switch fault {
        case .truncated: return xml(Array(document("night-sky").prefix(9000)))
        case .wrongEncoding:
            // The declaration in the document is replaced, too.
            let text = String(decoding: document("stadtspaziergang").map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
            guard let end = text.range(of: "?>") else { return FeedRoutes.unexpectedError }
            let declaration = text[..<end.lowerBound].utf8.count
            let start = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"".utf8)
            let bytes = start + document("stadtspaziergang").dropFirst(declaration)
            return xml(bytes, type: "application/rss+xml; charset=utf-8")
        case .moved: return redirect(to: "/feeds/night-sky/rss.xml", .movedPermanently)
        case .movedTemporarily: return redirect(to: "/feeds/tidewater/feed.json", .found)
        case .redirectLoop: return redirect(to: fault.path, .movedPermanently)
        case .gone: return .page("<!DOCTYPE html><title>Gone</title><p>This feed was closed.</p>", .gone)
        case .missing: return FeedRoutes.notFound
        case .notModified: return Response(status: .notModified, headers: [.eTag: "\"constant\""])
        case .empty: return xml([])
        case .huge: return huge
        case .unavailable: return refusal(.serviceUnavailable, retryAfter: "3600")
        case .tooManyRequests: return refusal(.tooManyRequests, retryAfter: "120")
        case .serverError: return FeedRoutes.unexpectedError
        case .htmlPage:
            return FeedSite.named("night-sky").map { .page(HomePage($0, at: routes.now(), origin: origin).html) }
                ?? FeedRoutes.notFound
        case .changingIDs: return xml(Array(changingIDs.utf8))
        case .hostile:
            let text = Corpus.text("Feeds", "hostile.xml").replacingOccurrences(of: "{origin}", with: origin)
            return xml(Array(text.utf8))
        case .entityBomb: return xml(Array(Self.entityBomb.utf8))
        case .slow:
            return try await context.respondWhileClientWaits(request) { request, _ in
                try await routes.sleep(Self.delay)
                return FeedSite.named("contour").map { routes.feed($0, request, origin) } ?? FeedRoutes.notFound
            }
        }
    }

    private func document(_ name: String) -> [UInt8] {
        FeedSite.named(name).map { FeedDocument($0, at: routes.now(), origin: origin).bytes } ?? []
    }

    private func xml(_ bytes: [UInt8], type: String = "application/rss+xml") -> Response {
        Response(
            status: .ok, headers: [.contentType: type], body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private func redirect(to path: String, _ status: HTTPResponse.Status) -> Response {
        Response(status: status, headers: [.location: origin + path])
    }

    private func refusal(_ status: HTTPResponse.Status, retryAfter: String) -> Response {
        var response = Response.page("<!DOCTYPE html><title>Later</title><p>Please try again later.</p>", status)
        response.headers[.retryAfter] = retryAfter
        return response
    }

    /// A feed that is valid and long, sent in parts.
    private var huge: Response {
        let start = "<rss version=\"2.0\"><channel><title>Long</title><item><title>Long</title><description>"
        let end = "</description></item></channel></rss>"
        let part = ByteBuffer(bytes: [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16))
        let body = ResponseBody(contentLength: Self.hugeByteCount) { writer in
            try await writer.write(ByteBuffer(string: start))
            var remaining = Self.hugeByteCount - start.utf8.count - end.utf8.count
            while remaining > 0 {
                let count = min(remaining, part.readableBytes)
                try await writer.write(part.getSlice(at: part.readerIndex, length: count) ?? part)
                remaining -= count
            }
            try await writer.write(ByteBuffer(string: end))
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "application/rss+xml"], body: body)
    }

    private var changingIDs: String {
        var text = "<rss version=\"2.0\"><channel>" + XMLText.element("title", "Ids that change")
        text += XMLText.element("link", "\(origin)/feeds/")
        for number in 1...10 {
            text += "<item>" + XMLText.element("title", "Message \(number)")
            text += XMLText.element("description", "The same text in each response, under another id.")
            text += XMLText.element("guid isPermaLink=\"false\"", String(routes.dice.roll(below: 1 << 30)))
            text += XMLText.element("pubDate", "Mon, 0\(number % 9 + 1) Jun 2026 08:00:00 GMT") + "</item>\n"
        }
        return text + "</channel></rss>\n"
    }

    /// Nine entities, each of which contains ten of the one before.
    private static let entityBomb: String = {
        var text = "<?xml version=\"1.0\"?>\n<!DOCTYPE rss [\n<!ENTITY e0 \"ha\">\n"
        for level in 1...9 {
            text += "<!ENTITY e\(level) \"\(String(repeating: "&e\(level - 1);", count: 10))\">\n"
        }
        return text + "]>\n<rss version=\"2.0\"><channel><title>&e9;</title></channel></rss>\n"
    }()
}
