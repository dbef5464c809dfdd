import ArgumentParser
import Foundation
import Freshet
import NewsAPI

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search the articles of the last month.",
        usage: """
            gazette search '"climate change" -sport' --limit 5
            gazette search 'vaccine AND (children OR adults)' --sort relevancy
            gazette search vaccine --from 2026-11-01 --language en --json
            """,
        discussion: """
            The text can contain "phrases", +must, -not, AND, OR, NOT and parentheses. If it is -, it is read from \
            standard input.
            If the output isn't a terminal, it prints one article per line: title, source, date and address, separated \
            by tabs.
            """
    )

    @Argument(help: "The words to search for.")
    var text: String

    @Option(help: "The oldest date, such as 2026-11-01 or 2026-11-01T08:00:00.")
    var from: String?

    @Option(help: "The newest date.")
    var to: String?

    @Option(help: "The two-letter code of a language.", completion: .list(NewsValues.languages))
    var language: String?

    @Option(
        help: "The order: \(names(NewsAPI.SortOrder.self)).",
        completion: .list(NewsAPI.SortOrder.allCases.map(\.rawValue)), transform: choice)
    var sort: NewsAPI.SortOrder?

    @Option(
        name: .customLong("in"),
        help: "Where to search: \(names(NewsAPI.SearchField.self)); can be repeated.",
        completion: .list(NewsAPI.SearchField.allCases.map(\.rawValue)), transform: choice)
    var fields: [NewsAPI.SearchField] = []

    @Option(help: ArgumentHelp("The id of a source; can be repeated.", valueName: "id"))
    var source: [String] = []

    @Option(help: ArgumentHelp("A host to search; can be repeated.", valueName: "host"))
    var domain: [String] = []

    @Option(help: ArgumentHelp("A host to exclude; can be repeated.", valueName: "host"))
    var excludeDomain: [String] = []

    @OptionGroup var list: ListOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try NewsValues.check(language: language)
        try NewsValues.check(date: from, "--from")
        try NewsValues.check(date: to, "--to")
    }

    func run() async throws {
        let query = try query()
        var search = NewsAPI.Search(query)
        search.from = from
        search.to = to
        search.language = language.map(NewsAPI.Language.init(rawValue:))
        search.sortBy = sort
        search.searchIn = fields
        search.sources = source
        search.domains = domain
        search.excludedDomains = excludeDomain

        try await Connection.with(service, output, for: [.news]) { connection in
            let client = connection.news
            let collector = ArticleCollector(client: client) { .everything(search, pageSize: $0, page: $1) }
            let found = try await Output.withProgress("Searching…") {
                try await collector.articles(page: list.page, limit: list.limit)
            }
            let note = NoResults.note(
                "No article", matching: query, page: list.page, advice: "Try fewer words or different ones",
                options: narrowingOptions)
            try Results(found.elements, now: Date(), emptyNote: note).write(output)
            found.printNote()
        }
    }

    /// The given options that leave articles out.
    private var narrowingOptions: [String?] {
        [
            from.map { _ in "--from" }, to.map { _ in "--to" }, language.map { _ in "--language" },
            fields.isEmpty ? nil : "--in", source.isEmpty ? nil : "--source", domain.isEmpty ? nil : "--domain",
            excludeDomain.isEmpty ? nil : "--exclude-domain",
        ]
    }

    private func query() throws -> String {
        guard text == "-" else { return text }
        guard !Console.current.isInputTyped else {
            throw ValidationError("Type the text to search for, or pipe it in.")
        }
        return Console.current.readLine() ?? ""
    }

    private static func names<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) -> String
    where Choice.RawValue == String {
        Choice.allCases.map(\.rawValue).joined(separator: ", ")
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(_ text: String) throws -> Choice
    where Choice.RawValue == String {
        guard let choice = Choice(rawValue: text) else {
            throw ValidationError("Choose one of: \(names(Choice.self)).")
        }
        return choice
    }
}
