import Feeds
import Foundation
package import Freshet
import FreshetDigests
import FreshetLenientJSON
import HTTPTypes
package import Hosts
import ReaderModels

/// Requests feeds and pages from public hosts, and from the origins and networks that the configuration trusts.
///
/// The client's cache makes requests conditional, and spares those for which the last response is still fresh. At most
/// two requests run at once for a host, and none is repeated: the next attempt is made when the feed is due again.
package struct FeedSource: Sendable {
    let client: Client<Feeds>
    /// The client of pages and of rules for robots.
    let pages: Client<Feeds>
    /// The threads that parse what was requested.
    let threads: ParsingThreads
    private let parse: Parse

    /// The name by which servers and their rules for robots know Gazette.
    static let robotName = "Gazette"
    static let userAgent = "Gazette/1 (feed reader; asks once an hour at most)"

    /// The largest feed, and the largest page, in bytes.
    private static let feedLimit = 16 << 20, pageLimit = 4 << 20

    /// Parses the body of a response.
    typealias Parse = @Sendable (FeedParser, Response<Data>) throws -> Feed

    init(
        trusted: Set<String>?, transport: any Transport, cache: (any CacheStore)?, networks: [IPAddress.Range] = [],
        plugins: [any ClientPlugin] = [], time: TimeSource = .system, threads: ParsingThreads = .documents,
        parse: @escaping Parse = Self.feed,
        resolve: @escaping PublicTransport.Resolver
    ) {
        self.threads = threads
        self.parse = parse
        let transport = PublicTransport(trusted: trusted, transport: transport, networks: networks, resolve: resolve)
        var rules = CacheRules()
        // A feed without Cache-Control is as old as its last item, which says nothing about the next one.
        rules.heuristicShare = 0
        rules.bodyBytes = Self.feedLimit
        var configuration = ClientConfiguration(
            transport: transport, cache: cache.map { HTTPCache(store: $0, rules: rules) })
        configuration.limits.callTimeout = .seconds(60)
        configuration.limits.bodyBytes = Self.feedLimit
        configuration.retry = RetryPolicy(attempts: 1)
        configuration.rateLimit = RateLimit(callsAtOnce: 2, waiters: 10_000)
        configuration.plugins = plugins
        configuration.time = time
        client = Client(Feeds(), configuration)
        configuration.cache = nil
        configuration.limits.callTimeout = .seconds(20)
        configuration.limits.bodyBytes = Self.pageLimit
        pages = Client(Feeds(), configuration)
    }

    /// Makes a source that resolves hosts with the system's resolver.
    ///
    /// - Parameters:
    ///   - trusted: The origins that are allowed whatever their address.
    ///   - transport: The transport of requests to these origins.
    ///   - cache: The store of responses; `nil` for none.
    ///   - networks: The networks that are allowed although they are not public.
    ///   - plugins: The plug-ins of the client that sends the requests.
    package init(
        trusted: Set<String>, transport: any Transport, cache: (any CacheStore)?, networks: [IPAddress.Range] = [],
        plugins: [any ClientPlugin] = []
    ) {
        self.init(
            trusted: trusted, transport: transport, cache: cache, networks: networks, plugins: plugins,
            resolve: PublicTransport.systemAddresses)
    }

    /// Makes a source that resolves no hosts, and takes everything from a transport, such as a tape.
    package init(from transport: any Transport) {
        self.init(trusted: nil, transport: transport, cache: nil) { _ in [] }
    }

    /// Reads the feed at an address.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - revalidates: Whether the server is asked although the last response is still fresh.
    ///   - readsPageLinks: Whether a page is searched for links to feeds.
    func read(_ address: URL, revalidates: Bool = false, readsPageLinks: Bool = true) async -> FeedReading {
        let request = Request<Feeds, Data>(
            .absolute(address.absoluteString),
            reading: ResponseReading(accept: FeedParser.accept, accepts: { _ in true }) { response, _ in response.value
            }
        ).header(.userAgent, Self.userAgent).caching(revalidates ? .revalidate : .automatic)
        do throws(FetchError) {
            // A stored response is not served when the server fails: the failure is what the reader is to know.
            let response = try await client.response(for: request)
            if let failure = response.source.failure { return Self.reading(of: failure) }
            return await reading(of: response, readsPageLinks)
        } catch {
            return Self.reading(of: error)
        }
    }

    private func reading(of response: Response<Data>, _ readsPageLinks: Bool) async -> FeedReading {
        var parser = FeedParser(byteLimit: Self.feedLimit)
        parser.readsPageLinks = readsPageLinks
        do {
            let (feed, digest) = try await threads.run { [parser, parse] in
                (try parse(parser, response), Data(SHA256.digest(of: response.value)))
            }
            return .read(feed, digest: digest, movedTo: Self.newAddress(response))
        } catch let error as FeedError {
            var failure = FeedReading.Failure(reason: Self.reason(of: error))
            if case .htmlPage(let links) = error { (failure.links, failure.isOfPage) = (links, true) }
            return .failed(failure)
        } catch {
            return .failed(FeedReading.Failure(reason: "The feed takes too long to read."))
        }
    }

    private static let feed: Parse = { parser, response in
        try parser.feed(
            from: response.value, contentType: response.head.headerFields[.contentType],
            address: WebLink.url(from: response.url.text))
    }

    /// The address after the permanent redirects with which a response begins; `nil` if there are none.
    private static func newAddress<Value>(_ response: Response<Value>) -> URL? {
        let permanent = response.redirects.prefix { [301, 308].contains($0.status.code) }.count
        guard permanent > 0 else { return nil }
        let new = permanent < response.redirects.count ? response.redirects[permanent].url : response.url
        return WebLink.url(from: new.text)
    }

    private static func reading(of error: FetchError) -> FeedReading {
        if error.response?.head.status.code == 410 {
            return .ended(reason: "The site has ended this feed.")
        }
        var failure = FeedReading.Failure(reason: reason(of: error))
        switch error.kind {
        case .cannotConnect, .connectionLost, .timedOut: failure.isUnreachable = true
        default: break
        }
        failure.retryAfter = error.retryAfter.map { $0 / .seconds(1) }
        return .failed(failure)
    }

    /// Returns the reason of a failure as a sentence.
    static func reason(of error: FetchError) -> String {
        if let forbidden = error.underlying as? PublicTransport.Forbidden {
            return forbidden.port.map(reason(ofPort:))
                ?? "This address isn't public. Gazette only reads feeds that are available to everyone."
        }
        switch error.kind {
        case .status(let status) where status.code == 304:
            return "The server says that the feed has not changed, but has never sent it."
        case .status(let status) where status.code == 404: return "There is nothing at this address (status 404)."
        case .status(let status) where [401, 403].contains(status.code):
            return "The site does not allow Gazette to read this (status \(status.code))."
        case .status(let status) where status.code == 429: return "The site asks for fewer requests (status 429)."
        case .tooLarge(.body(let limit)): return "The feed is larger than \(limit >> 20) MB."
        case .redirect(.tooMany): return "The address redirects endlessly."
        default: return SelectedError(error).text
        }
    }

    private static func reason(ofPort port: Int) -> String {
        """
        Gazette can't fetch from port \(port). It only uses ports 80 and 443, and the ports from 1024 up that browsers \
        allow.
        """
    }

    private static func reason(of error: FeedError) -> String {
        switch error {
        case .empty: "The feed is empty."
        case .tooLarge(let limit): "The feed is larger than \(limit >> 20) MB."
        case .htmlPage(let links) where links.isEmpty: "This page doesn't link to a feed."
        case .htmlPage: "This is a web page. Add one of the feeds that it links to instead."
        case .notAFeed: "This is not a feed."
        case .entityExpansion: "The feed would expand to fill the memory, so Gazette doesn't read it."
        case .tooManyElements: "The feed has more elements than Gazette can read."
        case .cancelled: "Gazette stopped reading this feed. Try again in a moment."
        case .invalidJSON: "The feed can't be read: its JSON is invalid."
        case .notAnOutline: "This isn't a list of feeds (OPML)."
        }
    }
}
