import Foundation
import FreshetAuthentication
import FreshetCore
import FreshetTesting
import Testing

/// Tokens in a file.
struct FileTokenStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")

    private var file: URL { folder.appending(path: "deeper/session.json") }
    private var store: FileTokenStore<String> { FileTokenStore(file: file) }

    private func token(_ text: String = "a") -> StoredToken<String> {
        StoredToken(account: "ann", token: text, requested: Date(timeIntervalSince1970: 1_767_225_600))
    }

    private func permissions(of url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test func whatIsStoredComesBackAndOnlyTheOwnerMayReadIt() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let none = try await store.read()
        #expect(none == nil && store.account() == nil)
        let token = token()
        #expect(try await store.write(token, replacing: nil))
        let read = try await store.read()
        #expect(read?.id == token.id && read?.token == "a" && read?.requested == token.requested)
        #expect(store.account() == "ann")
        #expect(try permissions(of: file) == 0o600)
        #expect(try permissions(of: file.deletingLastPathComponent()) == 0o700)
        let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
        #expect(Set(names).isSubset(of: ["session.json", "session.json.write-lock", "session.json.renewal-lock"]))
    }

    @Test(arguments: ["", "no JSON", #"{"account":1}"#])
    func aDamagedFileHoldsNoToken(text: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await store.write(token(), replacing: nil))
        try Data(text.utf8).write(to: file)
        let none = try await store.read()
        #expect(none == nil && store.account() == nil)
        #expect(try await store.write(token("b"), replacing: nil))
        #expect(try permissions(of: file) == 0o600)
    }

    @Test func aFolderThatCanNotBeMadeIsAnError() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder)
        await #expect(throws: TokenStoreError.self) { try await store.write(token(), replacing: nil) }
        await #expect(throws: TokenStoreError.self) { try await store.withExclusiveAccess {} }
    }
}
