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

    @Test func failureLeavesNoDraft() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "taken")
        try FileManager.default.createDirectory(
            at: file.appending(path: "below"), withIntermediateDirectories: true)
        #expect(throws: POSIXError.self) { try PrivateFile.replace(file, with: Data()) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["taken"])
    }
}
