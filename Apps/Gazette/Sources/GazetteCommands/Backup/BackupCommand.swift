import ArgumentParser
import Foundation
import ReaderStorage

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write what gazette serve has stored of its readers to a file.",
        usage: """
            gazette backup readers.jsonl
            gazette backup readers.jsonl --database postgres://gazette@db.example/reader
            """,
        discussion: """
            Accounts, sessions, what was read and saved, and the signing keys: whoever has the file can pass for a reader without \
            an account, and for one who is signed in to TMDb. \
            gazette serve may be running. A file of a folder can be restored in a database: so one process becomes several.
            """)

    @Argument(help: "The file.", completion: .file())
    var file: String

    @OptionGroup var store: MemberOptions

    func run() async throws {
        let count = try await store.backup(makesFolder: false) { try await $0.write(to: URL(filePath: file)) }
        Output.note("\(file) has \(count) rows.")
    }
}

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Read what gazette backup has written, all of it or nothing.",
        usage: """
            gazette restore readers.jsonl
            gazette restore readers.jsonl --database postgres://gazette@db.example/reader
            """,
        discussion: "Stop gazette serve before.")

    @Argument(help: "The file.", completion: .file())
    var file: String

    @Flag(help: "Remove the readers that are stored now.")
    var replace = false

    @OptionGroup var store: MemberOptions

    func run() async throws {
        let count = try await store.backup(makesFolder: true) {
            try await $0.restore(from: URL(filePath: file), replacing: replace)
        }
        Output.note("\(count) rows of \(file) were restored.")
    }
}

extension MemberOptions {
    /// Runs a body with the store.
    fileprivate func backup<Value>(
        makesFolder: Bool, _ body: (ReaderBackup) async throws -> Value
    ) async throws -> Value {
        let settings = try await Settings.load()
        do {
            return try await body(
                try await open(settings, makesFolder: makesFolder, { try ReaderBackup($0) }, { ReaderBackup($0) }))
        } catch let error as Failure {
            throw error
        } catch let error as ReaderBackup.Failure {
            throw Failure(error.hasReaders ? .usage : .unreadable, error.description)
        } catch let error as SharedDatabase.Failure {
            throw Failure(error.isInvalidAddress ? .usage : .unavailable, error.description)
        } catch {
            throw Failure(.unavailable, "The stored readers can't be used. \(FileProblem.text(error))")
        }
    }
}
