#if SQLite
import FreshetDigests
import Foundation
import FreshetAuthentication
import FreshetCore
import FreshetSQLite
import FreshetTesting
import HTTPTypes
import Testing

/// What a session leaves in the file of a cache, and what the next process finds there.
@Suite(.timeLimit(.minutes(5)))
struct AccountOnDiskTests {
    private struct Shop: Service {
        let baseURL = "https://shop.example/v1"
    }

    private struct Tokens: Authenticator {
        func credentials(for token: String, on request: OutgoingRequest) -> [Credentials] { [.bearer(token)] }
    }

    /// A store that names its account, and whose token can't be read before a person unlocks the device.
    private struct LockedStore: TokenStore {
        let name: String

        func account() -> String? { name }
        func read() throws(TokenStoreError) -> StoredToken<String>? { throw TokenStoreError("The device is locked.") }
        func write(_ token: StoredToken<String>, replacing old: UUID?) -> Bool { false }
        func erase() {}
    }

    private static let ann = "ann@mail.example"
    private static let token = "token-of-ann-0815"
    private static let tea = Request<Shop, String>("tea", reading: .text)

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A client, as a process makes it at its start.
    private func process(
        _ store: any TokenStore<String>, isOnline: Bool = true
    ) -> (client: Client<Shop>, session: AuthenticationSession<Tokens>, cache: HTTPCache) {
        let stub = StubTransport { _ async throws(FetchError) in
            guard isOnline else { throw FetchError(.cannotConnect(.offline)) }
            var response = StubTransport.Response.text("tea")
            response.head.headerFields[.cacheControl] = "max-age=3600"
            return response
        }
        let session = AuthenticationSession(Tokens(), ClientConfiguration(transport: stub, cache: nil), store: store)
        let cache = HTTPCache(store: SQLiteCacheStore(file: folder.file))
        var configuration = ClientConfiguration(transport: stub, cache: cache)
        configuration.authentication = .session(session)
        configuration.retry = .never
        return (Client(Shop(), configuration), session, cache)
    }

    /// Stores a response of an account, as an earlier process did.
    private func storeResponse(of account: String) async throws {
        let (client, session, _) = process(MemoryTokenStore<String>())
        try await session.signIn(Self.token, account: account)
        #expect(try await client.value(for: Self.tea) == "tea")
    }

    @Test func withoutATokenTheNextProcessReadsWhatIsStored() async throws {
        try await storeResponse(of: Self.ann)
        let (client, session, _) = process(LockedStore(name: Self.ann), isOnline: false)
        #expect(session.current == .signedIn(account: Self.ann))
        let response = try await client.response(for: Self.tea)
        #expect(response.value == "tea" && response.source.age != nil)
        // Nobody else does.
        for store in [LockedStore(name: "ben@mail.example"), MemoryTokenStore<String>()] as [any TokenStore<String>] {
            let other = process(store, isOnline: false).client.caching(.cacheOnly)
            await #expect(throws: FetchError.self) { try await other.value(for: Self.tea) }
        }
    }

    @Test func theSignOutOfALaterProcessRemovesTheResponsesOfTheAccountAlone() async throws {
        for account in [Self.ann, "ben@mail.example"] { try await storeResponse(of: account) }
        let (client, session, cache) = process(LockedStore(name: Self.ann), isOnline: false)
        #expect(try await cache.usage().entries == 2)
        try await session.signOut()
        #expect(try await cache.usage().entries == 1)
        await #expect(throws: FetchError.self) { try await client.caching(.cacheOnly).value(for: Self.tea) }
        let ben = process(LockedStore(name: "ben@mail.example"), isOnline: false).client
        #expect(try await ben.value(for: Self.tea) == "tea")
    }

    @Test func theFileShowsNeitherTheAccountNorADigestThatCanBeTriedOut() async throws {
        try await storeResponse(of: Self.ann)
        var bytes = Data()
        // The log first: the end of the earlier process's connections moves what it has into the file.
        for ending in ["-wal", ""] {
            bytes += (try? Data(contentsOf: URL(filePath: folder.file.path + ending))) ?? Data()
        }
        // What is searched for would be found.
        #expect(bytes.range(of: Data("https://shop.example/v1/tea".utf8)) != nil)
        let texts = [Self.ann, "account \(Self.ann)", Self.token, "Authorization: Bearer \(Self.token)"]
        for text in texts {
            let digest = SHA256.hexDigest(of: text.utf8)
            for hidden in [text, digest, digest.uppercased(), Data(text.utf8).base64EncodedString()] {
                #expect(bytes.range(of: Data(hidden.utf8)) == nil, "\(hidden)")
            }
        }
    }
}
#endif
