import Foundation
import FreshetAuthentication
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

/// An account that signs in again, as after its session has ended: what its resources do goes on.
@Suite(.timeLimit(.minutes(1)))
struct SignInAgainTests {
    /// The tokens of the library. A token is renewed by a request that the server refuses.
    private struct Cards: Authenticator {
        func credentials(for token: String, on request: OutgoingRequest) -> [Credentials] { [.bearer(token)] }

        func renew(_ token: String, in renewal: Renewal) async throws(FetchError) -> String {
            throw FetchError(.authentication(.signedOut))
        }
    }

    private let clock = ManualClock()
    private let server = Script(maxAge: 60)
    private let session: AuthenticationSession<Cards>
    private let client: Client<Library>

    init() {
        session = AuthenticationSession(Cards(), Self.configuration(server.transport, nil, clock))
        client = Client(Library(), Self.configuration(server.transport, session, clock))
    }

    private static func configuration(
        _ transport: StubTransport, _ session: AuthenticationSession<Cards>?, _ clock: ManualClock
    ) -> ClientConfiguration {
        var configuration = ClientConfiguration(transport: transport, cache: nil)
        configuration.retry = .never
        configuration.time = clock.time
        configuration.authentication = session.map { .session($0) }
        return configuration
    }

    private func signIn(_ number: Int = 1) async throws {
        try await session.signIn("card \(number) of ada", account: "library/ada")
    }

    private func release(_ gate: Gate) {
        server.set { $0.gate = nil }
        gate.open()
    }

    @Test func observersKeepTheirValuesAndNothingIsFetched() async throws {
        try await signIn()
        let books = (1...2).map { client.resource(.book($0)) }
        let recorders = books.map { ResourceRecorder($0) }
        for recorder in recorders { try await recorder.settled(updates: 1) }
        let counts = recorders.map(\.states.count)
        try await signIn(2)
        #expect(books.allSatisfy { $0.state.value?.title == "First" })
        #expect(recorders.map(\.states.count) == counts)
        #expect(server.transport.requests.count == 2)
    }

    @Test func aRunningRefetchGoesOn() async throws {
        try await signIn()
        let book = client.resource(.book(7))
        _ = try await book.value()
        let gate = server.hold()
        server.set { $0.title = "Second" }
        async let refetched = book.refetch()
        try await gate.waitUntilWaiting()
        try await signIn(2)
        release(gate)
        #expect(try await refetched.title == "Second")
        #expect(server.transport.requests.count == 2)
    }

    @Test func aWriteThatIsQueuedIsSentWithTheNewToken() async throws {
        try await signIn()
        let gate = server.hold()
        let first = Task { try await client.write(.setPages(200)) { $0.scope = "pages" } }
        try await gate.waitUntilWaiting()
        let rename = Task { try await client.write(.setPages(300)) { $0.scope = "pages" } }
        try await signIn(2)
        release(gate)
        try await first.value
        try await rename.value
        let sent = server.transport.requests.map { $0.head.headerFields[.authorization] }
        #expect(sent == ["Bearer card 1 of ada", "Bearer card 2 of ada"])
    }

    @Test func anOptimisticChangeStaysWhileItsWriteRuns() async throws {
        try await signIn()
        let book = client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        let gate = server.hold()
        let write = Task { try await client.write(.setPages(200)) { $0.update(.book(7)) { $0.pages = 200 } } }
        try await gate.waitUntilWaiting()
        try await signIn(2)
        #expect(book.state.value?.pages == 200)
        #expect(book.state.pendingChanges == 1)
        release(gate)
        try await write.value
        #expect(try await recorder.settled(updates: 2).value?.pages == 200)
        let shown = recorder.values.map(\.?.pages).drop { $0 != 200 }
        #expect(shown.allSatisfy { $0 == 200 })
    }

    @Test func aListOfThreePagesKeepsThem() async throws {
        let server = CatalogueServer()
        let client = Client(Catalogue(), Self.configuration(server.transport, session, clock))
        try await signIn()
        let list = client.sharedList()
        let recorder = await list.loaded(3)
        let gate = server.hold()
        let reload = list.reload()
        try await gate.waitUntilWaiting()
        try await signIn(2)
        server.release(gate)
        await reload.value
        #expect(list.state.error == nil)
        #expect(ids(list.state) == [[1, 2], [3, 4], [5, 6]])
        recorder.stop()
    }

    @Test func aWindowGoesOn() async throws {
        let server = CatalogueServer()
        let client = Client(Catalogue(), Self.configuration(server.transport, session, clock))
        try await signIn()
        let window = client.window(on: .entries) { WindowPage($0.entries) }
        await window.load().value
        try await signIn(2)
        #expect(window.state.items?.map(\.id) == [1, 2])
        await window.loadMore().value
        #expect(window.state.items?.map(\.id) == [1, 2, 3, 4])
    }

    @Test func callsShareTheExchangeFromBefore() async throws {
        try await signIn()
        let gate = server.hold()
        async let before = client.value(for: .book(7))
        try await gate.waitUntilWaiting()
        try await signIn(2)
        let recorder = ResourceRecorder(client.resource(.book(7)))
        release(gate)
        _ = try await (before, recorder.settled(updates: 1))
        #expect(server.transport.requests.count == 1)
    }

    @Test func aFeedGoesOn() async throws {
        try await signIn()
        let runs = Lock(0)
        let gate = Gate()
        func feed() -> ResourceObservation {
            client.resource(.book(7)).feeding { _ in
                runs.withLock { $0 += 1 }
                await gate.wait()
            }
        }
        let first = feed()
        try await gate.waitUntilWaiting()
        try await signIn(2)
        let second = feed()
        #expect(runs.withLock { $0 } == 1)
        #expect(gate.waiterCount == 1)
        withExtendedLifetime((first, second)) {}
    }

    @Test func whatHasFailedForWantOfATokenIsFetchedAtOnce() async throws {
        try await signIn()
        let books = (1...2).map { client.resource(.book($0)) }
        server.set { $0.status = 401 }
        let recorder = ResourceRecorder(books[0])
        try await recorder.settled(after: 1)
        #expect(session.current == .needsSignIn(account: "library/ada"))
        await #expect(throws: FetchError.self) { try await books[1].value() }
        server.set { $0.status = 200 }
        try await signIn(2)
        let done = try await recorder.settled(updates: 1)
        #expect(done.error == nil)
        #expect(done.value?.title == "First")
        // Without an observer, the next one need not wait for the hold.
        try await ResourceRecorder(books[1]).settled(updates: 1)
    }

    @Test func aSignOutInBetweenEndsIt() async throws {
        try await signIn()
        let book = client.resource(.book(7))
        _ = try await book.value()
        try await session.signOut()
        try await signIn(2)
        #expect(book.state.value == nil)
        _ = try await book.value()
        try await session.signIn("card of bob", account: "library/bob")
        try await signIn(3)
        #expect(book.state.value == nil)
    }
}
