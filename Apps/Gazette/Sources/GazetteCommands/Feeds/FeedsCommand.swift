import ArgumentParser
import FeedEngine
import Foundation
import ReaderModels

struct FeedsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feeds",
        abstract: "Add, list and read feeds (RSS, Atom, JSON Feed).",
        usage: """
            gazette feeds add https://feeds.example/feeds/night-sky/ --folder Science
            gazette feeds import https://feeds.example/feeds/subscriptions.opml
            gazette feeds refresh
            gazette feeds
            gazette feeds rename "The Night Sky" Sky
            gazette feeds full-text Sky on
            gazette feeds export
            gazette read
            """,
        discussion: """
            To name a feed, use its address, its number in the last list of feeds, or the beginning of its title.

            The feeds are stored on this machine, under XDG_DATA_HOME or ~/.local/share; those of gazette serve are \
            separate. Without keys, the built-in emulator has sites with feeds, listed at https://feeds.example/feeds.
            """,
        subcommands: [
            FeedListCommand.self, FeedAddCommand.self, FeedRemoveCommand.self, FeedRenameCommand.self,
            FeedMoveCommand.self, FeedFullTextCommand.self, FeedRefreshCommand.self, FeedImportCommand.self,
            FeedExportCommand.self, FiltersCommand.self,
        ],
        defaultSubcommand: FeedListCommand.self
    )

    /// What an empty list of feeds leads to.
    static let noFeeds = "You have no feeds. Add one with: gazette feeds add ADDRESS"
}

struct FeedListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the feeds, sorted by folder and title.",
        discussion: """
            If the output isn't a terminal, it prints one feed per line: title, unread items, folder, date of the last \
            refresh, problem and address, separated by tabs. As JSON, each has id, title, url, feed, folder, unread, \
            checked, next, problem, isEnded and wantsText; what is unknown is left out. Commands that change feeds can \
            also print the changed feeds as JSON.
            """)

    @OptionGroup var options: FeedOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await options.with(sendsRequests: false) { feeds in
            let all = try await feeds.subscriptions()
            try Results(all, now: Date(), emptyNote: FeedsCommand.noFeeds).write(output)
            Connection.noteSampleFeeds(all.map(\.address), output)
        }
    }
}

/// A change of feeds, as a command reports it.
struct FeedChange {
    /// A sentence for a person.
    let note: String
    let feeds: [FeedSubscription]

    func write(_ output: OutputOptions) throws {
        if output.json { Output.print(try JSONText.of(feeds.map(FeedRecord.init))) } else { Output.note(note) }
    }
}
