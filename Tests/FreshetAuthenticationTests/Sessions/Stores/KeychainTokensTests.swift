import Foundation
import FreshetCore
import Testing

@testable import FreshetAuthentication

#if canImport(Security)
import Security
#endif

/// A token in the Keychain of an app. What it has in common with other stores is in `TokenStoreTests`.
struct KeychainTokensTests {
    private let app = KeychainApp()

    private var keychain: FakeKeychain { app.keychain }

    private func token(_ text: String, account: String = "ann") -> StoredToken<String> {
        StoredToken(account: account, token: text, requested: Date(timeIntervalSince1970: 1_767_225_600))
    }

    // MARK: - Attributes

    @Test func theTokenStaysOnTheDeviceAndIsReadAfterTheFirstUnlock() async throws {
        #expect(try await app.tokens().write(token("a"), replacing: nil))
        let added = try #require(keychain.calls.last { $0.function == .add }?.attributes)
        #expect(added["\(kSecClass)"] == "\(kSecClassGenericPassword)")
        #expect(added["\(kSecAttrAccessible)"] == "\(kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)")
        #expect(keychain.items.count == 1)
    }

    /// The attributes by which each function finds the item.
    private func queries(accessGroup: String?) async throws -> [FakeKeychain.Call] {
        let app = KeychainApp(groups: ["app", "group"])
        let tokens = app.tokens(accessGroup: accessGroup)
        let first = token("a")
        _ = try await tokens.write(first, replacing: nil)
        _ = try await tokens.write(token("b"), replacing: first.id)
        _ = try await tokens.read()
        try await tokens.erase()
        #expect(app.keychain.functions == [.update, .add, .data, .update, .data, .delete])
        return app.keychain.calls
    }

    @Test(arguments: [nil, "group"])
    func eachQueryNamesTheDataProtectionKeychainAndTheGroup(accessGroup: String?) async throws {
        for call in try await queries(accessGroup: accessGroup) {
            #expect(call.attributes["\(kSecUseDataProtectionKeychain)"] == "true")
            #expect(call.attributes["\(kSecAttrAccount)"] == "token")
            #expect(call.attributes["\(kSecAttrAccessGroup)"] == accessGroup)
        }
    }

    // MARK: - Writing

    @Test func aRenewedTokenReplacesTheDataOfTheItem() async throws {
        let (first, second) = (token("a"), token("b", account: "bob"))
        #expect(try await app.tokens().write(first, replacing: nil))
        #expect(try await app.tokens().write(second, replacing: first.id))
        #expect(keychain.functions == [.update, .add, .data, .update])
        #expect(keychain.items.count == 1)
        let read = try await app.tokens().read()
        #expect(read?.id == second.id)
        #expect(app.tokens().account() == "bob")
    }

    @Test func anItemThatAnotherProcessAddsMeanwhileIsReplaced() async throws {
        #expect(try await app.tokens().write(token("theirs"), replacing: nil))
        let theirs = try #require(keychain.items.first)
        keychain.change { $0 = [] }
        keychain.before(.add) { keychain in keychain.change { $0 = [theirs] } }
        let ours = token("ours")
        #expect(try await app.tokens().write(ours, replacing: nil))
        #expect(keychain.functions.suffix(3) == [.update, .add, .update])
        let read = try await app.tokens().read()
        #expect(read?.id == ours.id)
        #expect(keychain.items.count == 1)
    }

    @Test func aTokenThatAnotherProcessErasesMeanwhileIsNotRenewed() async throws {
        let first = token("a")
        #expect(try await app.tokens().write(first, replacing: nil))
        keychain.before(.update) { keychain in keychain.change { $0 = [] } }
        #expect(try await !app.tokens().write(token("b"), replacing: first.id))
        #expect(keychain.items.isEmpty)
    }

    // MARK: - Damage and refusals

