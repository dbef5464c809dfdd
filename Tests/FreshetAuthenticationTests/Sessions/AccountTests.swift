import Foundation
import FreshetAuthentication
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Whose responses are whose: in the cache, among calls in flight, after a sign-out.
@Suite(.timeLimit(.minutes(5)))
struct AccountTests {
    private let office = TicketOffice()
    private let cache = HTTPCache()

    private var fresh: TicketOffice.Script {
        { [office] in office.response(to: $0, headers: [.cacheControl: "max-age=60"]) }
    }

    private func stored() async throws -> [CacheEntry] { try await cache.entries() }

    private func isCancelled(_ body: () async throws -> Void) async -> Bool {
        do {
            try await body()
            return false
        } catch {
            return (error as? FetchError)?.isCancellation == true
        }
    }

    // MARK: - Stored responses

    @Test func aRenewedTokenFindsWhatIsStored() async throws {
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session, cache: cache)
        office.onShop(fresh)
        _ = try await client.value(for: .item("tea"))
        try await session.signIn(office.issue(), account: "ann")
        #expect(try await client.response(for: .item("tea")).source == .fresh(age: .zero))
        #expect(office.shopServer.requests.count == 1)
    }

    @Test func noAccountFindsTheResponsesOfAnother() async throws {
        let session = office.session()
        let client = office.client(session, cache: cache)
        office.onShop(fresh)
        #expect(try await client.value(for: .item("tea")).name == "nobody")
        for name in ["ann", "ben"] {
            try await session.signIn(office.issue(name), account: name)
            #expect(try await client.value(for: .item("tea")).name == name)
        }
        try await session.signIn(office.issue("ann"), account: "ann")
        #expect(try await client.response(for: .item("tea")).source == .fresh(age: .zero))
        #expect(try await client.value(for: .item("tea")).name == "ann")
        try await session.signOut()
        #expect(try await client.value(for: .item("tea")).name == "nobody")
        #expect(office.shopServer.requests.count == 3)
    }

    @Test func requestsWithoutATokenAreSharedByAllAccounts() async throws {
        let session = office.session(.init(isCovered: { !$0.path.hasPrefix("/v1/items/open") }))
        let client = office.client(session, cache: cache)
        office.onShop(fresh)
        #expect(try await client.value(for: .item("open")).name == "nobody")
        try await session.signIn(office.issue(), account: "ann")
        #expect(try await client.value(for: .item("open")).name == "nobody")
        #expect(try await client.value(for: .item("tea")).name == "ann")
        try await session.signOut()
        #expect(try await client.response(for: .item("open")).source == .fresh(age: .zero))
        #expect(office.sentTokens == [nil, "token-of-ann-2"])
    }

    @Test func aKeyShowsNeitherTheAccountNorItsDigest() async throws {
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann@mail.example")
        let client = office.client(session, Shop(credentials: .query("key", "a-secret-key")), cache: cache)
        office.onShop(fresh)
        _ = try await client.value(for: .item("tea"))
        let key = try #require(try await stored().first?.key)
        #expect(!"\(key)".contains("ann@mail.example") && !"\(key)".contains("a-secret-key"))
        let parts: [Substring] = key.identity.split(separator: "+")
        #expect(parts.count == 2 && parts.allSatisfy { $0.count == 64 })
        try await session.signOut()
        #expect(try await stored().isEmpty)
    }

    @Test(
        "A refusal is never stored under the account",
        arguments: [401, 403, 407], ["max-age=600", "public, max-age=600"])
    func refusals(status: Int, control: String) async throws {
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session, cache: cache)
        office.onShop { _ in
            .status(status, headers: [.cacheControl: control, .wwwAuthenticate: #"Bearer error="insufficient_scope""#])
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("tea")) }
        #expect(error?.kind == .status(.init(code: status)))
        #expect(try await stored().isEmpty)
        office.onShop { _ in nil }
        #expect(try await client.value(for: .item("tea")).name == "ann")
    }

    @Test func aRefusalThatIsFollowedByANewTokenEmptiesTheCacheIfItSaysSo() async throws {
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session, cache: cache)
        office.onShop(fresh)
        _ = try await client.value(for: .item("tea"))
        office.issue()
        office.onShop { [office] request in
            var response = office.response(to: request)
            if response.head.status == .unauthorized { response.head.headerFields[.clearSiteData] = "\"cache\"" }
            return response
        }
        #expect(try await client.value(for: .item("milk")).name == "ann")
        #expect(office.shopServer.requests.count == 3)
        #expect(try await stored().isEmpty)
    }

    @Test(
        "A field that the authenticator sets counts as the account",
        arguments: ["Authorization", "Cookie", "X-Session"])
    func varyingFields(name: String) async throws {
        let field = try #require(HTTPField.Name(name))
        let session = office.session(.init(credential: { .header(field, $0) }))
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session, cache: cache)
        office.onShop { _ in
            StubTransport.Response(
                headers: [.cacheControl: "max-age=60", .vary: name, .contentType: "application/json"],
                chunks: [Data(#"{"name":"ann"}"#.utf8)])
        }
        _ = try await client.value(for: .item("tea"))
        try await session.signIn(office.issue(), account: "ann")
        #expect(try await client.response(for: .item("tea")).source == .fresh(age: .zero))
    }

    @Test func aResponseThatRepeatsTheTokenIsNotStored() async throws {
        let session = office.session()
        let token = office.issue()
        try await session.signIn(token, account: "ann")
        let client = office.client(session, cache: cache)
        office.onShop { _ in
            StubTransport.Response(
                headers: [.cacheControl: "max-age=60", .contentType: "application/json"],
                chunks: [Data(#"{"name":"\#(token.text)"}"#.utf8)])
        }
        _ = try await client.value(for: .item("tea"))
        #expect(try await stored().isEmpty)
    }

    // MARK: - Calls in flight

    @Test func joinedCallsAreSentAgainOnce() async throws {
        let gate = Gate()
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session)
        office.refuseAll()
        office.onShop { _ in
            await gate.wait()
            return nil
        }
        let tasks = (0..<20).map { _ in Task { try await client.value(for: .item("tea")).name } }
        try await office.events.waitForEvents(count: 19) { if case .joined = $0.step { true } else { false } }
        gate.open()
        for task in tasks { #expect(try await task.value == "ann") }
        #expect(office.shopServer.requests.count == 2 && office.renewals == 1)
    }

    @Test func callsOfTwoSignInsOfOneAccountShare() async throws {
        let gate = Gate()
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session)
        office.onShop { _ in
            await gate.wait()
            return nil
        }
        let first = Task { try await client.value(for: .item("tea")).name }
        try await gate.waitUntilWaiting()
        try await session.signIn(office.issue(), account: "ann")
        let second = Task { try await client.value(for: .item("tea")).name }
        try await office.events.waitForEvents { if case .joined = $0.step { true } else { false } }
        gate.open()
        // The request was sent with the old token, which is refused by now, and is sent again with the new one.
        #expect(try await (first.value, second.value) == ("ann", "ann"))
        #expect(office.shopServer.requests.count == 2 && office.renewals == 0)
    }

    @Test func aCallOfNobodyIsNotSharedWithAnAccount() async throws {
        let gate = Gate()
        let session = office.session()
        let client = office.client(session)
        office.onShop { _ in
            await gate.wait()
            return nil
        }
        let open = Task { try await client.value(for: .item("tea")).name }
        try await gate.waitUntilWaiting()
        try await session.signIn(office.issue(), account: "ann")
        let own = Task { try await client.value(for: .item("tea")).name }
        try await gate.waitUntilWaiting(count: 2)
        gate.open()
        #expect(try await (open.value, own.value) == ("nobody", "ann"))
    }

    @Test func aCallThatWaitsIsNeverSentForAnotherAccount() async throws {
        let gate = Gate()
        let (tokens, store) = (TicketOffice.Tokens(), MemoryTokenStore<TicketOffice.Token>())
        let session = office.session(tokens, store: store)
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session)
        office.refuseAll()
        office.onLogin { [office] _ in
            await gate.wait()
            return TicketOffice.json(office.issue("ann"))
        }
        let task = Task { try await client.value(for: .own()) }
        try await gate.waitUntilWaiting()
        try await session.signIn(office.issue("ben"), account: "ben")
        let error = await failure { () async throws(FetchError) in
            do { return try await task.value } catch { throw error as? FetchError ?? FetchError(.connectionLost) }
        }
        #expect(error?.isCancellation == true)
        gate.open()
        #expect(try await client.value(for: .own()).name == "ben")
        #expect(office.sentTokens == ["token-of-ann-2", "token-of-ben-3"])
        // The late token of the first account is given back, and replaces nothing.
        try await eventually { !tokens.revoked.withLock({ $0.isEmpty }) }
        #expect(tokens.revoked.withLock { $0.map(\.text) } == ["token-of-ann-4"])
        #expect(session.current == .signedIn(account: "ben") && store.read()?.account == "ben")
        #expect(try await client.value(for: .own()).name == "ben")
    }

    // MARK: - Signing out

    @Test func aLateRenewalDoesNotRestoreTheAccount() async throws {
        let gate = Gate()
        let (tokens, store) = (TicketOffice.Tokens(), MemoryTokenStore<TicketOffice.Token>())
        let session = office.session(tokens, store: store)
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session)
        office.refuseAll()
        office.onLogin { _ in
            await gate.wait()
            return nil
        }
        let task = Task { try await client.value(for: .own()) }
        try await gate.waitUntilWaiting()
        try await session.signOut()
        #expect(await isCancelled { _ = try await task.value })
        gate.open()
        // Both the token that was held and the late one are revoked.
        try await eventually { tokens.revoked.withLock({ $0.count }) >= 2 }
        #expect(Set(tokens.revoked.withLock { $0.map(\.number) }) == [2, 3])
        #expect(store.read() == nil && session.current == .signedOut)
        #expect(try await client.value(for: .own()).name == "nobody")
    }

    @Test func theSignOutEndsCallsAndStreams() async throws {
        let gate = Gate()
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session)
        let stream = try await client.stream(for: .item("tea"))
        office.onShop { _ in
            await gate.wait()
            return nil
        }
        let call = Task { try await client.value(for: .item("coffee")) }
        try await gate.waitUntilWaiting()
        try await session.signOut()
        #expect(await isCancelled { _ = try await call.value })
        #expect(await isCancelled { for try await _ in stream {} })
        let ended = office.steps.filter { $0.action == .accountChanged }
        #expect(ended.count == 2)
        // A call of nobody is not affected by a sign-in, nor by a sign-out of others.
        let open = Task { try await client.value(for: .item("tea")).name }
        try await gate.waitUntilWaiting()
        try await session.signIn(office.issue("ben"), account: "ben")
        gate.open()
        #expect(try await open.value == "nobody")
    }

    @Test func theSignOutRemovesResponsesAndStopsRevalidations() async throws {
        let gate = Gate()
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session, cache: cache)
        office.onShop { [office] in
            office.response(to: $0, headers: [.cacheControl: "max-age=1, stale-while-revalidate=60"])
        }
        _ = try await client.value(for: .item("tea"))
        office.clock.advance(by: .seconds(2))
        office.onShop { [office] request in
            await gate.wait()
            return office.response(to: request, headers: [.cacheControl: "max-age=60"])
        }
        #expect(try await client.response(for: .item("tea")).source.isStale)
        try await gate.waitUntilWaiting()
        try await session.signOut()
        gate.open()
        try await office.events.waitForEvents { $0.step == .cancelled }
        #expect(try await stored().isEmpty)
    }

    @Test func signingOutTwiceIsOnce() async throws {
        let tokens = TicketOffice.Tokens()
        let session = office.session(tokens)
        try await session.signIn(office.issue(), account: "ann")
        try await session.signOut()
        try await session.signOut()
        try await eventually { !tokens.revoked.withLock({ $0.isEmpty }) }
        #expect(tokens.revoked.withLock { $0.count } == 1)
    }

    @Test("A sign-out can wait until the server was informed", arguments: [false, true])
    func awaitedRevocation(isFromStore: Bool) async throws {
        let tokens = TicketOffice.Tokens()
        let store = MemoryTokenStore<TicketOffice.Token>()
        try await office.session(tokens, store: store).signIn(office.issue(), account: "ann")
        // A session of another process has not read its token.
        let session = office.session(tokens, store: store)
        if !isFromStore { _ = try await office.client(session).value(for: .own()) }
        try await session.signOut(awaitingRevocation: true)
        #expect(tokens.revoked.withLock { $0.map(\.text) } == ["token-of-ann-2"])
        try await session.signOut(awaitingRevocation: true)
        #expect(tokens.revoked.withLock { $0.count } == 1 && store.read() == nil)
    }

    @Test func aSignOutThatCanNotEraseSaysSo() async throws {
        struct Stuck: TokenStore {
            func account() -> String? { nil }
            func read() throws(TokenStoreError) -> StoredToken<TicketOffice.Token>? { nil }
            func write(_ token: StoredToken<TicketOffice.Token>, replacing old: UUID?) throws(TokenStoreError) -> Bool {
                throw TokenStoreError("The disk is full.")
            }
            func erase() throws(TokenStoreError) { throw TokenStoreError("The disk is on fire.") }
        }
        let session = office.session(store: Stuck())
        let signIn = await failure { () async throws(FetchError) in
            try await session.signIn(office.issue(), account: "ann")
        }
        #expect(signIn?.kind == .file("The token can't be stored. The disk is full."))
        #expect(try await office.client(session).value(for: .own()).name == "ann")
        let signOut = await failure { () async throws(FetchError) in try await session.signOut() }
        #expect(signOut?.kind == .file("The disk is on fire.") && session.current == .signedOut)
    }

    @Test func privateRequestsNeedAnAccount() async throws {
        let session = office.session()
        let client = office.client(session)
        let request = Request<Shop, Shop.Item>.own().access(.private)
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.authentication == .signedOut && office.shopServer.requests.isEmpty)
        try await session.signIn(office.issue(), account: "ann")
        #expect(try await client.value(for: request).name == "ann")
    }

    @Test func theStateIsObserved() async throws {
        let session = office.session()
        let seen = Lock<[SessionState]>([])
        let arrived = ArrivalCounter()
        let task = Task {
            for await state in session.states {
                seen.withLock { $0.append(state) }
                arrived.count()
            }
        }
        try await arrived.wait(for: 1)
        try await session.signIn(office.issue(), account: "ann")
        try await arrived.wait(for: 2)
        office.refuseAll()
        office.onLogin { _ in .json(#"{"error":"invalid_grant"}"#, status: 400) }
        _ = await failure { () async throws(FetchError) in try await office.client(session).value(for: .own()) }
        try await arrived.wait(for: 3)
        try await session.signOut()
        try await arrived.wait(for: 4)
        task.cancel()
        #expect(
            seen.withLock { $0 } == [
                .signedOut, .signedIn(account: "ann"), .needsSignIn(account: "ann"), .signedOut,
            ])
        #expect(seen.withLock { $0.map(\.account) } == [nil, "ann", "ann", nil])
    }
}

/// Counts what arrives, and lets a test wait for a count.
private final class ArrivalCounter: Sendable {
    private let number = Lock(0)

    func count() { number.withLock { $0 += 1 } }

    func wait(for count: Int) async throws {
        try await eventually { number.withLock({ $0 }) >= count }
    }
}
