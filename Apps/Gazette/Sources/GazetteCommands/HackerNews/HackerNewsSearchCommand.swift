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
            If the output is not a terminal, it prints one hit a line: title, points, comments, user, date, number, address, with tabs \
            between them.
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

/// A hit as `--json` prints it.
struct HitRecord: Encodable {
    let id: Int
    let title: String
    let url: String
    let comments: Int?
    let points: Int?
    let by: String?
    let time: Date?
    let text: String?
    let kind: String

    init(_ hit: HackerNewsSearch.Hit) {
        id = hit.id
        title = hit.headline
        url = hit.link?.absoluteString ?? "https://news.ycombinator.com/item?id=\(hit.id)"
        comments = hit.commentCount
        points = hit.points
        by = hit.author
        time = hit.createdAt
        text = hit.excerpt
        kind = hit.isComment ? "comment" : "story"
    }
}

extension Results where Record == HitRecord {
    init(_ hits: [HackerNewsSearch.Hit], now: Date, emptyNote: String) {
        records = hits.map(HitRecord.init)
        self.emptyNote = emptyNote
        table = Table(
            columns: [
                .init(title: "TITLE", width: .rest(weight: 6)),
                .init(title: "POINTS", width: .upTo(6)),
                .init(title: "COMMENTS", width: .upTo(8)),
                .init(title: "BY", width: .upTo(14), isDim: true),
                .init(title: "WHEN", width: .upTo(6), isDim: true),
                .init(title: "ID", width: .upTo(9), isDim: true, isEssential: true),
                .init(title: "LINK", width: .rest(weight: 2), isDim: true),
            ],
            rows: records.map { hit in
                [
                    .init(hit.kind == "comment" ? hit.text ?? hit.title : hit.title, link: hit.url),
                    .init(hit.points.map(String.init)), .init(hit.comments.map(String.init)), .init(hit.by),
                    .init(
                        hit.time.map { DateText.exact($0) },
                        shown: hit.time.map { RelativeTime.text(from: $0, to: now) } ?? ""),
                    .init(String(hit.id)),
                    .init(hit.url, shown: String(hit.url.trimmingPrefix("https://")), link: hit.url),
                ]
            })
    }
}