    @Test(arguments: ["", "no JSON", #"{"account":1}"#])
    func anItemThatIsNoTokenIsReplaced(text: String) async throws {
        let first = token("a")
        #expect(try await app.tokens().write(first, replacing: nil))
        keychain.change { $0[0].data = Data(text.utf8) }
        let none = try await app.tokens().read()
        #expect(none == nil)
        #expect(try await !app.tokens().write(token("b"), replacing: first.id))
        let second = token("b")
        #expect(try await app.tokens().write(second, replacing: nil))
        let read = try await app.tokens().read()
        #expect(read?.id == second.id)
    }

    /// The sentences of the failures of all four methods.
    private func sentences(of tokens: KeychainTokens<String>) async -> Set<String> {
        let token = token("b")
        let errors = [
            await #expect(throws: TokenStoreError.self) { try await tokens.read() },
            await #expect(throws: TokenStoreError.self) { try await tokens.write(token, replacing: nil) },
            await #expect(throws: TokenStoreError.self) { try await tokens.write(token, replacing: token.id) },
            await #expect(throws: TokenStoreError.self) { try await tokens.erase() },
        ]
        return Set(errors.compactMap { $0?.message })
    }

    @Test func beforeTheFirstUnlockNothingIsReadAndNothingIsLost() async throws {
        let token = token("a")
        let tokens = app.tokens()
        #expect(try await tokens.write(token, replacing: nil))
        keychain.refuse(errSecInteractionNotAllowed)
        let sentences = await sentences(of: tokens)
        #expect(sentences == ["The device has not been unlocked yet: NSOSStatusErrorDomain -25308."])
        #expect(tokens.account() == "ann")
        keychain.refuse(nil)
        let read = try await tokens.read()
        #expect(read?.id == token.id)
    }

    @Test(
        arguments: [
            (nil, [], "The app may not use the Keychain until it is signed with the Keychain Sharing capability"),
            ("group", ["app"], "The app may not use the access group group until its entitlements include it"),
        ] as [(String?, [String], String)])
    func aMissingEntitlementIsNamed(accessGroup: String?, groups: [String], expected: String) async {
        let app = KeychainApp(groups: groups)
        let sentences = await sentences(of: app.tokens(accessGroup: accessGroup))
        #expect(sentences == ["\(expected): NSOSStatusErrorDomain -34018."])
        #expect(app.tokens().account() == nil)
    }

    @Test func anotherResultIsNamedByItsNumber() async {
        keychain.refuse(-25291)
        let sentences = await sentences(of: app.tokens())
        #expect(sentences == ["The Keychain can't be used: NSOSStatusErrorDomain -25291."])
    }

    // MARK: - Groups

    @Test func theItemOfAnotherGroupIsNotFound() async throws {
        let app = KeychainApp(groups: ["app", "group"])
        #expect(try await app.tokens(accessGroup: "group").write(token("a"), replacing: nil))
        let none = try await app.tokens(accessGroup: "app").read()
        #expect(none == nil)
        try await app.tokens(accessGroup: "app").erase()
        #expect(app.keychain.items.map(\.group) == ["group"])
    }

    @Test func withoutAGroupAnItemIsAddedToThatOfTheAppAndFoundInAll() async throws {
        let app = KeychainApp(groups: ["app", "group"])
        #expect(try await app.tokens().write(token("a"), replacing: nil))
        #expect(app.keychain.items.map(\.group) == ["app"])
        let none = try await app.tokens(accessGroup: "group").read()
        #expect(none == nil)
        app.keychain.change { $0 = [] }
        let shared = token("b")
        #expect(try await app.tokens(accessGroup: "group").write(shared, replacing: nil))
        let read = try await app.tokens().read()
        #expect(read?.id == shared.id)
    }

    // MARK: - Erasing and renewing

    @Test func erasingForgetsTheAccountThoughThereIsNoToken() async throws {
        #expect(try await app.tokens().write(token("a"), replacing: nil))
        keychain.change { $0 = [] }
        #expect(app.tokens().account() == "ann")
        try await app.tokens().erase()
        #expect(app.tokens().account() == nil)
    }

    @Test func withoutALockARenewalRunsAtOnce() async throws {
        let runs = Lock(0)
        try await app.tokens().withExclusiveAccess { runs.withLock { $0 += 1 } }
        #expect(runs.withLock { $0 } == 1)
    }
}
