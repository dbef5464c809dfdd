import Foundation
import FreshetCore
import FreshetTesting
import Testing

@testable import FreshetAuthentication

/// What every store does with a token.
struct TokenStoreTests {
    enum Kind: CaseIterable {
        case memory, file, keychain
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
    private let app = KeychainApp()

    /// Makes a store. Those of the same file or Keychain share their token.
    private func store(_ kind: Kind) -> any TokenStore<String> {
        switch kind {
        case .memory: MemoryTokenStore()
        case .file: FileTokenStore(file: folder.appending(path: "session.json"))
        case .keychain: app.tokens(lock: folder.appending(path: "lock"))
        }
    }

    private func token(_ text: String) -> StoredToken<String> {
        StoredToken(account: "ann", token: text, requested: Date(timeIntervalSince1970: 1_767_225_600))
    }

    @Test(arguments: Kind.allCases)
    func whatIsStoredIsReadUntilItIsErased(kind: Kind) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = store(kind)
        let none = try await store.read()
        #expect(none == nil && store.account() == nil)
        let token = token("a")
        #expect(try await store.write(token, replacing: nil))
        let read = try #require(try await store.read())
        #expect(read.id == token.id && read.token == "a" && read.requested == token.requested)
        #expect(read.account == "ann" && store.account() == "ann")
        try await store.erase()
        try await store.erase()
        let left = try await store.read()
        #expect(left == nil && store.account() == nil)
    }

    @Test(arguments: Kind.allCases)
    func onlyTheExpectedTokenIsReplaced(kind: Kind) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = store(kind)
        let (first, second) = (token("a"), token("b"))
        #expect(try await !store.write(second, replacing: first.id))
        #expect(try await store.write(first, replacing: nil))
        #expect(try await !store.write(second, replacing: second.id))
        #expect(try await store.write(second, replacing: first.id))
        let read = try await store.read()
        #expect(read?.id == second.id)
        try await store.erase()
        #expect(try await !store.write(first, replacing: second.id))
        let left = try await store.read()
        #expect(left == nil)
    }

    @Test(arguments: [Kind.file, .keychain])
    func renewalsOfTwoStoresRunOneAfterAnother(kind: Kind) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let running = Lock(0)
        let most = Lock(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                let store = store(kind)
                group.addTask {
                    try await store.withExclusiveAccess {
                        let now = running.withLock { running in
                            running += 1
                            return running
                        }
                        most.withLock { $0 = max($0, now) }
                        await passTurns(20)
                        running.withLock { $0 -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(most.withLock { $0 } == 1)
    }

    @Test(arguments: [Kind.file, .keychain])
    func aRenewalDoesNotRunWithoutItsLock(kind: Kind) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // A file where the folder of the lock would be.
        try Data().write(to: folder)
        let store = store(kind)
        await #expect(throws: TokenStoreError.self) {
            try await store.withExclusiveAccess { Issue.record("The renewal has run") }
        }
    }
}
