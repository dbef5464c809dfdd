package import Feeds
package import Foundation
import Freshet
import FreshetLenientJSON
package import Hosts
package import Logging
import ReaderModels
package import ReaderStorage

/// The feeds of readers: what they have added, what has come, and what they have read.
///
/// Its methods throw the errors of the database.
package final class FeedLibrary: Sendable {
    package let store: FeedStore
    package let source: FeedSource
    package let keeper: ArticleKeeper
    package let refresher: FeedRefresher
    /// The address of a list of feeds to begin with; `nil` for none.
    package let samples: String?
    private let now: @Sendable () -> Date

    /// - Parameter unwritten: Returns the changes of a reader's marks that the database does not have yet.
    package init(
        _ database: any ReaderDatabase, _ source: FeedSource, _ pictures: PictureSource,
        limits: FeedStore.Limits = .init(), unwritten: @escaping @Sendable (Visitor) -> [Marks.Change] = { _ in [] },
        samples: String? = nil, logger: Logger, now: @escaping @Sendable () -> Date
    ) {
        store = FeedStore(database: database, limits: limits, unwritten: unwritten)
        self.source = source
        self.samples = samples
        self.now = now
        keeper = ArticleKeeper(store, source, pictures, now: now)
        refresher = FeedRefresher(
            store, source, keeper: keeper, icons: IconKeeper(store: store, pictures: pictures, now: now),
            logger: logger, now: now)
    }

    // MARK: - Adding

    /// What has become of an address that a reader has typed.
    package enum Addition: Sendable {
        case added(Int)
        /// The page at the address links to several feeds.
        case choices([FeedLink])
        /// The reason as a sentence.
        case failed(String)
    }

    /// The most addresses that are tried where a page links to no feed.
    private static let guessLimit = 6

    /// Adds the feed at an address, or the one that the page there links to.
    ///
    /// - Parameter text: The address as a reader types it: the scheme may be missing.
    package func add(_ text: String, folder: String, for visitor: Visitor) async throws -> Addition {
        guard var url = Self.address(text) else {
            return .failed("“\(text.prefix(100))” isn't a web address. Enter one such as example.org/feed.")
        }
        var reading = await source.read(url)
        if case .failed(let failure) = reading, failure.isUnreachable, let plain = Self.addressWithoutTLS(text) {
            let second = await source.read(plain)
            if case .failed(let failure) = second, failure.isUnreachable {} else { (url, reading) = (plain, second) }
        }
        switch reading {
        case .read(let feed, let digest, let new):
            return try await add(new ?? url, .read(feed, digest: digest, movedTo: nil), folder, visitor)
        case .ended(let reason): return .failed(reason)
        case .failed(let failure):
            guard failure.links.count != 1 else {
                return try await add(link: failure.links[0].url, folder, visitor, failure.reason)
            }
            if !failure.links.isEmpty { return .choices(failure.links) }
            guard failure.isOfPage else { return .failed(failure.reason) }
            for guess in FeedDiscovery.candidates(for: url).prefix(Self.guessLimit) {
                let reading = await source.read(guess, readsPageLinks: false)
                if case .read(let feed, let digest, let new) = reading {
                    return try await add(new ?? guess, .read(feed, digest: digest, movedTo: nil), folder, visitor)
                }
            }
            return .failed(failure.reason)
        }
    }

    private func add(link: URL, _ folder: String, _ visitor: Visitor, _ reason: String) async throws -> Addition {
        switch await source.read(link) {
        case .read(let feed, let digest, let new):
            return try await add(new ?? link, .read(feed, digest: digest, movedTo: nil), folder, visitor)
        case .ended(let reason): return .failed(reason)
        case .failed(let failure): return .failed(failure.reason)
        }
    }

    private func add(
        _ address: URL, _ reading: FeedReading, _ folder: String, _ visitor: Visitor
    ) async throws -> Addition {
        let additions = [FeedStore.Addition(address: address.absoluteString, folder: folder)]
        guard let id = try await store.subscribe(additions, visitor, now: now()).first else {
            return .failed("You have \(store.limits.subscriptions) feeds. Remove one before you add another.")
        }
        // What was read just now is not requested once more.
        for due in try await store.claim(upTo: 1, only: [id], now: now()) {
            let moment = now()
            try await store.record(
                reading, of: due, next: RefreshTimes.next(after: moment, reading, failures: 0), now: moment)
        }
        return .added(id)
    }

    /// Reads an address as readers type it; `nil` if it is none of the web. One without a scheme has https.
    package static func address(_ text: String) -> URL? { address(typed(text), scheme: "https") }

    /// Returns the address with http that a text without a scheme may stand for as well.
    private static func addressWithoutTLS(_ text: String) -> URL? {
        let text = typed(text)
        return text.contains("://") ? nil : address(text, scheme: "http")
    }

    private static func typed(_ text: String) -> String {
        var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        for prefix in ["feed://", "feed:"] where text.lowercased().hasPrefix(prefix) {
            text = String(text.dropFirst(prefix.count))
        }
        return text
    }

    /// A host without a dot is one of a network of one's own, and is read with a scheme alone: other words are typed, too.
    private static func address(_ text: String, scheme: String) -> URL? {
        let hasScheme = text.contains("://")
        guard text.utf8.count <= PageAddress.lengthLimit,
            let url = WebLink.url(from: hasScheme ? text : "\(scheme)://\(text)"), url.user == nil,
            hasScheme || url.host()?.contains(where: { ".:".contains($0) }) == true
        else { return nil }
        return url
    }

    // MARK: - Lists of feeds

    /// How many feeds of a list were added.
    package struct Import: Sendable {
        /// The number of feeds in the list.
        package let count: Int
        /// The number of them that the reader has now; less than all if the reader has as many as allowed.
        package let added: Int
        /// The titles of the entries that have no address.
        package let withoutAddress: [String]
    }

    /// Adds the feeds of a list in the format OPML, each to the folder that it is in.
    ///
    /// - Throws: A ``FeedError`` for a document that is none; ``ParsingThreads/TooSlow``.
    package func add(list: Data, for visitor: Visitor) async throws -> Import {
        let (additions, withoutAddress) = try await source.threads.run {
            let all = FeedOutline(title: nil, outlines: try OPML(from: list).outlines)
            var addresses = Set<String>()
            let additions = all.feeds.compactMap { outline, folders -> FeedStore.Addition? in
                // A feed that is there many times is added once: each addition takes its time in the database.
                guard let address = outline.feed?.absoluteString, addresses.insert(address).inserted else { return nil }
                return FeedStore.Addition(
                    address: address, title: outline.title.map { String($0.prefix(Self.nameLength)) },
                    folder: Self.folder(folders))
            }
            return (additions, all.withoutAddress)
        }
        let numbers = try await store.subscribe(additions, visitor, now: now())
        // A feed that has moved may be there with two addresses.
        let added = Set(numbers).count
        return Import(
            count: additions.count - numbers.count + added, added: added, withoutAddress: withoutAddress)
    }

    /// The longest title of a feed, and about the longest name of a folder, in characters: as forms take them.
    private static let nameLength = 200

    /// What separates the names of folders in each other in the name of the one that stands for them.
    private static let separator = " / "

    /// Returns the name of the folder that stands for some in each other.
    private static func folder(_ titles: [String]) -> String {
        var name = ""
        for title in titles where name.utf8.count < nameLength {
            name += (name.isEmpty ? "" : separator) + title.prefix(nameLength)
        }
        return name
    }

    /// Adds the feeds of the list to begin with.
    ///
    /// - Returns: `nil` if there is none, or it can't be read.
    package func addSamples(for visitor: Visitor) async throws -> Import? {
        guard let samples else { return nil }
        let request = Request<Feeds, Data>(
            .absolute(samples), reading: ResponseReading(accept: "text/x-opml, text/xml") { data, _, _ in data })
        guard let list = try? await source.pages.value(for: request) else { return nil }
        return try await add(list: list, for: visitor)
    }

    /// Returns the feeds of a reader as a list in the format OPML.
    package func list(of visitor: Visitor) async throws -> Data {
        let subscriptions = try await store.subscriptions(of: visitor)
        let entries = subscriptions.map {
            (
                $0.folder.split(separator: Self.separator).map(String.init)[...],
                FeedOutline(title: $0.title, feed: WebLink.url(from: $0.address), homePage: $0.home)
            )
        }
        return OPML(title: "Feeds in Gazette", outlines: Self.outlines(entries)).document
    }

    /// Returns folders in each other, and after them the feeds that are in none of them.
    private static func outlines(_ entries: [(folders: ArraySlice<String>, feed: FeedOutline)]) -> [FeedOutline] {
        var folders: [(name: String, entries: [(folders: ArraySlice<String>, feed: FeedOutline)])] = []
        for (path, feed) in entries {
            guard let name = path.first else { continue }
            if let index = folders.firstIndex(where: { $0.name == name }) {
                folders[index].entries.append((path.dropFirst(), feed))
            } else {
                folders.append((name, [(path.dropFirst(), feed)]))
            }
        }
        return folders.map { FeedOutline(title: $0.name, outlines: outlines($0.entries)) }
            + entries.filter(\.folders.isEmpty).map(\.feed)
    }
}

extension FeedOutline {
    /// The titles of the entries in it that are neither feeds nor folders of any.
    fileprivate var withoutAddress: [String] {
        if outlines.isEmpty { return feed == nil ? title.map { [$0] } ?? [] : [] }
        return outlines.flatMap(\.withoutAddress)
    }
}
