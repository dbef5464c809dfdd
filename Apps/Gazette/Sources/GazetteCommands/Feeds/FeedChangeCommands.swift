import ArgumentParser
import FeedEngine
import Foundation
import ReaderModels

/// The feed that a command is about.
struct FeedArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The beginning of a title, a number from the list, or an address.", valueName: "feed"))
    var feed: String

    func choose(_ feeds: StoredFeeds) async throws -> FeedSubscription {
        try FeedChoice.feed(feed, in: try await feeds.subscriptions(), LastList.load())
    }
}

struct FeedRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a feed and what is stored about it.")

    @OptionGroup var argument: FeedArgument
    @OptionGroup var options: FeedOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await options.with(sendsRequests: false) { feeds in
            let feed = try await argument.choose(feeds)
            try await feeds.remove(feed.id)
            let note = "Removed: \(TerminalText.field(feed.title)), \(TerminalText.field(feed.address))"
            try FeedChange(note: note, feeds: [feed]).write(output)
        }
    }
}

struct FeedRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Give a feed another title.")

    @OptionGroup var argument: FeedArgument

    @Argument(help: "The title; “” for the site's own.")
    var title: String

    @OptionGroup var options: FeedOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await options.with(sendsRequests: false) { feeds in
            let feed = try await argument.choose(feeds)
            try await feeds.change(feed.id, title: title.trimmingCharacters(in: .whitespacesAndNewlines))
            let changed = try await feeds.subscriptions().filter { $0.id == feed.id }
            let new = TerminalText.field(changed.first?.title ?? title)
            try FeedChange(note: "Renamed: \(TerminalText.field(feed.title)) is now \(new).", feeds: changed)
                .write(output)
        }
    }
}

struct FeedMoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a feed to a folder, which is created if necessary.")

    @OptionGroup var argument: FeedArgument

    @Argument(help: "The folder; “” for none.")
    var folder: String

    @OptionGroup var options: FeedOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await options.with(sendsRequests: false) { feeds in
            let feed = try await argument.choose(feeds)
            let folder = folder.trimmingCharacters(in: .whitespacesAndNewlines)
            try await feeds.change(feed.id, folder: folder)
            let changed = try await feeds.subscriptions().filter { $0.id == feed.id }
            let place = folder.isEmpty ? "no folder" : "the folder \(TerminalText.field(folder))"
            try FeedChange(note: "Moved: \(TerminalText.field(feed.title)) is now in \(place).", feeds: changed)
                .write(output)
        }
    }
}

struct FeedFullTextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "full-text", abstract: "Choose whether a feed's items get the full text from their pages.",
        discussion: """
            With “on”, each new item's page is fetched and stored when the feed is refreshed, and gazette read prints \
            its text as with --full, unless the site's robots.txt forbids it.
            """)

    /// What becomes of the full texts, as it is typed.
    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    @OptionGroup var argument: FeedArgument

    @Argument(help: "Whether to fetch the pages.")
    var choice: Choice

    @OptionGroup var options: FeedOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await options.with(sendsRequests: false) { feeds in
            let feed = try await argument.choose(feeds)
            try await feeds.change(feed.id, wantsText: choice == .on)
            let changed = try await feeds.subscriptions().filter { $0.id == feed.id }
            let source = choice == .on ? "their pages" : "the feed"
            let note = "Changed: Items of \(TerminalText.field(feed.title)) now have the text from \(source)."
            try FeedChange(note: note, feeds: changed).write(output)
        }
    }
}
