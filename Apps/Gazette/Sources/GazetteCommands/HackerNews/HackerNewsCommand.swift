import ArgumentParser
import Foundation
import Freshet
import HackerNews

struct HackerNewsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hn",
        abstract: "Read Hacker News.",
        usage: """
            gazette hn top --limit 10
            gazette hn item ID --depth 2
            gazette hn search "sqlite wal" --json
            """,
        subcommands: [
            StoryListCommand<TopStories>.self, StoryListCommand<NewStories>.self, StoryListCommand<BestStories>.self,
            StoryListCommand<AskStories>.self, StoryListCommand<ShowStories>.self, StoryListCommand<JobStories>.self,
            ItemCommand.self, UserCommand.self, HackerNewsSearchCommand.self, WatchCommand.self,
        ],
        defaultSubcommand: StoryListCommand<TopStories>.self
    )
}

/// The list that a command prints.
protocol StoryListName: Sendable {
    static var list: HackerNews.StoryList { get }
}

enum TopStories: StoryListName { static let list = HackerNews.StoryList.top }
enum NewStories: StoryListName { static let list = HackerNews.StoryList.new }
enum BestStories: StoryListName { static let list = HackerNews.StoryList.best }
enum AskStories: StoryListName { static let list = HackerNews.StoryList.ask }
enum ShowStories: StoryListName { static let list = HackerNews.StoryList.show }
enum JobStories: StoryListName { static let list = HackerNews.StoryList.jobs }

struct StoryListCommand<Name: StoryListName>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Name.list.rawValue,
            abstract: "Print the list \(Name.list.title).",
            discussion: """
                If the output isn't a terminal, it prints one story per line: title, points, comments, user, date, \
                number and address, separated by tabs.
                """)
    }

    @OptionGroup var list: ListOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await Connection.with(service, output, for: [.hackerNews]) { connection in
            let page = try await Output.withProgress("Fetching the list…") { line in
                let client = connection.hackerNews
                let ids = try await client.value(for: .list(Name.list))
                let collector = StoryCollector(client) { line.show("Fetching stories… \($0) of \($1)") }
                return try await collector.page(list.page, limit: list.limit, of: ids)
            }
            // If every story failed, the command fails instead of printing an empty list.
            if page.stories.isEmpty, let failure = page.failures.first { throw failure.value }
            try Results(page.stories, now: Date(), emptyNote: "This page has no stories. Try a lower --page.")
                .write(output)
            if let note = MissingStories.note(of: page.ids, failures: page.failures) { Output.note(note) }
        }
    }
}

/// The note on stories of a list that could not be fetched.
enum MissingStories {
    /// The number of missing items, their ids, and the error of the first; `nil` if none is missing.
    static func note(of wanted: [Int], failures: [Int: FetchError]) -> String? {
        let missing = wanted.filter { failures[$0] != nil }
        guard let first = missing.first.flatMap({ failures[$0] }) else { return nil }
        let numbers = missing.map(String.init).joined(separator: ", ")
        return """
            \(missing.count) of \(wanted.count) stories could not be fetched: \(numbers). \(first.errorDescription ?? "")
            Try again, or read one by its number: gazette hn item \(missing[0])
            """
    }
}
