import Feeds
package import Foundation
import Freshet
import FreshetLenientJSON
import HTTPTypes
import Hosts
import NIOConcurrencyHelpers
package import ReaderModels

/// Fetches the full text of pages, and stores it with its pictures within limits.
///
/// What a site does not give is not shown: its rules for robots are respected, and a page for subscribers is shown as
/// far as it was sent.
package final class ArticleKeeper: Sendable {
    private let store: FeedStore
    private let source: FeedSource
    private let pictures: PictureSource
    private let now: @Sendable () -> Date
    private let rules = NIOLockedValueBox<[String: (rules: RobotRules, read: Date)]>([:])

    /// How long the rules of a site are used, in seconds.
    private static let rulesLifetime = 3600.0
    private static let siteLimit = 500
    /// How long an attempt that has failed is remembered, in seconds.
    private static let failureLifetime = 600.0
    private static let pictureLimit = 12
    private static let pictureByteLimit = 1 << 20
    private static let textLimit = 1 << 20

    init(
        _ store: FeedStore, _ source: FeedSource, _ pictures: PictureSource, now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.source = source
        self.pictures = pictures
        self.now = now
    }

    /// Returns the full text of a page, from the store or from the site.
    ///
    /// - Throws: The error of the database.
    package func article(at url: URL, fetchesAgain: Bool = false) async throws -> KeptArticle {
        if !fetchesAgain, let known = try await store.article(at: url) {
            let isFailure = known.html == nil && now().timeIntervalSince(known.fetched) > Self.failureLifetime
            if !isFailure { return known }
        }
        let article = await fetch(url)
        // A request that was ended with the process says nothing about the page.
        guard !Task.isCancelled else { return article }
        // A text that was stored is better than a failure.
        if article.html == nil, let known = try await store.article(at: url), known.html != nil { return known }
        // What can't be stored is shown all the same.
        try? await store.keep(article)
        return article
    }

    /// Fetches the full text of a page, and stores it with its pictures.
    package func keep(_ url: URL) async {
        guard let article = try? await article(at: url), let html = article.html else { return }
        let addresses = NIOLockedValueBox<[URL]>([])
        let collector = SafeHTML(base: url) { address in
            addresses.withLockedValue { if !$0.contains(address) { $0.append(address) } }
            return address.absoluteString
        }
        guard (try? await source.threads.run { collector.cleaned(html) }) != nil else { return }
        for address in addresses.withLockedValue({ $0 }).prefix(Self.pictureLimit) where !Task.isCancelled {
            guard let picture = try? await pictures.picture(at: address), picture.data.count <= Self.pictureByteLimit
            else { continue }
            try? await store.keep(picture.data, at: address, of: url)
        }
    }

    private func fetch(_ url: URL) async -> KeptArticle {
        func failed(_ problem: String) -> KeptArticle {
            KeptArticle(address: url, title: nil, html: nil, picture: nil, problem: problem, fetched: now())
        }
        guard await mayRequest(url) else {
            return failed("\(HostText.of(url) ?? "The site") asks bots not to read this page. Open it there.")
        }
        let request = Request<Feeds, Response<Data>>(
            .absolute(url.absoluteString),
            reading: ResponseReading(accept: "text/html, application/xhtml+xml", accepts: { $0.isHTML }) {
                response, _ in response
            }
        ).header(.userAgent, FeedSource.userAgent)
        let page: Response<Data>
        do throws(FetchError) { page = try await source.pages.value(for: request) } catch {
            return failed(Self.reason(of: error))
        }
        let address = WebLink.url(from: page.url.text)
        let type = page.head.headerFields[.contentType]
        let text: ArticleText?
        do {
            text = try await source.threads.run {
                ArticleText.extract(page.value, contentType: type, address: address)
            }
        } catch {
            return failed("This page takes too long to read. Open it on the site.")
        }
        guard let text else { return failed("This page has no text that Gazette can show. Open it on the site.") }
        return KeptArticle(
            address: url, title: text.title, html: String(text.html.prefix(Self.textLimit)), picture: text.picture,
            problem: text.isForSubscribers
                ? "Only the site's subscribers can read the full text. This is the part that everyone can read." : nil,
            fetched: now())
    }

    private static func reason(of error: FetchError) -> String {
        switch error.kind {
        case .wrongContent: "This page isn't text. Open it on the site."
        case .tooLarge: "This page is too large to show here. Open it on the site."
        default: FeedSource.reason(of: error)
        }
    }

    // MARK: - Rules for robots

    private func mayRequest(_ url: URL) async -> Bool {
        guard let scheme = url.scheme, let host = url.host() else { return false }
        let port = url.port.map { ":\($0)" } ?? ""
        let site = "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)\(port)"
        let path = url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?\($0)" } ?? "")
        let known = rules.withLockedValue { $0[site] }
        if let known, now().timeIntervalSince(known.read) < Self.rulesLifetime { return known.rules.allow(path) }
        let read = await robotRules(of: site)
        rules.withLockedValue { rules in
            if rules.count >= Self.siteLimit { rules.removeAll() }
            rules[site] = (read, now())
        }
        return read.allow(path)
    }

    private func robotRules(of site: String) async -> RobotRules {
        let request = Request<Feeds, Data>(
            .absolute(site + "/robots.txt"), reading: ResponseReading(accept: "text/plain") { data, _, _ in data }
        ).header(.userAgent, FeedSource.userAgent).bodyLimit(RobotRules.byteLimit)
        do throws(FetchError) {
            let text = try await source.pages.value(for: request)
            return RobotRules(String(decoding: text, as: UTF8.self), for: FeedSource.robotName)
        } catch {
            // Only a server that fails forbids all; without rules, all is allowed.
            return error.response?.head.status.kind == .serverError ? .all : .none
        }
    }
}

extension MediaType {
    fileprivate var isHTML: Bool { ["text/html", "application/xhtml+xml"].contains(description) }
}
