import ArgumentParser
import FeedEngine
import Foundation
import ReaderModels

struct FeedAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add the feed at an address, or the feed that the page there links to.",
        discussion: """
            If the page links to several feeds, nothing is added. Their addresses are listed (as JSON with --json), \
            and the exit code is 64.
            """)

    @Argument(help: "The address of a feed or a page, such as example.org.")
    var address: String

    @Option(help: "The folder to put it in.")
    var folder: String?

    @OptionGroup var options: FeedOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let shown = TerminalText.field(address)
        guard StoredFeeds.isAddress(address) else {
            throw Failure(.usage, "“\(shown)” isn't a web address. Enter one such as example.org/feed.")
        }
        try options.needRequests()
        try await options.with(sendsRequests: true) { feeds in
            let known = Set(try await feeds.subscriptions().map(\.id))
            let addition = try await Output.withProgress("Reading \(shown)…") {
                try await feeds.add(address, folder: folder ?? "")
            }
            try Task.checkCancellation()
            switch addition {
            case .added(let feed): try change(feed, isNew: !known.contains(feed.id)).write(output)
            case .choices(let choices): throw try failure(choices)
            case .failed(let reason): throw Failure(.unavailable, TerminalText.clean(reason))
            }
        }
    }

    private func change(_ feed: FeedSubscription, isNew: Bool) -> FeedChange {
        let title = TerminalText.field(feed.title)
        let note =
            isNew
            ? "Added: \(title), \(feed.unread) unread. Read it with: gazette read"
            : "You already have this feed: \(title)."
        return FeedChange(note: note, feeds: [feed])
    }

    /// A feed that can be chosen, as `--json` prints it.
    private struct Choice: Encodable {
        let title: String
        let url: String
    }

    private func failure(_ choices: [FeedAddition.Choice]) throws -> Failure {
        if output.json {
            Output.print(try JSONText.of(choices.map { Choice(title: $0.title ?? $0.address, url: $0.address) }))
        }
        let lines = choices.map { choice in
            let title = choice.title.map { "  \(TerminalText.field($0))" } ?? ""
            return "  gazette feeds add \(TerminalText.field(choice.address))\(title)"
        }
        return Failure(
            .usage,
            "This page links to \(CountText.feeds(choices.count)). Add one of them by its address:\n"
                + lines.joined(separator: "\n"))
    }
}
