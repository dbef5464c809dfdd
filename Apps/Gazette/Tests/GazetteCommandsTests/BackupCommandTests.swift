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
        #expect(refused.code == 77 && refused.error.contains("--replace"))
        #expect(try await run("restore", file, "--replace", "--data", new).code == 0)
        try Data("no backup\n".utf8).write(to: URL(filePath: file))
        let broken = try await run("restore", file, "--replace", "--data", new)
        #expect(broken.code == 77 && broken.error.contains("no backup of Gazette"))
        #expect(try await run("members", "--data", new).output.contains("ann"))
    }
}
