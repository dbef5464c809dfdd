import Foundation
import FreshetAuthentication
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AccountTests {
    @Test func afterASignOutTheStateIsEmptyAtOnceAndTheNewAccountIsFetchedFor() async throws {
        let account = Account()
        let bench = LibraryBench(account: account)
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        account.name = "bob"
        let gate = bench.server.hold()
        bench.server.set { $0.title = "Second" }
        bench.client.resources.accountDidChange()
        #expect(book.state.value == nil)
        // A delivery that is running on another thread may still be at the state before.
        try await recorder.state { $0.value == nil }
        gate.open()
        let done = try await recorder.state { $0.value != nil }
        #expect(done.value?.title == "Second")
        #expect(bench.server.transport.requests.last?.head.headerFields[.authorization] == "Bearer token of bob")
    }

    /// The tokens of the library.
    private struct Cards: Authenticator {
        func credentials(for token: String, on request: OutgoingRequest) -> [Credentials] { [.bearer(token)] }
    }

    @Test func whenSignOutReturnsEveryStateOfTheAccountIsEmpty() async throws {
        let server = Script(maxAge: 60)
        let session = AuthenticationSession(Cards(), ClientConfiguration(transport: server.transport, cache: nil))
        var configuration = ClientConfiguration(transport: server.transport, cache: HTTPCache())
        configuration.authentication = .session(session)
        let client = Client(Library(), configuration)
        try await session.signIn("card of ada", account: "library/ada")
        let books = (1...3).map { client.resource(.book($0)) }
        let recorders = books.dropLast().map { ResourceRecorder($0) }
        for recorder in recorders { try await recorder.settled(updates: 1) }
        _ = try await books[2].value()
        let gate = server.hold()
        try await session.signOut()
        #expect(books.allSatisfy { $0.state.value == nil })
        for recorder in recorders { try await recorder.state { $0.value == nil } }
        server.set { $0.title = "Second" }
        try await session.signIn("card of bob", account: "library/bob")
        #expect(books.allSatisfy { $0.state.value == nil })
        server.set { $0.gate = nil }
        gate.open()
        for recorder in recorders { try await recorder.state { $0.value?.title == "Second" } }
        #expect(client.resources.count == 2)
    }

    @Test func whatOneAccountHasAnotherDoesNotSee() async throws {
        let account = Account()
        let bench = LibraryBench(account: account)
        let book = bench.client.resource(.book(7))
        _ = try await book.value()
        #expect(book.state.value != nil)
        account.name = "bob"
        #expect(book.state.value == nil)
        account.name = "ada"
        #expect(book.state.value != nil)
        account.name = "bob"
        bench.client.resources.accountDidChange()
        #expect(bench.client.resources.count == 0)
    }

    @Test func aResponseToTheOldAccountIsDroppedThoughTheChangeWasNotReported() async throws {
        let account = Account()
        let bench = LibraryBench(account: account)
        let gate = bench.server.hold()
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        try await gate.waitUntilWaiting()
        account.name = "bob"
        bench.server.set {
            $0.title = "Second"
            $0.gate = nil
        }
        gate.open()
        let done = try await recorder.state { $0.value != nil }
        #expect(done.value?.title == "Second")
        #expect(!recorder.values.contains { $0?.title == "First" })
        #expect(bench.sent == 2)
    }

    /// A network that does something, once, when it is asked whether it is there.
    private struct EventfulReachability: Reachability {
        let event = Lock<(@Sendable () -> Void)?>(nil)

        var isOffline: Bool {
            event.withLock { $0.take() }?()
            return false
        }

        func observe(_ change: @escaping @Sendable (Bool) -> Void) -> EnvironmentObservation {
            EnvironmentObservation(ending: {})
        }
    }

    @Test func anObserverThatComesWhileTheAccountEndsSeesTheNextOne() async throws {
        let account = Account()
        let bench = LibraryBench(account: account)
        let reachability = EventfulReachability()
        bench.client.resources.settings.reachability = reachability
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        bench.server.set { $0.title = "Second" }
        let late = Lock<ResourceRecorder<Library.Book>?>(nil)
        account.name = "bob"
        // The store is asking when it ends the resources of ada.
        reachability.event.withLock {
            $0 = {
                account.name = "ada"
                late.withLock { $0 = ResourceRecorder(book) }
                account.name = "bob"
            }
        }
        bench.client.resources.accountDidChange()
        try await recorder.state { $0.value?.title == "Second" }
        let other = try #require(late.withLock { $0 })
        let state = try await other.state { $0.value?.title == "Second" }
        #expect(!state.isStale)
    }

    @Test(arguments: 0..<8)
    func anAccountThatIsBackWhenItsChangeIsNoticedIsFetchedForAgain(looks: Int) async throws {
        let account = Account()
        let bench = LibraryBench(account: account)
        let gate = bench.server.hold()
        let recorder = ResourceRecorder(bench.client.resource(.book(7)))
        try await gate.waitUntilWaiting()
        bench.server.set { $0.gate = nil }
        account.passBy("bob", afterLooks: looks)
        gate.open()
        let state = try await recorder.state { $0.value != nil && $0.activity == .idle }
        #expect(!state.isStale)
    }

    @Test func callersOfTheOldAccountAreCancelledAndItsExchangesClosed() async throws {
        let account = Account()
        let bench = LibraryBench(account: account)
        let gate = bench.server.hold()
        let value = Task { try await bench.client.resource(.book(7)).value() }
        try await gate.waitUntilWaiting()
        account.name = nil
        bench.client.resources.accountDidChange()
        await #expect(throws: FetchError.cancelled) { try await value.value }
        try await gate.waitUntilEmpty()
        #expect(bench.client.resources.count == 0)
    }
}
