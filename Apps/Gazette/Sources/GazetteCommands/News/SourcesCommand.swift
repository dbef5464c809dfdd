import ArgumentParser
import Foundation
import Freshet
import NewsAPI

struct SourcesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources",
        abstract: "List the news sources.",
        usage: """
            gazette sources --filter times
            gazette sources --language de --json
            """,
        discussion: """
            If the output isn't a terminal, it prints one source per line: name, id, category, language, country and \
            address, separated by tabs.
            """
    )

    @Option(
        help: "One of: \(NewsValues.categories.joined(separator: ", ")).", completion: .list(NewsValues.categories))
    var category: String?

    @Option(help: "The two-letter code of a language.", completion: .list(NewsValues.languages))
    var language: String?

    @Option(help: "The two-letter code of a country.", completion: .list(NewsValues.countries))
    var country: String?

    @Option(help: "Print only the sources whose name contains this text.")
    var filter: String?

    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try NewsValues.check(category: category, country: country, language: language)
    }

    func run() async throws {
        try await Connection.with(service, output, for: [.news]) { connection in
            let list = try await Output.withProgress("Fetching sources…") {
                try await connection.news.value(
                    for: .sources(
                        category: category.map(NewsAPI.Category.init(rawValue:)),
                        language: language.map(NewsAPI.Language.init(rawValue:)),
                        country: country.map(NewsAPI.Country.init(rawValue:))))
            }
            let sources = list.sources.filter { source in
                guard let filter, !filter.isEmpty else { return true }
                return source.name?.range(of: filter, options: .caseInsensitive) != nil
            }
            try Results(sources, emptyNote: emptyNote).write(output)
        }
    }

    private var emptyNote: String {
        let given = [
            category.map { _ in "--category" }, language.map { _ in "--language" }, country.map { _ in "--country" },
        ]
        return NoResults.note("No source", matching: filter, advice: "Try fewer letters", options: given)
    }
}

/// A source as `--json` prints it; `title` repeats the name, since every record of every command has a title.
struct SourceRecord: Encodable {
    let id: String?
    let name: String?
    let title: String?
    let description: String?
    let url: String?
    let category: String?
    let language: String?
    let country: String?
}

extension Results where Record == SourceRecord {
    init(_ sources: [NewsAPI.Source], emptyNote: String) {
        self.emptyNote = emptyNote
        records = sources.map { source in
            SourceRecord(
                id: source.sourceID, name: source.name, title: source.name, description: source.summary,
                url: source.link?.absoluteString, category: source.category?.rawValue,
                language: source.language?.rawValue, country: source.country?.rawValue)
        }
        table = Table(
            columns: [
                .init(title: "NAME", width: .rest(weight: 3)),
                .init(title: "ID", width: .rest(weight: 3), isDim: true, isEssential: true),
                .init(title: "CATEGORY", width: .upTo(13)),
                .init(title: "LANG", width: .upTo(4)),
                .init(title: "COUNTRY", width: .upTo(7)),
                .init(title: "LINK", width: .rest(weight: 4), isDim: true),
            ],
            rows: sources.map { source in
                let link = source.link?.absoluteString
                return [
                    .init(source.name, link: link), .init(source.sourceID), .init(source.category?.rawValue),
                    .init(source.language?.rawValue), .init(source.country?.rawValue), .init(link, link: link),
                ]
            })
    }
}
