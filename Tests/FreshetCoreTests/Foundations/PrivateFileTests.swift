import Foundation
import FreshetCore
import Testing

struct PrivateFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "private-\(UUID().uuidString)")

    private func permissions(of url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test func fileAndFolderBelongToTheirOwnerAlone() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "secrets.json")
        for content in ["first", "second"] {
            try PrivateFile.replace(file, with: Data(content.utf8))
            #expect(try Data(contentsOf: file) == Data(content.utf8))
        }
        #expect(try permissions(of: file) == 0o600)
        #expect(try permissions(of: folder) == 0o700)
    }

    @Test func whatAKilledProcessLeavesIsRemovedAndADraftInUseIsNot() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "secrets.json")
        try PrivateFile.makeFolder(of: file)
        let (left, used) = (".secrets.json.\(UUID())", ".secrets.json.\(UUID())")
        let others = [".other.json.\(UUID())", ".secrets.json.bak", "secrets.json.\(UUID())"]
        for name in [left, used] + others { try PrivateFile.create(folder.appending(path: name)) }
        let handle = try FileHandle(forWritingTo: folder.appending(path: used))
        #expect(flock(handle.fileDescriptor, LOCK_EX) == 0)
        try PrivateFile.replace(file, with: Data())
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: folder.path))
                == Set(others + [used, "secrets.json"]))
        try handle.close()
        PrivateFile.removeDrafts(of: file)
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == Set(others + ["secrets.json"]))
    }

    @Test func severalMayReplaceAFileAtOnce() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "secrets.json")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 { group.addTask { try PrivateFile.replace(file, with: Data("\(number)".utf8)) } }
            try await group.waitForAll()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["secrets.json"])
    }

    @Test func failureLeavesNoDraft() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "taken")
        try FileManager.default.createDirectory(
            at: file.appending(path: "below"), withIntermediateDirectories: true)
        #expect(throws: POSIXError.self) { try PrivateFile.replace(file, with: Data()) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["taken"])
    }
}
