import ArgumentParser
import Foundation
import Freshet
import FreshetOutbox
import ReaderModels

struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "List, retry and discard changes that were not sent yet.",
        usage: """
            gazette outbox list
            gazette outbox retry 3f2a
            gazette outbox discard --all
            gazette sync
            """,
        discussion: """
            Changes to ratings, the watchlist and favourites are stored until the movie service has them, and changes \
            to the marks and settings of a web app account until the web app has them, in files that only you can read.
            """,
        subcommands: [OutboxListCommand.self, OutboxRetryCommand.self, OutboxDiscardCommand.self],
        defaultSubcommand: OutboxListCommand.self
    )
}

struct OutboxListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Print the unsent changes.")

    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await Connection.with(service, for: [.movies]) { connection in
            let records = try await StoredChanges.with(connection) { $0.all.map(\.record) }
            try Results(records, emptyNote: "All changes have been sent.").write(output)
        }
    }
}

/// Which changes a command is about.
struct OutboxSelection: ParsableArguments {
    @Argument(help: ArgumentHelp("The change's id or its beginning, as the list prints it.", valueName: "id"))
    var id: String?

    @Flag(help: "All changes.")
    var all = false

    func validate() throws {
        guard (id == nil) == all else { throw ValidationError("Name a change, or use --all.") }
    }

    /// Returns the chosen changes.
    ///
    /// - Throws: ``Failure`` if there is none, or the beginning of an id fits several.
    func changes(of stored: StoredChanges) throws -> [UnsentChange] {
        let all = stored.all
        guard let id = id?.lowercased() else { return all }
        let found = all.filter { $0.record.id.hasPrefix(id) }
        switch found.count {
        case 0:
            throw Failure(.usage, "There is no change \(TerminalText.clean(id)). List them with: gazette outbox list")
        case 1: return found
        default: throw Failure(.usage, "Several changes begin with \(TerminalText.clean(id)). Type more of the id.")
        }
    }
}

struct OutboxRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Resend changes that failed or are waiting.")

    @OptionGroup var selection: OutboxSelection
    @OptionGroup var service: ServiceOptions

    func run() async throws {
        try await Connection.with(service, for: [.movies]) { connection in
            let remaining = try await StoredChanges.with(connection) { stored in
                let changes = try selection.changes(of: stored)
                for change in changes where change.canRetry { try await change.retry() }
                for change in changes { await change.settle(service.sendingTime) }
                return stored.all
            }
            try OutboxRecord.report(remaining)
        }
    }
}

struct OutboxDiscardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard", abstract: "Remove changes without sending them.")

    @OptionGroup var selection: OutboxSelection
    @OptionGroup var service: ServiceOptions

    func run() async throws {
        try await Connection.with(service, for: [.movies]) { connection in
            try await StoredChanges.with(connection) { stored in
                let changes = try selection.changes(of: stored)
                for change in changes {
                    try await change.discard()
                    Output.note("Discarded: \(TerminalText.clean(change.record.title)).")
                }
                if changes.isEmpty { Output.note("All changes have been sent.") }
            }
        }
    }
}

/// A change as `--json` prints it.
struct OutboxRecord: Encodable {
    let id: String
    let title: String
    let state: String
    let error: String?
    let attempts: Int
    let date: Date
    let hasFailed: Bool

    init<Change>(_ entry: ChangeOutbox<Change>.Entry) {
        id = entry.id.description
        title = entry.sentence
        state = entry.stateText
        error = entry.errorText
        attempts = entry.write.attempts
        date = entry.write.date
        hasFailed = entry.hasFailed
    }

    /// Prints whether changes remain.
    ///
    /// - Throws: `ExitCode` 75 if some do.
    static func report(_ remaining: [UnsentChange]) throws {
        guard let text = MovieOutbox.unsentText(remaining.count) else {
            Output.note("All changes have been sent.")
            return
        }
        let reasons = remaining.compactMap(\.record.error)
        Output.note("\(text). \(reasons.last.map { "\($0) " } ?? "")See: gazette outbox list")
        throw ExitCode(ExitStatus.rateLimited.rawValue)
    }
}

extension Results where Record == OutboxRecord {
    init(_ records: [OutboxRecord], emptyNote: String) {
        self.records = records
        self.emptyNote = emptyNote
        table = Table(
            columns: [
                .init(title: "ID", width: .upTo(8), isDim: true),
                .init(title: "CHANGE", width: .rest(weight: 1), isEssential: true),
                .init(title: "STATE", width: .upTo(36)), .init(title: "ERROR", width: .rest(weight: 1)),
                .init(title: "MADE", width: .upTo(20), isDim: true),
            ],
            rows: records.map { record in
                [
                    .init(String(record.id.prefix(8))), .init(record.title), .init(record.state), .init(record.error),
                    .init(DateText.exact(record.date)),
                ]
            })
    }
}

extension ServiceOptions {
    /// How long a command sends changes: the timeout of a call, at most 10 seconds by default.
    var sendingTime: Duration { .seconds(timeout ?? 10) }
}
