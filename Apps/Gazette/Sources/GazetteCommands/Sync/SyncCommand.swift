import ArgumentParser
import Foundation
import Freshet
import FreshetOutbox
import ReaderModels
import ReaderStorage

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Send stored changes; share what you read, save and set with a web app account.",
        usage: """
            gazette sync
            gazette sync sign-in https://news.example
            gazette sync show
            gazette sync saved
            gazette sync settings theme=dark
            gazette sync sign-out
            """,
        discussion: """
            Without a subcommand, it sends the stored changes to the movie service and the web app within --timeout \
            seconds (default: 10). The exit code is 0 if none remain, and 75 otherwise.

            To use a web app account, create a token on your account page, under Terminals. It is stored in a file \
            that only you can read. gazette tui then shows and changes the account's marks. Changes that can't be sent \
            are stored (see gazette outbox).
            """,
        subcommands: [
            SyncSendCommand.self, SyncShowCommand.self, SyncSignInCommand.self, SyncSavedCommand.self,
            SyncSettingsCommand.self,
            SyncSignOutCommand.self,
        ],
        defaultSubcommand: SyncSendCommand.self
    )

    /// Returns the account that this machine uses.
    ///
    /// - Throws: ``Failure`` if there is none.
    static func account() throws -> SyncAccount {
        guard let account = SyncAccount.load() else {
            throw Failure(.refused, "No account is used here. Sign in with: gazette sync sign-in ADDRESS")
        }
        return account
    }

    /// Returns what a request returns, with a sentence of its own for a token that has ended.
    static func value<Value: Sendable>(
        _ request: Request<SyncService, Value>, _ account: SyncAccount
    ) async throws
        -> Value
    {
        do {
            return try await Output.withProgress("Contacting \(account.address)…") {
                try await account.client.value(for: request)
            }
        } catch let error as FetchError where error.response?.head.status.code == 401 {
            throw Failure(
                .refused, "The token is wrong or was ended. Create another one on your account page.")
        }
    }
}

struct SyncSendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send the unsent changes.")

    @OptionGroup var service: ServiceOptions

    func run() async throws {
        try await Connection.with(service, for: [.movies]) { connection in
            let remaining = try await StoredChanges.with(connection) { stored in
                await Output.withProgress("Sending changes…") {
                    await stored.drain(until: Date() + service.sendingTime / .seconds(1))
                }
                return stored.all
            }
            try OutboxRecord.report(remaining)
        }
    }
}

struct SyncShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Print which account is used.")

    func run() async throws {
        let account = try SyncCommand.account()
        let marks = try await SyncCommand.value(.marks, account)
        Output.print(
            "\(TerminalText.clean(marks.name)) at \(account.address): \(marks.read.count) read, \(marks.saved.count) saved"
        )
    }
}

struct SyncSignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Use a web app account on this machine.",
        discussion: "The token is read from the terminal, or from the first line of the input.")

    @Argument(help: "The address of the web app.")
    var address: String

    func validate() throws {
        guard SettingName.Kind.isAddress(address) else {
            throw ValidationError("The address must be a web app's, such as https://news.example.")
        }
    }

    func run() async throws {
        let entered = Console.current.readSecret("Token: ")
        guard let token = entered?.trimmingCharacters(in: .whitespaces), !token.isEmpty else {
            throw Failure(.usage, "A token is needed. Create one on your account page, under Terminals.")
        }
        var account = SyncAccount(address: String(address.trimmingSuffix("/")), token: token)
        let marks = try await SyncCommand.value(.marks, account)
        account.name = marks.name
        try account.save()
        Output.note("Signed in as \(TerminalText.clean(marks.name)).")
    }
}

struct SyncSignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "End the token, and remove it from this machine.")

    func run() async throws {
        guard let account = SyncAccount.load() else {
            Output.note("No account is used here.")
            return
        }
        // A file that can't be opened keeps nobody signed in.
        let remaining = try? await account.withOutbox { outbox in
            await outbox.resume()
            return await outbox.outbox.drain(until: Date() + 10)
        }
        SyncAccount.erase()
        if let text = MarksOutbox.unsentText(remaining ?? 0) {
            Output.note("\(text). They stay stored here until the same account signs in again.")
        }
        do throws(FetchError) {
            try await account.client.value(for: .signOut)
            Output.note("Signed out.")
        } catch {
            if error.response?.head.status.code == 401 {
                Output.note("Signed out.")
            } else {
                Output.note(
                    "The token was removed here. Also end it on your account page, which can't be reached now.")
            }
        }
    }
}

struct SyncSavedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saved", abstract: "Print the account's saved items, newest first.")

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let account = try SyncCommand.account()
        let marks = try await SyncCommand.value(.marks, account)
        try Results(marks.saved.map { SavedRecord($0, at: account.address) }, emptyNote: "Nothing is saved.")
            .write(output)
    }
}

struct SyncSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Print the settings of the account, or set some.",
        discussion: """
            The settings are those of the Settings page: theme (system, light, dark), size (smaller, normal, larger), \
            letters (serif, sans), density (airy, dense), keys (on, off) and front, the parts of the front page \
            separated by dots.
            """)

    @Argument(help: ArgumentHelp("A setting, such as theme=dark.", valueName: "name=value"))
    var changes: [String] = []

    func validate() throws {
        guard changes.allSatisfy({ $0.split(separator: "=").count == 2 }) else {
            throw ValidationError("A setting must have a name and a value, such as theme=dark.")
        }
    }

    func run() async throws {
        let account = try SyncCommand.account()
        var change = SharedMarks.Change()
        for text in changes {
            let parts = text.split(separator: "=").map(String.init)
            change.settings[parts[0]] = parts[1]
        }
        if !change.isEmpty {
            let stored = try await account.withOutbox {
                try await $0.send(MarksChange(change: change), within: .seconds(10))
            }
            if let stored { return Output.note(stored.unsentNote) }
        }
        let marks = try await SyncCommand.value(.marks, account)
        for (name, value) in marks.settings.sorted(by: { $0.key < $1.key }) { Output.print("\(name)\t\(value)") }
        if marks.settings.isEmpty { Output.note("No settings are chosen.") }
    }
}

/// A saved item as `--json` prints it: the names are those of the web app's export.
struct SavedRecord: Encodable {
    let section: String
    let id: String
    let title: String
    let url: String
    let source: String?
    let saved: Date?

    init(_ item: SharedMarks.Item, at address: String) {
        let parts = item.key.split(separator: ":", maxSplits: 1).map(String.init)
        section = parts.first ?? ""
        id = parts.last ?? ""
        title = item.title
        url = item.url ?? address + item.path
        source = item.source
        saved = item.date.map { Date(timeIntervalSince1970: $0) }
    }
}

extension Results where Record == SavedRecord {
    init(_ saved: [SavedRecord], emptyNote: String) {
        records = saved
        self.emptyNote = emptyNote
        table = Table(
            columns: [
                .init(title: "TITLE", width: .rest(weight: 1), isEssential: true),
                .init(title: "SECTION", width: .upTo(11)), .init(title: "SOURCE", width: .upTo(24)),
                .init(title: "SAVED", width: .upTo(20), isDim: true),
            ],
            rows: saved.map { item in
                [
                    .init(item.title, link: item.url), .init(item.section), .init(item.source),
                    .init(item.saved.map { DateText.exact($0) }),
                ]
            })
    }
}

extension StringProtocol {
    /// The text without an ending, however often it occurs there.
    fileprivate func trimmingSuffix(_ ending: Character) -> SubSequence {
        var rest = self[...]
        while rest.last == ending { rest.removeLast() }
        return rest
    }
}
