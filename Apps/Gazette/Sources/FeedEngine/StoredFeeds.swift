import Feeds
package import Foundation
import Freshet
package import Hosts
import Logging
package import ReaderModels
package import ReaderStorage

/// The feeds of one reader in a database: of a visitor of the web, or of the one reader of a terminal or an app.
///
/// Its methods throw the errors of the database.
package struct StoredFeeds: ReaderFeeds {
    /// The folder can't be used, with the reason.
    package struct Failure: Error, CustomStringConvertible {
        /// The reason, for developers.
        package let description: String
    }

    /// What has become of a filter that the reader has typed.
    package enum FilterAddition: Sendable {
        /// The filter was added, and has acted on the latest items.
        case added(FeedFilter)
        /// The reason as a sentence.
        case failed(String)
    }

    /// What a request for a list of feeds has led to.
    package enum Download: Sendable {
        /// The list.
        case read(Data)
        /// The reason as a sentence.
        case failed(String)
    }

    /// Returns HTML of a feed or a page as clean HTML; `nil` if that takes too long.
    package typealias Cleaner = @Sendable (_ html: String, _ base: URL?) async -> String?

    /// How many chosen feeds are read before the progress is reported.
    private static let groupSize = 12

    private let library: FeedLibrary
    private let reader: Visitor
    private let now: @Sendable () -> Date
    private let apply: @Sendable (Marks.Change) async throws -> Void
    private let clean: Cleaner

    /// - Parameters:
    ///   - apply: Makes a change of the reader's marks; `nil` to write it.
    ///   - clean: What cleans texts; `nil` for pictures with their own addresses.
    package init(
        _ library: FeedLibrary, of reader: Visitor, now: @escaping @Sendable () -> Date,
        apply: (@Sendable (Marks.Change) async throws -> Void)? = nil, clean: Cleaner? = nil
    ) {
        self.library = library
        self.reader = reader
        self.now = now
        self.apply = apply ?? { try await library.store.mark($0, of: reader) }
        self.clean = clean ?? { SafeHTML(base: $1).cleaned($0) }
    }

    /// Opens the feeds in a folder, which is made if it is missing.
    package init(
        _ folder: DataFolder, from source: FeedSource, pictures: PictureSource,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(Failure) {
        // The reader of a terminal need not come to have feeds.
        var limits = FeedStore.Limits()
        limits.absence = .infinity
        do {
            let library = FeedLibrary(
                try SQLiteDatabase(folder: folder), source, pictures, limits: limits,
                logger: Logger(label: "feeds") { _ in SwiftLogNoOpLogHandler() }, now: now)
            // The reader of a folder has no cookie.
            self.init(library, of: Visitor(id: Data("gazette terminal".utf8)), now: now)
        } catch {
            throw Failure(description: FileProblem.text(error))
        }
    }

    /// Whether a text is an address of the web as readers type it: the scheme may be missing.
    package static func isAddress(_ text: String) -> Bool { FeedLibrary.address(text) != nil }

    /// Returns the feeds, by folder and title.
    package func subscriptions() async throws -> [FeedSubscription] {
        try await library.store.subscriptions(of: reader)
    }

    /// Adds the feed at an address, or the one that the page there links to.
    ///
    /// - Parameters:
    ///   - text: The address, whose scheme may be missing.
    ///   - folder: The folder; empty for none.
    package func add(_ text: String, folder: String = "") async throws -> FeedAddition {
        switch try await library.add(text, folder: folder, for: reader) {
        case .added(let id):
            guard let added = try await subscriptions().first(where: { $0.id == id }) else {
                return .failed("The feed has moved to one that you already have.")
            }
            return .added(added)
        case .choices(let links):
            return .choices(links.map { .init(address: $0.url.absoluteString, title: $0.title) })
        case .failed(let reason): return .failed(reason)
        }
    }

    /// Removes a feed.
    package func remove(_ feed: Int) async throws { try await library.store.unsubscribe([feed], reader) }

    /// Changes a feed; `nil` leaves a part as it is.
    package func change(
        _ feed: Int, title: String? = nil, folder: String? = nil, wantsText: Bool? = nil
    ) async throws {
        _ = try await library.store.change(feed, of: reader, title: title, folder: folder, wantsText: wantsText)
    }

    /// Adds the feeds of a list in the format OPML.
    ///
    /// - Returns: `nil` for a document that is none, or that takes too long to read.
    package func add(list: Data) async throws -> FeedLibrary.Import? {
        do {
            return try await library.add(list: list, for: reader)
        } catch is FeedError {
            return nil
        } catch is ParsingThreads.TooSlow {
            return nil
        }
    }

    /// Requests the list of feeds at an address.
    ///
    /// - Parameter text: The address, whose scheme may be missing.
    package func download(_ text: String) async -> Download {
        guard let url = FeedLibrary.address(text) else { return .failed("This isn't a web address.") }
        let request = Request<Feeds, Data>(
            .absolute(url.absoluteString),
            reading: ResponseReading(accept: "text/x-opml, text/xml, */*;q=0.5", accepts: { _ in true }) { list, _ in
                list.value
            })
        do throws(FetchError) { return .read(try await library.source.pages.value(for: request)) } catch {
            return .failed(FeedSource.reason(of: error))
        }
    }

    /// Returns the feeds as a list in the format OPML.
    package func list() async throws -> Data { try await library.list(of: reader) }

    /// Reads feeds.
    ///
    /// - Parameters:
    ///   - feeds: The feeds to read although they are not due; `nil` for those that are due.
    ///   - onProgress: Receives how many have been read so far, after each group of them.
    /// - Returns: How many were read. A feed that another process reads at the moment counts, too.
    @discardableResult
    package func refresh(
        only feeds: [Int]? = nil, onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> Int {
        guard let feeds else { return try await library.refresher.refresh(onProgress: onProgress) }
        var count = 0
        while count < feeds.count, !Task.isCancelled {
            let group = feeds.dropFirst(count).prefix(Self.groupSize)
            try await library.refresher.refresh(only: Array(group))
            count += group.count
            onProgress(count)
        }
        return count
    }

    package func contents(_ query: ItemQuery?, isVisit: Bool) async throws -> FeedContents {
        let date = now()
        // A database that can only be read still shows the items.
        let since = isVisit && query != nil ? try? await library.store.visit(reader, now: date) : nil
        let subscriptions = try await subscriptions()
        guard let query else { return FeedContents(subscriptions, at: date) }
        return FeedContents(
            subscriptions, try await library.store.items(query, of: reader, since: since, subscriptions), at: date)
    }

    /// Returns the items of a list, the newest first.
    package func items(_ query: ItemQuery) async throws -> [ListedItem] {
        try await contents(query, isVisit: true).items
    }

    package func marked(_ items: [ListedItem], _ subscriptions: [FeedSubscription]) -> [ListedItem] {
        UnwrittenReads(library.store.unwritten(reader)).applied(to: items, subscriptions)
    }

    package func item(_ id: Int, in query: ItemQuery? = nil) async throws -> OpenItem? {
        let (store, subscriptions) = (library.store, try await subscriptions())
        guard let item = try await store.item(id, of: reader, since: nil, subscriptions) else { return nil }
        var opened = OpenItem(item, position: try? await position(of: id))
        if let query {
            (opened.newer, opened.older) = try await store.neighbours(
                of: id, in: query, of: reader, since: nil, subscriptions)
        }
        return opened
    }

    package func html(of item: FullItem, _ article: KeptArticle? = nil) async -> String? {
        if let html = article?.html { return await clean(html, item.item.link) }
        return await clean(item.content ?? "", item.base)
    }

    /// Returns the full text of a page, from the store or from the site.
    package func article(at url: URL) async throws -> KeptArticle { try await library.keeper.article(at: url) }

    /// Marks items as read or unread.
    package func mark(_ items: [Int], isRead: Bool) async throws {
        let keys = items.map { Entry.Key(.feeds, String($0)) }
        try await apply(isRead ? .read(keys) : .unread(keys))
    }

    /// Marks the items of some feeds as read, from the newest one down to an item; `nil` for all.
    package func markAll(in scope: ItemQuery.Scope, downTo last: Int? = nil, asOf date: Date) async throws {
        try await apply(.readAll(scope, downTo: last ?? 0, date))
    }

    private func position(of id: Int) async throws -> Double? {
        let unwritten = library.store.unwritten(reader)
        return try await library.store.database.transaction { [reader] runner in
            try PositionTable.position(in: Entry.Key(.feeds, String(id)), of: reader, after: unwritten, runner)
        }
    }

    /// Stores where the reader has left an item. One that was read to its end opens at its beginning.
    package func setPosition(_ part: Double, of id: Int) async throws {
        let now = now()
        try await library.store.database.transaction { [reader] runner in
            try PositionTable.write(.position(Entry.Key(.feeds, String(id)), part), now, of: reader, runner)
        }
    }

    /// Replaces the set of saved items, which stay stored although their feeds have newer ones or are removed.
    package func replaceSaved(_ items: Set<Int>) async throws {
        try await library.store.replaceSaved(items, of: reader, now: now())
    }

    /// Returns the filters.
    package func filters() async throws -> [FeedFilter] { try await library.store.filters(of: reader) }

    /// Adds a filter, which acts on the latest items at once.
    package func addFilter(
        _ action: FeedFilter.Action, _ part: FeedFilter.Part, _ words: String
    ) async throws -> FilterAddition {
        guard let filter = FeedFilter(part: part, action: action, words: words) else {
            return .failed("A filter needs a text of up to 200 bytes that contains letters or digits.")
        }
        guard try await library.store.add(filter, of: reader) else {
            return .failed("You have \(library.store.limits.filters) filters. Remove one before you add another.")
        }
        return .added(filter)
    }

    /// Removes a filter. What it has hidden is shown again, as read.
    package func removeFilter(_ id: Int) async throws { try await library.store.removeFilter(id, of: reader) }
}
