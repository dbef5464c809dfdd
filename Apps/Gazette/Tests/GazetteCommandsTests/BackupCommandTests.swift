import Foundation
import Testing

/// `gazette backup` and `gazette restore`, from one folder into another.
@Suite(.timeLimit(.minutes(2)))
struct BackupCommandTests {
    private func run(_ arguments: String...) async throws -> RunningCommand.Outcome {
        try await Command.run(arguments)
    }

    @Test func accountsMoveFromOneFolderToAnother() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (old, new) = (folder.appending(path: "old").path, folder.appending(path: "new").path)
        let file = folder.appending(path: "readers.jsonl").path
        #expect(try await run("members", "add", "ann", "--link", "--admin", "--data", old).code == 0)
        let written = try await run("backup", file, "--data", old)
        #expect(written.code == 0 && written.error.contains("rows"))
        #expect(try await run("restore", file, "--data", new).code == 0)
        #expect(try await run("members", "--data", new).output.contains("ann"))

        let refused = try await run("restore", file, "--data", new)
        #expect(refused.code == 64 && refused.error.contains("--replace"))
        #expect(try await run("restore", file, "--replace", "--data", new).code == 0)
        try Data("no backup\n".utf8).write(to: URL(filePath: file))
        let broken = try await run("restore", file, "--replace", "--data", new)
        #expect(broken.code == 65 && broken.error.contains("isn't a Gazette backup"))
        #expect(try await run("members", "--data", new).output.contains("ann"))
    }

    @Test(
        "A folder without a database is named, and not made",
        arguments: [
            ["backup", "readers.jsonl"], ["members"], ["members", "remove", "ann"], ["members", "reset", "ann"],
        ])
    func mistypedFolder(arguments: [String]) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        let outcome = try await Command.run(arguments + ["--data", folder])
        #expect(outcome.code == 64 && outcome.error.contains(folder), "\(outcome.error)")
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test(
        "Why a file can't be used is said in our words",
        arguments: [
            ("/nonexistent/readers.jsonl", "can't be read. It doesn't exist."),
            ("/tmp", "can't be read. It is a folder."),
            ("/etc/passwd/x", "can't be read. Part of its path isn't a folder."),
        ])
    func unreadable(file: String, reason: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for arguments in [
            ["restore", file, "--data", folder.path], ["feeds", "import", file], ["tape", "show", file],
        ] {
            let outcome = try await Command.run(arguments)
            #expect(outcome.code != 0 && outcome.error.contains(reason), "\(outcome.error)")
        }
    }
}
