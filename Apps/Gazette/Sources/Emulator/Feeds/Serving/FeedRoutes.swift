import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A small web of sites with feeds, below one path: feeds of all formats, their pages, and feeds with faults.
struct FeedRoutes {
    /// The path below which the sites are.
    static let path = "/feeds"

    let now: @Sendable () -> Date
    let sleep: @Sendable (Duration) async throws -> Void
    /// The origin of absolute addresses; `nil` for that of the request.
    let origin: String?
    let counts: RequestCounts
    /// Makes the ids of the feed whose ids change.
    let dice: Dice

    /// Adds the routes of the sites.
    func add(to router: Router<EmulatorContext>) {
        let routes = self
        for path in ["\(Self.path)", "\(Self.path)/**"] {
            router.get(RouterPath(path)) { request, context in try await routes.count(request, context) }
        }
        router.get("/robots.txt") { _, _ in
            Response.text(
                """
                User-agent: *
                Disallow: /feeds/type-case/members/

                """, type: "text/plain; charset=utf-8")
        }
    }

    private func count(_ request: Request, _ context: EmulatorContext) async throws -> Response {
        let response = try await respond(request, context)
        counts.add(request.uri.path, isNotModified: response.status == .notModified)
        return response
    }

    private func respond(_ request: Request, _ context: EmulatorContext) async throws -> Response {
        let parts = request.uri.path.split(separator: "/").dropFirst().map(String.init)
        let origin = origin(of: request)
        switch (parts.first, parts.count) {
        case (nil, _): return .page(IndexPage(origin: origin).html)
        case ("subscriptions.opml", 1):
            return .opml(SubscriptionList(title: "Feeds of the emulator", sites: FeedSite.all, origin: origin))
        case ("pixel.gif", 1): return .file(Self.pixel, type: "image/gif")
        case ("site.js", 1): return .text(ArticlePage.script, type: "text/javascript; charset=utf-8")
        case ("pictures", 2): return try await picture(parts[1], request, context)
        case ("faults", 2):
            let fault = parts[1].hasSuffix(".xml") ? FeedFault(rawValue: String(parts[1].dropLast(4))) : nil
            guard let fault else { return Self.notFound }
            return try await FaultyFeed(fault, routes: self, origin: origin).respond(to: request, context)
        case ("many", 2...): return many(Array(parts.dropFirst()), request, origin)
        case (let name?, _):
            guard let site = FeedSite.named(name) else { return Self.notFound }
            return respond(for: site, Array(parts.dropFirst()), request, origin)
        }
    }

    /// Responds for a path below that of a site.
    private func respond(for site: FeedSite, _ parts: [String], _ request: Request, _ origin: String) -> Response {
        if request.uri.path == site.feedPath { return feed(site, request, origin) }
        if parts.isEmpty { return .page(HomePage(site, at: now(), origin: origin).html) }
        if parts == ["icon.png"] {
            let colour = site.colour
            let file = PictureFile.square(
                side: 150, red: UInt8(truncatingIfNeeded: colour >> 16), green: UInt8(truncatingIfNeeded: colour >> 8),
                blue: UInt8(truncatingIfNeeded: colour))
            return file.map { .file(Array($0.data), type: $0.type) } ?? Self.notFound
        }
        guard parts.count == 2 else { return Self.notFound }
        if parts[0] == "episodes" { return episode(parts[1], of: site) }
        guard let number = Int(parts[1]), let article = site.article(number, at: now()),
            article.path == "\(site.path)/\(parts[0])/\(parts[1])"
        else { return Self.notFound }
        return .page(ArticlePage(article, origin: origin).html)
    }

    /// Responds with the feed of a site.
    func feed(_ site: FeedSite, _ request: Request, _ origin: String) -> Response {
        let document = FeedDocument(site, at: now(), origin: origin)
        var fields: HTTPFields = [:]
        fields[.cacheControl] = site.cacheControl
        return .validated(
            document.bytes, type: document.type, modified: document.updated, validators: site.validators,
            fields: fields, for: request)
    }

    private func many(_ parts: [String], _ request: Request, _ origin: String) -> Response {
        let query = QueryItems(request.uri.query)
        if parts == ["subscriptions.opml"] {
            guard let count = Int(query["count"] ?? "100"), FeedSite.numbers.contains(count) else {
                return Self.notFound
            }
            return .opml(
                SubscriptionList(
                    title: "\(count) feeds", sites: (1...count).compactMap { FeedSite.numbered($0) }, origin: origin))
        }
        let name = parts[0].hasSuffix(".xml") ? String(parts[0].dropLast(4)) : parts[0]
        guard let number = Int(name), let count = Int(query["items"] ?? "20"),
            let site = FeedSite.numbered(number, count: count)
        else { return Self.notFound }
        return respond(for: site, Array(parts.dropFirst()), request, origin)
    }

    // MARK: - Files

    private func picture(
        _ file: String, _ request: Request, _ context: EmulatorContext
    ) async throws -> Response {
        guard let picture = Picture("good", .named("scenes/\(file)")) else { return Self.notFound }
        return try await picture.respond(to: request, context, sleep: sleep)
    }

    private func episode(_ file: String, of site: FeedSite) -> Response {
        guard site.format == .podcast, file.hasSuffix(".wav"), let number = Int(file.dropLast(4)),
            site.article(number, at: now()) != nil
        else { return Self.notFound }
        return .file(Sound.wave(number), type: "audio/wav")
    }

    /// A transparent picture of one pixel.
    private static let pixel: [UInt8] = [
        0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x21, 0xF9, 4, 1, 0, 0,
        0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
    ]

    /// The origin of absolute addresses in the response to a request.
    private func origin(of request: Request) -> String {
        if let origin { return origin }
        let authority = request.head.authority ?? ""
        let isPlain = authority.utf8.allSatisfy { byte in
            byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
                || "-.:[]".utf8.contains(byte)
        }
        let scheme = request.head.scheme == "https" ? "https" : "http"
        return "\(scheme)://\(isPlain && !authority.isEmpty ? authority : "localhost")"
    }

    // MARK: - Errors

    static var notFound: Response {
        .page("<!DOCTYPE html><title>Not found</title><h1>Not found</h1><p>No page has this address.</p>", .notFound)
    }

    static var unexpectedError: Response {
        .page(
            "<!DOCTYPE html><title>Error</title><h1>Internal server error</h1><p>The page can't be shown now.</p>",
            .internalServerError)
    }
}

extension Response {
    /// Makes a response with a page.
    static func page(_ html: String, _ status: HTTPResponse.Status = .ok) -> Response {
        .text(html, type: "text/html; charset=utf-8", status: status)
    }

    fileprivate static func opml(_ list: SubscriptionList) -> Response { .text(list.text, type: "text/x-opml") }

    fileprivate static func file(_ bytes: [UInt8], type: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "public, max-age=86400"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
