import Foundation
import Freshet
import HackerNews
import NewsAPI
import ReaderModels
import TMDb
import TheMealDB

/// The first elements of every section.
struct Overview {
    /// An element as `--json` prints it.
    struct Record: Encodable {
        let section: String
        let title: String
        let facts: String
        let url: String?

        /// The element as one line with tabs.
        var line: String {
            [section, title, facts, url ?? ""].map(TerminalText.field).joined(separator: "\t")
        }
    }

    /// A section with its first elements, or the reason why there are none.
    struct Section {
        let title: String
        /// The command that prints all of it.
        let command: String
        let content: Result<[Record], FetchError>
    }

    /// The number of elements of a section.
    static let count = 3

    let sections: [Section]

    var records: [Record] { sections.flatMap { (try? $0.content.get()) ?? [] } }

    var isEmpty: Bool { records.isEmpty }

    var failures: [(section: String, error: FetchError)] {
        sections.compactMap { section in
            if case .failure(let error) = section.content { (section.title, error) } else { nil }
        }
    }

    // MARK: - Fetching

    /// Fetches the sections concurrently; a failure affects its own section only.
    static func fetch(_ connection: Connection, now: Date) async -> Overview {
        async let news = headlines(connection.news, of: connection.country, now: now)
        async let stories = stories(connection.hackerNews, now: now)
        async let movies = movies(connection.movies)
        async let meals = meals(connection.meals, now: now)
        return await Overview(sections: [
            .init(title: "News", command: "gazette headlines", content: news),
            .init(title: "Hacker News", command: "gazette hn", content: stories),
            .init(title: "Movies", command: "gazette movies", content: movies),
            .init(title: "Meals", command: "gazette meals", content: meals),
        ])
    }

    private static func headlines(
        _ client: Client<NewsAPI>, of country: NewsAPI.Country, now: Date
    ) async -> Result<[Record], FetchError> {
        do throws(FetchError) {
            let collector = ArticleCollector(client: client) { .topHeadlines(country: country, pageSize: $0, page: $1) }
            return .success(
                try await collector.articles(page: 1, limit: count).elements.map { article in
                    let row = NewsRow(article)
                    return Record(
                        section: "News", title: row.title, facts: row.facts(now: now), url: row.link?.absoluteString)
                })
        } catch {
            return .failure(error)
        }
    }

    private static func stories(_ client: Client<HackerNews>, now: Date) async -> Result<[Record], FetchError> {
        do throws(FetchError) {
            let ids = try await client.value(for: .list(.top))
            let page = try await StoryCollector(client).page(1, limit: count, of: ids)
            if page.stories.isEmpty, let failure = page.failures.first { throw failure.value }
            return .success(
                page.stories.map { story in
                    let row = NewsRow(story)
                    let facts = [row.points.map(CountText.points), row.comments.map(CountText.comments)]
                    return Record(
                        section: "Hacker News", title: row.title,
                        facts: facts.compactMap(\.self).joined(separator: " · "),
                        url: (row.link ?? row.page)?.absoluteString)
                })
        } catch {
            return .failure(error)
        }
    }

    private static func movies(_ client: Client<TMDb>) async -> Result<[Record], FetchError> {
        do throws(FetchError) {
            return .success(
                try await client.value(for: .movies(.nowPlaying)).results.prefix(count).map { movie in
                    let facts = [
                        movie.releaseDate.map { DateText.day($0) }, movie.voteCount == 0 ? nil : movie.percentText,
                    ]
                    return Record(
                        section: "Movies", title: movie.title, facts: facts.compactMap(\.self).joined(separator: " · "),
                        url: movie.page)
                })
        } catch {
            return .failure(error)
        }
    }

    /// Fetches the first meals of a category, which changes each day.
    private static func meals(_ client: Client<TheMealDB>, now: Date) async -> Result<[Record], FetchError> {
        do throws(FetchError) {
            let categories = try await client.value(for: .categoryNames)
            guard !categories.isEmpty else { return .success([]) }
            let day = Int(now.timeIntervalSince1970 / 86_400)
            let category = categories[day % categories.count]
            return .success(
                try await client.value(for: .meals(category: category)).prefix(count).map { meal in
                    Record(section: "Meals", title: meal.name, facts: category, url: MealRecord.page(meal.id))
                })
        } catch {
            return .failure(error)
        }
    }

    // MARK: - On a terminal

    /// The lines for a terminal: each section's heading and numbered elements, then commands to try next.
    func lines(for terminal: Terminal, now: Date) -> [String] {
        let width = min(terminal.width, 100)
        var lines: [String] = []
        var number = 0
        for section in sections {
            lines.append(Self.heading(section, terminal, width))
            switch section.content {
            case .failure(let error):
                let text = TerminalText.clean(SelectedError(error).text)
                lines += TerminalText.wrapped(text, to: max(12, width - 4)).map { "    \($0)" }
            case .success(let records):
                if records.isEmpty { lines.append("    Nothing at the moment.") }
                for record in records {
                    number += 1
                    lines.append(Self.line(number, record, terminal, width))
                }
            }
            lines.append("")
        }
        return lines + [Self.advice(count: number, terminal, width)]
    }

    private static func heading(_ section: Section, _ terminal: Terminal, _ width: Int) -> String {
        let gap = width - TerminalText.width(section.title) - TerminalText.width(section.command)
        return terminal.styled(section.title, .bold) + String(repeating: " ", count: max(2, gap))
            + terminal.styled(section.command, .dim)
    }

    private static func line(_ number: Int, _ record: Record, _ terminal: Terminal, _ width: Int) -> String {
        let place = TerminalText.fitted("\(number)", to: 4)
        // On a narrow terminal, the title gets the room of the facts.
        let most = width >= 60 ? 30 : 0
        let facts = TerminalText.field(record.facts)
        let factsWidth = min(most, TerminalText.width(facts))
        let titleWidth = width - 4 - (factsWidth > 0 ? factsWidth + 2 : 0)
        let title = TerminalText.fitted(TerminalText.field(record.title), to: titleWidth, fills: factsWidth > 0)
        let rest = factsWidth > 0 ? "  " + terminal.styled(TerminalText.fitted(facts, to: factsWidth), .dim) : ""
        return terminal.styled(place, .dim) + terminal.linked(title, to: record.url) + rest
    }

    /// The commands to try next, in one line where there is room, so that the overview fits a screen of 24 lines.
    private static func advice(count: Int, _ terminal: Terminal, _ width: Int) -> String {
        let number = min(count, 2)
        let advice = [
            (count > 0 ? "gazette open \(number)" : nil, "in a browser"),
            ("gazette tui", "all of it"), ("gazette help", "commands"),
        ].compactMap { command, purpose in command.map { ($0, purpose) } }
        let length = advice.reduce(0) { $0 + $1.0.count + 2 + $1.1.count } + 3 * (advice.count - 1)
        let gap = max(16, advice.map(\.0.count).max() ?? 0)
        return length <= width
            ? advice.map { "\($0)  \(terminal.styled($1, .dim))" }.joined(separator: "   ")
            : advice.map { "\(TerminalText.fitted($0, to: gap))\(terminal.styled($1, .dim))" }.joined(separator: "\n")
    }
}
