import ArgumentParser
import Foundation
import Freshet
import HackerNews
import NewsAPI
import ReaderModels
import TMDb
import TheMealDB

struct TodayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Print the top items of every section.",
        discussion: """
            This is what gazette prints without a command. If the output isn't a terminal, it prints one item per \
            line: section, title, facts and address, separated by tabs.
            """
    )

    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    private static let services: [ReaderService] = [.news, .hackerNews, .movies, .meals]

    func run() async throws {
        try await Connection.with(service, output, for: Self.services) { connection in
            let now = Date()
            let overview = try await Output.withProgress("Fetching the sections…") {
                let overview = await Overview.fetch(connection, now: now)
                try Task.checkCancellation()
                return overview
            }
            // If there are no elements and a section failed, the command fails instead of printing an empty overview.
            if overview.isEmpty, let failure = overview.failures.first { throw failure.error }
            try write(overview, now: now)
        }
    }

    private func write(_ overview: Overview, now: Date) throws {
        if output.json {
            Output.print(try JSONText.of(overview.records))
        } else if output.terminal.isInteractive {
            Output.show(overview.lines(for: output.terminal, now: now), output)
        } else {
            Output.print(overview.records.map(\.line).joined(separator: "\n"))
        }
        LastList(overview.records.map { .init(title: $0.title, url: $0.url) }).save()
        if !output.isForReading {
            for (section, error) in overview.failures {
                Output.note("\(section) is missing: \(Failure(error).message)")
            }
        }
    }
}
