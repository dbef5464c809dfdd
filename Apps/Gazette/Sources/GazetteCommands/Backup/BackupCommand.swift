import ArgumentParser
import Foundation
import ReaderStorage

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write what gazette serve has stored about its readers to a file.",
        usage: """
            gazette backup readers.jsonl
            gazette backup readers.jsonl --database postgres://gazette@db.example/reader
            """,
        discussion: """
            The file has accounts, sessions, what was read and saved, and the signing keys. Whoever has it can act as \
            a reader without an account, and as one who is signed in to TMDb. gazette serve may be running. A backup \
            of a folder can be restored to a database, so that several processes can share it.
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
        abstract: "Restore what gazette backup has written, completely or not at all.",
        usage: """
            gazette restore readers.jsonl
            gazette restore readers.jsonl --database postgres://gazette@db.example/reader
            """,
        discussion: "Stop gazette serve first.")

    @Argument(help: "The file.", completion: .file())
    var file: String

    @Flag(help: "Remove the readers that are stored now.")
    var replace = false

    @OptionGroup var store: MemberOptions

    func run() async throws {
        let count = try await store.backup(makesFolder: true) {
            try await $0.restore(from: URL(filePath: file), replacing: replace)
        }
        Output.note("Restored \(count) rows from \(file).")
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
