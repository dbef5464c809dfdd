import ArgumentParser
import Foundation
import ReaderStorage

struct MembersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "members",
        abstract: "List, add and remove the accounts of the web app.",
        usage: """
            gazette members add ann --admin
            gazette members invite
            gazette members reset ann
            gazette members remove ann
            """,
        discussion: """
            These are the accounts of gazette serve --accounts, in the same folder or database. Create the first one \
            here; its owner can invite the others on the Members page.
            """,
        subcommands: [
            MemberListCommand.self, MemberAddCommand.self, MemberInviteCommand.self, MemberResetCommand.self,
            MemberRemoveCommand.self,
        ],
        defaultSubcommand: MemberListCommand.self
    )
}

/// Where the accounts are, and at which address the web app is.
struct MemberOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of gazette serve (default: GAZETTE_DATA, or Gazette's own folder).", valueName: "folder"),
        completion: .directory)
    var data: String?

    @Option(
        help: ArgumentHelp(
            "The PostgreSQL database of gazette serve (default: GAZETTE_DATABASE).", valueName: "postgres://…"))
    var database: String?

    func validate() throws {
        guard data == nil || database == nil else {
            throw ValidationError("--data can't be combined with --database.")
        }
    }

    /// Runs a body with the accounts.
    ///
    /// - Parameter makesFolder: Whether a folder that is missing is made.
    func run<Value>(
        makesFolder: Bool = false, _ body: (MemberDirectory, Settings) async throws -> Value
    ) async throws -> Value {
        let settings = try await Settings.load()
        do {
            let directory = try await open(
                settings, makesFolder: makesFolder, { try MemberDirectory($0) }, { MemberDirectory($0) })
            return try await body(directory, settings)
        } catch let error as MemberDirectory.Refusal {
            throw Failure(.refused, error.description)
        } catch let error as SharedDatabase.Failure {
            throw Failure(error.isInvalidAddress ? .usage : .unavailable, error.description)
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(.unavailable, "The accounts can't be used. \(FileProblem.text(error))")
        }
    }

    /// Opens what is stored in the folder, or in the database.
    func open<Opened>(
        _ settings: Settings, makesFolder: Bool, _ open: (DataFolder) throws -> Opened,
        _ shared: (SharedDatabase) -> Opened
    ) async throws -> Opened {
        if let address = database ?? (data == nil ? settings.database : nil) {
            return shared(try await SharedDatabase.open(address))
        }
        let path = data ?? settings.dataFolder
        let folder =
            path.map { DataFolder(URL(filePath: $0, directoryHint: .isDirectory)) }
            ?? .standard(in: Console.current.environment)
        guard makesFolder || folder.hasDatabase else {
            throw Failure(.usage, "Gazette has stored nothing in the folder \(TerminalText.field(folder.url.path)).")
        }
        return try open(folder)
    }

    /// The address of a path of the web app, as far as it is known here.
    static func address(_ path: String, _ settings: Settings) -> String {
        settings.publicHost.map { "https://\($0)\(path)" } ?? "http://127.0.0.1:8080\(path)"
    }
}

struct MemberListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Print the accounts.")

    @OptionGroup var members: MemberOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let all = try await members.run { directory, _ in try await directory.members() }
        try Results(
            all.map(MemberRecord.init),
            emptyNote: "There are no accounts. Create one with: gazette members add NAME --admin"
        ).write(output)
    }
}

struct MemberAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Create an account.",
        discussion: """
            The password is read from the terminal, or from the first line of the input. With --link, it prints a link \
            instead, with which the owner sets the password.
            """)

    @Argument(help: "The account's name.")
    var name: String

    @Flag(help: "Let the account invite others and change their accounts.")
    var admin = false

    @Flag(help: "Print a link with which the owner sets the password.")
    var link = false

    @OptionGroup var members: MemberOptions

    func run() async throws {
        let password = link ? nil : try Self.password(for: name)
        try await members.run(makesFolder: true) { directory, settings in
            try await directory.add(name, password: password, isAdmin: admin)
            Output.note("The account \(TerminalText.clean(name)) was created.")
            if link { Output.print(MemberOptions.address(try await directory.link(for: name), settings)) }
        }
    }

    private static func password(for name: String) throws -> String {
        func read(_ prompt: String) throws -> String {
            guard let text = Console.current.readSecret(prompt), !text.isEmpty else {
                throw Failure(.usage, "A password is needed.")
            }
            return text
        }
        let password = try read("Password: ")
        // Before it is typed again.
        if let problem = MemberDirectory.problem(of: password, for: name) { throw Failure(.refused, problem) }
        if Console.current.isInputTyped, try read("Again: ") != password {
            throw Failure(.usage, "The two passwords are different.")
        }
        return password
    }
}

struct MemberInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Print a link for creating one account, valid for 7 days.")

    @Flag(help: "Let the new account invite others and change their accounts.")
    var admin = false

    @OptionGroup var members: MemberOptions

    func run() async throws {
        try await members.run(makesFolder: true) { directory, settings in
            Output.print(MemberOptions.address(try await directory.invitation(isAdmin: admin), settings))
        }
    }
}

struct MemberResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Print a link for a new password. Using it ends the account's sessions.")

    @Argument(help: "The account's name.")
    var name: String

    @OptionGroup var members: MemberOptions

    func run() async throws {
        try await members.run { directory, settings in
            Output.print(MemberOptions.address(try await directory.link(for: name), settings))
        }
    }
}

struct MemberRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an account and everything stored in it.")

    @Argument(help: "The account's name.")
    var name: String

    @OptionGroup var members: MemberOptions

    func run() async throws {
        try await members.run { directory, _ in try await directory.remove(name) }
        Output.note("The account \(TerminalText.clean(name)) was removed.")
    }
}
