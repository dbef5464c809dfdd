import ArgumentParser
import Foundation
import Freshet
import HackerNews
import JSONPlaceholder
import NewsAPI
import ReaderStorage
import TMDb
import TheMealDB

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Send one small request to every service and to the database, and report what works.",
        discussion: """
            It exits with the code of the first service that doesn't work. If the output isn't a terminal, it prints \
            one service per line: name, server, outcome, milliseconds and advice, separated by tabs.
            """
    )

    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    /// The result of checking one service.
    struct Finding: Encodable {
        let title: String
        let url: String
        let isWorking: Bool
        let outcome: String
        let milliseconds: Int
        let advice: String?
        var failure: ExitStatus? = nil

        /// The failure and the advice, which a table row has no room for; `nil` if there is neither.
        var note: String? {
            let parts = [isWorking ? nil : outcome, advice].compactMap { $0 }
            return parts.isEmpty ? nil : "\(title): \(parts.joined(separator: " "))"
        }

        enum CodingKeys: CodingKey { case title, url, isWorking, outcome, milliseconds, advice }
    }

    /// The response time in milliseconds above which a service is reported as slow.
    private static let slowMilliseconds = 1000

    func run() async throws {
        try await Connection.with(service, for: ReaderService.allCases) { connection in
            let findings = try await Output.withProgress("Checking the services…") { line in
                var findings: [Finding] = []
                for service in ReaderService.allCases {
                    line.show("Checking \(service.title)…")
                    findings.append(await Self.examine(service, connection))
                    try Task.checkCancellation()
                }
                if let address = connection.database { findings.append(await Self.examine(database: address)) }
                return findings
            }
            try Results(findings, isForReading: output.isForReading).write(output)
            if output.isForReading {
                for note in findings.compactMap(\.note) { Output.note(note) }
            }
            if let failure = findings.compactMap(\.failure).first { throw ExitCode(failure.rawValue) }
        }
    }

    private static func examine(_ service: ReaderService, _ connection: Connection) async -> Finding {
        let clock = ContinuousClock()
        let start = clock.now
        var problem: FetchError?
        do throws(FetchError) { try await ask(service, connection) } catch { problem = error }
        let milliseconds = Int(start.duration(to: clock.now) / .milliseconds(1))
        let host = connection.host(for: service)
        var advice: String?
        if service.needsKey, !connection.hasKey(for: service), let variable = service.keyVariable {
            advice = "Set \(variable) to read from the real service."
        }
        if let problem { advice = problem.recoverySuggestion ?? advice }
        let outcome =
            problem.map { $0.localizedDescription } ?? (milliseconds > slowMilliseconds ? "works, but slowly" : "works")
        return Finding(
            title: service.title, url: host.title, isWorking: problem == nil, outcome: outcome,
            milliseconds: milliseconds, advice: advice, failure: problem.map { Failure($0).status })
    }

    private static func examine(database text: String) async -> Finding {
        let start = ContinuousClock.now
        let (address, failure) = await SharedDatabase.check(text)
        return Finding(
            title: "Database", url: address, isWorking: failure == nil, outcome: failure?.description ?? "works",
            milliseconds: Int((ContinuousClock.now - start) / .milliseconds(1)), advice: nil,
            failure: failure.map { $0.isInvalidAddress ? .usage : .unavailable })
    }

    private static func ask(_ service: ReaderService, _ connection: Connection) async throws(FetchError) {
        switch service {
        case .news: _ = try await connection.news.value(for: .topHeadlines(country: .us, pageSize: 1))
        case .movies: try await connection.movies.value(for: .authentication)
        case .hackerNews: _ = try await connection.hackerNews.value(for: .maximumItem)
        case .hackerNewsSearch:
            _ = try await connection.hackerNewsSearch.value(for: .search(.init(tags: [.frontPage]), hitsPerPage: 1))
        case .meals: _ = try await connection.meals.value(for: .categoryNames)
        case .people: _ = try await connection.people.value(for: .one(JSONPlaceholder.User.self, 1))
        }
    }
}

extension Results where Record == DoctorCommand.Finding {
    /// - Parameter isForReading: Whether a person reads the table: the advice stands in notes then.
    init(_ findings: [DoctorCommand.Finding], isForReading: Bool) {
        records = findings
        emptyNote = ""
        let columns: [Table.Column] = [
            .init(title: "SERVICE", width: .upTo(18)), .init(title: "SERVER", width: .upTo(28), isDim: true),
            .init(title: "OUTCOME", width: .rest(weight: 1), isEssential: true),
            .init(title: "MS", width: .upTo(6), isDim: true),
        ]
        let rows = findings.map { finding -> [Table.Cell] in
            [.init(finding.title), .init(finding.url), .init(finding.outcome), .init(String(finding.milliseconds))]
        }
        guard !isForReading else {
            table = Table(columns: columns, rows: rows)
            return
        }
        table = Table(
            columns: columns + [.init(title: "ADVICE", width: .rest(weight: 1))],
            rows: zip(rows, findings).map { row, finding in row + [.init(finding.advice)] })
    }
}
