import ArgumentParser
import FeedEngine
import Foundation
import ReaderModels

struct ReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "List the feeds' unread items, or print one item.",
        usage: """
            gazette read
            gazette read 1
            gazette read 2 --full
            gazette read --folder Science --all -n 50
            gazette read --search "low tide"
            gazette read --mark-read
            gazette open 1
            """,
        discussion: """
            To name an item, use its number in the last list, or its id. Printing it marks it as read. --full fetches \
            the item's page, and prints its text.

            If the output isn't a terminal, a list has one item per line: title, feed, date, state, id and address, \
            separated by tabs. For a single item, each line has a name and a value: title, feed, author, date and \
            link, then the text with one line per paragraph, and the addresses of its links.

            As JSON, the items of a list have id, title, url, source, author, date, summary, picture, isUnread, \
            isFresh and isHighlighted. A single item also has text, links, isFull, notice, comments and files, but not \
            summary, isUnread, isFresh and isHighlighted. What is unknown is left out.
            """)

    @Argument(help: "An item's number in the last list, or its id.")
    var item: String?

    @Option(help: "List the feeds of this folder.")
    var folder: String?

    @Option(help: "List this feed: the beginning of its title, its number in the last list of feeds, or its address.")
    var feed: String?

    @Flag(help: "Also list read items.")
    var all = false

    @Flag(help: "List the items since your last visit, which was at least half an hour ago.")
    var fresh = false

    @Option(help: "List the items that contain these words, read or unread.")
    var search: String?

    @Option(name: [.customShort("n"), .customLong("limit")], help: "List at most this many.")
    var limit = 20

    @Flag(help: "Refresh the feeds that are due first.")
    var refresh = false

    @Flag(help: "Mark the listed items as read.")
    var markRead = false

    @Flag(help: "Print the text of the item's page instead of the text in the feed.")
    var full = false

    @OptionGroup var options: FeedOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("The value of --limit must be at least 1.") }
        if all, fresh { throw ValidationError("--all can't be combined with --fresh.") }
        if folder != nil, feed != nil { throw ValidationError("--folder can't be combined with --feed.") }
        let isList = folder != nil || feed != nil || all || fresh || search != nil || refresh || markRead
        if item != nil, isList { throw ValidationError("An item can't be combined with list options.") }
        if item == nil, full { throw ValidationError("--full needs an item, for example: gazette read 1 --full") }
    }

    func run() async throws {
        if let item {
            let id = try Self.id(of: item, LastList.load())
            try await options.with(sendsRequests: true) { try await printItem(id, $0) }
        } else {
            if refresh { try options.needRequests() }
            try await options.with(sendsRequests: refresh) { try await printList($0) }
        }
    }

    // MARK: - A list

    private func printList(_ feeds: StoredFeeds) async throws {
        var all = try await feeds.subscriptions()
        if refresh, !all.isEmpty {
            let result = try await FeedRefresh.run(feeds, only: nil, before: all)
            for text in result.read.compactMap({ $0.failureText(now: Date()) }) { Output.note(text) }
            all = try await feeds.subscriptions()
        }
        let query = try query(all)
        let items = try await feeds.items(query)
        let now = Date()
        try Results(items, now: now, emptyNote: emptyNote(all, now)).write(output)
        if markRead {
            let unread = items.filter(\.isUnread).map(\.id)
            try await feeds.mark(unread, isRead: true)
            if output.isForReading, !unread.isEmpty { Output.note("\(CountText.items(unread.count)) marked as read.") }
        }
        if !items.isEmpty, output.isForReading, let note = Self.dueNote(all, now) { Output.note(note, .dim) }
        let shown = Set(items.map(\.feed))
        Connection.noteSampleFeeds(all.filter { shown.contains($0.id) }.map(\.address), output)
    }

    private func query(_ all: [FeedSubscription]) throws -> ItemQuery {
        var query = ItemQuery()
        if let folder { query.scope = .folder(try FeedChoice.folder(folder, in: all)) }
        if let feed { query.scope = .feed(try FeedChoice.feed(feed, in: all, LastList.load()).id) }
        query.selection = self.all ? .all : fresh ? .fresh : .unread
        query.words = search
        query.limit = limit
        return query
    }

    private func emptyNote(_ feeds: [FeedSubscription], _ now: Date) -> String {
        if feeds.isEmpty { return FeedsCommand.noFeeds }
        let options = [folder.map { _ in "--folder" }, feed.map { _ in "--feed" }, fresh ? "--fresh" : nil]
        if let search {
            return NoResults.note("No item", matching: search, advice: "Try fewer words", options: options)
        }
        let kind = all ? "items" : fresh ? "new items since your last visit" : "unread items"
        let text = "There are no \(kind)."
        return "\(text) \(Self.dueNote(feeds, now) ?? "To include read items, use: gazette read --all")"
    }

    /// How many feeds are due; `nil` for none.
    private static func dueNote(_ feeds: [FeedSubscription], _ now: Date) -> String? {
        let count = feeds.count(where: { !$0.isEnded && $0.next <= now })
        guard count > 0 else { return nil }
        return "\(CountText.feeds(count)) \(count == 1 ? "is" : "are") due. Refresh them with: gazette feeds refresh"
    }

    // MARK: - An item

    /// Returns the id of the item with a number of the last list, or with an id.
    static func id(of text: String, _ list: LastList?) throws(Failure) -> Int {
        guard let number = Int(text), number > 0 else {
            throw Failure(
                .usage, "“\(TerminalText.field(text))” isn't an item's number. List the items with: gazette read")
        }
        guard number <= LastList.limit else { return number }
        guard let entries = list?.entries, entries.contains(where: { $0.item != nil }) else {
            throw Failure(.usage, "The last list isn't a list of feed items. Print one with: gazette read")
        }
        guard entries.indices.contains(number - 1), let id = entries[number - 1].item else {
            throw Failure(.usage, "The last list has \(CountText.items(entries.count)). Choose a number up to that.")
        }
        return id
    }

    private func printItem(_ id: Int, _ feeds: StoredFeeds) async throws {
        guard let item = try await feeds.item(id)?.full else {
            throw Failure(.usage, "There is no item \(id), or it is no longer stored. List items with: gazette read")
        }
        let article: KeptArticle?
        if full || item.wantsText, !options.offline, let link = item.item.link {
            article = try await Output.withProgress("Reading the page…") { try await feeds.article(at: link) }
            try Task.checkCancellation()
        } else {
            article = nil
        }
        var text = FeedItemText(item, html: await feeds.html(of: item, article), article)
        if full, article == nil {
            text.notice =
                options.offline ? "This is the text from the feed. --offline sends no requests." : FeedTexts.noPage
        }
        try await feeds.mark([id], isRead: true)
        try text.write(output)
        let address = try await feeds.subscriptions().first { $0.id == item.item.feed }?.address
        Connection.noteSampleFeeds([address].compactMap(\.self), output)
    }
}
