import ArgumentParser
import Foundation
import Freshet
import HackerNews
import ReaderModels

struct HackerNewsSearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search stories and comments.",
        discussion: """
            If the output isn't a terminal, it prints one hit per line: title, points, comments, user, date, number \
            and address, separated by tabs.
            """
    )

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case story, comment, ask, show, job, poll, all

        var tags: [HackerNewsSearch.Tag] {
            switch self {
            case .story: [.story]
            case .comment: [.comment]
            case .ask: [.ask]
            case .show: [.show]
            case .job: [.job]
            case .poll: [.poll]
            case .all: []
            }
        }
    }

    enum Order: String, ExpressibleByArgument, CaseIterable {
        case relevance, date
    }

    @Argument(help: "Words to search for.")
    var text: [String]

    @Option(help: "What to search: story, comment, ask, show, job, poll or all.")
    var kind = Kind.story

    @Option(help: "The order: relevance or date.")
    var sort = Order.relevance

    @Option(help: "Only items by this user.")
    var author: String?

    @Option(name: .customLong("min-points"), help: "Only items with at least this many points.")
    var minimumPoints: Int?

    @OptionGroup var list: ListOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if list.limit > HackerNewsSearch.maximumHits {
            throw ValidationError("The value of --limit must be at most \(HackerNewsSearch.maximumHits).")
        }
    }

    func run() async throws {
        try await Connection.with(service, output, for: [.hackerNewsSearch]) { connection in
            let query = text.joined(separator: " ")
            var search = HackerNewsSearch.Search(query, tags: kind.tags)
            search.order = sort == .date ? .date : .relevance
            if let author { search.tags.append(.author(author)) }
            if let minimumPoints { search.filters.append(.init(.points, .atLeast, minimumPoints)) }
            let page = try await Output.withProgress("Searching…") {
                try await connection.hackerNewsSearch.value(
                    for: .search(search, page: list.page - 1, hitsPerPage: list.limit))
            }
            let options = [author.map { _ in "--author" }, minimumPoints.map { _ in "--min-points" }]
            let note = NoResults.note(
                "Nothing", matching: query, page: list.page, advice: "Try fewer words, or another --kind",
                options: options)
            try Results(page.hits, now: Date(), emptyNote: note).write(output)
        }
    }
}
