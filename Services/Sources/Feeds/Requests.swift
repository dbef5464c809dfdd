public import Foundation
public import Freshet
import FreshetLenientJSON

extension Request where API == Feeds, Value == Feed {
    /// Requests the feed at an address. Relative addresses are resolved against the response's
    /// address.
    ///
    /// If the document isn't a feed, the ``FeedError`` in `FetchError.underlying` states the
    /// reason, for example that it is an HTML page. Every content type is accepted, because servers
    /// send all kinds of content types for feeds.
    ///
    /// - Parameters:
    ///   - address: The absolute address, with the scheme https or http.
    ///   - parser: The parser. A response that exceeds its size limit fails.
    public static func feed(_ address: URL, parser: FeedParser = FeedParser()) -> Self {
        Request(
            .absolute(address.absoluteString),
            reading: ResponseReading(accept: FeedParser.accept, accepts: { _ in true }) { response, _ in
                try parser.feed(
                    from: response.value, contentType: response.head.headerFields[.contentType],
                    address: WebLink.url(from: response.url.text))
            }
        ).bodyLimit(parser.byteLimit)
    }
}

extension Request where API == Feeds, Value == [FeedLink] {
    /// Requests the feeds that an HTML page links to, or the address itself if it is a feed.
    ///
    /// For a page without links to feeds, try the addresses from
    /// ``FeedDiscovery/candidates(for:)``.
    ///
    /// - Parameter address: The absolute address, with the scheme https or http.
    public static func feedLinks(of address: URL) -> Self {
        Request(
            .absolute(address.absoluteString),
            reading: ResponseReading(accept: FeedDiscovery.accept, accepts: { _ in true }) { response, _ in
                try FeedDiscovery.links(in: response)
            })
    }
}

extension FeedDiscovery {
    fileprivate static func links(in response: Response<Data>) throws(FeedError) -> [FeedLink] {
        let url = WebLink.url(from: response.url.text)
        let contentType = response.head.headerFields[.contentType]
        do throws(FeedError) {
            let feed = try FeedParser().feed(from: response.value, contentType: contentType, address: url)
            return url.map { [FeedLink(url: $0, title: feed.title)] } ?? []
        } catch .htmlPage(let links) {
            return links
        } catch .notAFeed {
            return links(in: response.value, contentType: contentType, address: url)
        }
    }
}

extension FeedParser {
    /// The value of the `Accept` field in feed requests, which lists all formats.
    public static let accept = """
        application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, \
        application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.5
        """
}

extension FeedDiscovery {
    fileprivate static let accept = "text/html, application/xhtml+xml, */*;q=0.5"
}
