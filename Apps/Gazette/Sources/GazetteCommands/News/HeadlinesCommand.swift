import ArgumentParser
import Foundation
import Freshet
import NewsAPI

struct HeadlinesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "headlines",
        abstract: "Print the headlines of a country, a subject or some sources.",
        usage: """
            gazette headlines
            gazette headlines --category science --limit 5
            gazette headlines --source harbour-times --json
            """,
        discussion:
            "If the output isn't a terminal, it prints one headline per line: title, source, date and address, separated by tabs."
    )

    @Option(
        help: "The two-letter code of a country (default: your locale's, unless another option narrows the list).",
        completion: .list(NewsValues.countries))
    var country: String?

    @Option(
        help: "One of: \(NewsValues.categories.joined(separator: ", ")).", completion: .list(NewsValues.categories))
    var category: String?

    @Option(name: .shortAndLong, help: "Words that the headlines must contain.")
    var query: String?

    @Option(help: ArgumentHelp("The id of a source; can be repeated.", valueName: "id"))
    var source: [String] = []

    @Option(help: "The two-letter code of a language.", completion: .list(NewsValues.languages))
    var language: String?

    @OptionGroup var list: ListOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !source.isEmpty, country != nil || category != nil {
            throw ValidationError("--source can't be combined with --country or --category.")
        }
        try NewsValues.check(category: category, country: country, language: language)
    }

    func run() async throws {
        try await Connection.with(service, output, for: [.news]) { connection in
            let collector = ArticleCollector(client: connection.news) { size, page in
                request(size: size, page: page, default: connection.country)
            }
            let found = try await Output.withProgress("Fetching headlines…") {
                try await collector.articles(page: list.page, limit: list.limit)
            }
            try Results(found.elements, now: Date(), emptyNote: emptyNote).write(output)
            found.printNote()
        }
    }

    private var emptyNote: String {
        let given = [
            category.map { _ in "--category" }, country.map { _ in "--country" }, language.map { _ in "--language" },
            source.isEmpty ? nil : "--source",
        ]
        return NoResults.note(
            "No headline", matching: query, page: list.page, advice: "Try fewer words",
            options: query == nil && given.allSatisfy { $0 == nil } ? ["--country"] : given)
    }

    private func request(
        size: Int, page: Int, default defaultCountry: NewsAPI.Country
    ) -> Request<NewsAPI, NewsAPI.ArticlePage> {
        let category = category.map(NewsAPI.Category.init(rawValue:))
        let language = language.map(NewsAPI.Language.init(rawValue:))
        if !source.isEmpty {
            return .topHeadlines(sources: source, query: query, language: language, pageSize: size, page: page)
        }
        if country == nil, query != nil || language != nil {
            if let category {
                return .topHeadlines(category: category, query: query, language: language, pageSize: size, page: page)
            }
            if let query { return .topHeadlines(query: query, language: language, pageSize: size, page: page) }
            if let language { return .topHeadlines(language: language, pageSize: size, page: page) }
        }
        let country = country.map(NewsAPI.Country.init(rawValue:)) ?? defaultCountry
        return .topHeadlines(
            country: country, category: category, query: query, language: language, pageSize: size, page: page)
    }
}
