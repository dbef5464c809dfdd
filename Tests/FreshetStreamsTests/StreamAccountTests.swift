import Foundation
import Freshet
import FreshetTesting
import Testing

/// Streams of a user who signs in and out.
@Suite(.timeLimit(.minutes(5)))
struct StreamAccountTests {
    /// Issues tokens with rising numbers.
    private struct Tokens: Authenticator {
        typealias Token = Int

        func credentials(for token: Int, on request: OutgoingRequest) -> [Credentials] { [.bearer("token-\(token)")] }

        func renew(_ token: Int, in renewal: Renewal) async throws(FetchError) -> Int { token + 1 }
    }

    private let clock = ManualClock()
    private let session: AuthenticationSession<Tokens>

    init() {
        var configuration = ClientConfiguration(transport: StubTransport { _ in .status(404) }, cache: nil)
        configuration.time = clock.time
        session = AuthenticationSession(Tokens(), configuration)
    }

    /// A client with one response for each request in turn, and status 204 afterwards.
    private func client(_ responses: [StubTransport.Response]) -> (Client<Feed>, StubTransport) {
        let script = Lock(responses[...])
        let stub = StubTransport { _ in script.withLock { $0.popFirst() } ?? .status(204) }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.retry = RetryPolicy(jitter: { 0 })
        configuration.time = clock.time
        configuration.authentication = .session(session)
        return (Client(Feed(), configuration), stub)
    }

    private func tokens(_ stub: StubTransport) -> [String?] {
        stub.requests.map { $0.head.headerFields[.authorization] }
    }

    @Test("A token that was refused when the stream was opened is renewed")
    func refusal() async throws {
        try await session.signIn(1, account: "ann")
        let (client, stub) = client([.status(401), .events("1")])
        let outcome = await Outcome(of: client.events(for: .text()), limit: 1)
        #expect(outcome.elements.map(\.value) == ["1"])
        #expect(tokens(stub) == ["Bearer token-1", "Bearer token-2"])
    }

    @Test("An event that revokes the token leads to another one, and the stream goes on after its last event")
    func revocation() async throws {
        try await session.signIn(1, account: "ann")
        let revoked = ServerEvent(name: "auth_revoked", value: "credential is no longer valid")
        let (client, stub) = client([
            .events([ServerEvent(id: "7", value: "a"), revoked, ServerEvent(value: "never")]),
            .events([ServerEvent(value: "b"), revoked]),
        ])
        let outcome = await Outcome(of: client.events(for: .text()).renewing(on: "auth_revoked"))
        #expect(outcome.elements.map(\.value) == ["a", "b"])
        #expect(outcome.error == nil)
        #expect(tokens(stub) == ["Bearer token-1", "Bearer token-2", "Bearer token-3"])
        #expect(stub.requests.map { $0.head.headerFields[.init("Last-Event-ID")!] } == [nil, "7", "7"])
        #expect(clock.now.offset == .zero)
    }

    @Test("A server that revokes every token, and one that gets none, end the stream")
    func endlessRevocation() async throws {
        let revoked = StubTransport.Response.events([ServerEvent(name: "auth_revoked", value: "")])
        let (nobody, _) = client([revoked])
        let none = await Outcome(of: nobody.events(for: .text()).renewing(on: "auth_revoked"))
        #expect(none.error?.kind == .authentication(.refused))
        try await session.signIn(1, account: "ann")
        let (client, stub) = client(Array(repeating: revoked, count: 9))
        let outcome = await Outcome(of: client.events(for: .text()).renewing(on: "auth_revoked"))
        #expect(outcome.error?.kind == .authentication(.refused))
        #expect(stub.requests.count == 3)
        let (once, _) = self.client([revoked])
        let unrepeated = await Outcome(
            of: once.events(for: .text()).reconnecting(false).renewing(on: "auth_revoked"))
        #expect(unrepeated.error?.kind == .authentication(.refused))
    }

    @Test("The sign-out ends an open stream")
    func signOut() async throws {
        try await session.signIn(1, account: "ann")
        let (client, stub) = client([.events("1", "2")])
        var iterator = client.events(for: .text()).makeAsyncIterator()
        #expect(try await iterator.next()?.value == "1")
        try await session.signOut()
        let error = await #expect(throws: FetchError.self) { try await iterator.next() }
        #expect(error?.isCancellation == true)
        #expect(stub.requests.count == 1)
    }

    @Test("A stream whose account has signed out while it waited sends nothing more", arguments: [nil, "ben"])
    func signOutDuringTheWait(then other: String?) async throws {
        try await session.signIn(1, account: "ann")
        let (client, stub) = client([.events("1"), .events("never")])
        let reading = Task { await Outcome(of: client.events(for: .text())) }
        try await clock.waitForSleepers(dueWithin: .seconds(3))
        try await session.signOut()
        if let other { try await session.signIn(1, account: other) }
        clock.advance(by: .seconds(3))
        let outcome = await reading.value
        #expect(outcome.elements.map(\.value) == ["1"])
        #expect(outcome.error?.isCancellation == true)
        #expect(stub.requests.count == 1)
    }

    @Test("A secret in the query does not follow a redirect to another host")
    func secretInTheQuery() async throws {
        struct Base: Service {
            let baseURL = "https://base.example"
            var credentials: Credentials? { .query("auth", "s3cret") }
        }
        let script = Lock([StubTransport.Response.redirect(307, to: "https://shard.example/items"), .events("1")][...])
        let stub = StubTransport { _ in script.withLock { $0.popFirst() } ?? .status(204) }
        let client = Client(Base(), transport: stub, cache: nil)
        let events = client.events(for: Request<Base, String>("items", reading: .text)).reconnecting(false)
        #expect(await Outcome(of: events).elements.map(\.value) == ["1"])
        #expect(stub.requests.map(\.head.authority) == ["base.example", "shard.example"])
        #expect(stub.requests.map(\.head.path) == ["/items?auth=s3cret", "/items"])
    }
}
