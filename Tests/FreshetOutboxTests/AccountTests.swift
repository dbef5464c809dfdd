#if SQLite
import Foundation
import FreshetAuthentication
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetOutbox

/// Writes belong to the account that has enqueued them.
@Suite(.timeLimit(.minutes(30)))
struct AccountTests {
    private struct Tokens: Authenticator {
        /// The status with which the server refuses to renew a token.
        let renewal: Lock<Int?>

        func credentials(for token: String, on request: OutgoingRequest) -> [Credentials] { [.bearer(token)] }

        func renew(_ token: String, in renewal: Renewal) async throws(FetchError) -> String {
            guard let code = self.renewal.withLock({ $0 }) else { throw FetchError(.authentication(.signedOut)) }
            let head = HTTPResponse(status: .init(code: code))
            let error = ServiceError(code: "invalid_grant", message: "The token is spent.")
            throw FetchError(.service(error), response: FetchError.Response(head: head))
        }
    }

    private let test: OutboxTest
    private let stub = StubTransport()
    private let renewal = Lock<Int?>(nil)
    private let session: AuthenticationSession<Tokens>

    init() throws {
        test = try OutboxTest()
        var configuration = ClientConfiguration(transport: StubTransport { _ in .status(500) }, cache: nil)
        configuration.time = test.clock.time
        session = AuthenticationSession(Tokens(renewal: renewal), configuration)
    }

    private func open(_ write: DurableWrite<Forum, Int, Void> = Writes.like) throws(OutboxError) -> Outbox {
        let client = test.client(stub) { $0.authentication = .session(session) }
        var writes = OutboxWrites()
        try writes.register(write, with: client)
        return try Outbox(file: test.folder.file, writes: writes, settings: test.settings, time: test.clock.time)
    }

    private func sentToken(_ request: StubTransport.HeldRequest) -> String? {
        request.request.head.headerFields[.authorization]
    }

    private func drain(_ outbox: Outbox) async -> Int {
        await outbox.drain(until: test.clock.date.addingTimeInterval(1))
    }

    @Test func aWriteIsSentWithTheSessionOfItsAccountOnly() async throws {
        try await session.signIn("token-of-ann", account: "forum/ann")
        test.reachability.isOffline = true
        let outbox = try open()
        try await outbox.enqueue(Writes.like, 1)
        try await session.signOut()
        await outbox.close()
        test.reachability.isOffline = false
        let again = try open()
        #expect(await drain(again) == 1)
        try await session.signIn("token-of-bob", account: "forum/bob")
        #expect(await drain(again) == 1)
        try await again.enqueue(Writes.like, 2)
        let second = try await stub.nextRequest()
        #expect(second.request.head.path == "/v1/posts/2/like")
        #expect(sentToken(second) == "Bearer token-of-bob")
        second.respond(with: .status(204))
        await again.wait { $0.total == 1 }
        #expect(stub.requests.count == 1)
        #expect(await again.writes.map(\.attempts) == [0])
        try await session.signIn("token-of-ann-2", account: "forum/ann")
        let first = try await stub.nextRequest()
        #expect(first.request.head.path == "/v1/posts/1/like")
        #expect(sentToken(first) == "Bearer token-of-ann-2")
        first.respond(with: .status(204))
        await again.wait { $0.total == 0 }
        #expect(try !test.folder.contains("ann"))
        #expect(try !test.folder.contains("token-of"))
    }

    @Test func aRefusedTokenHoldsTheWriteUntilTheNextSignIn() async throws {
        try await session.signIn("old", account: "forum/ann")
        let outbox = try open()
        let receipt = try await outbox.enqueue(Writes.like, 1)
        try await stub.nextRequest().respond(with: .status(401))
        await outbox.wait { $0.lastError?.hasPrefix("authentication") == true && $0.sending == 0 }
        try await session.signIn("new", account: "forum/ann")
        let request = try await stub.nextRequest()
        #expect(sentToken(request) == "Bearer new")
        request.respond(with: .status(204))
        try await receipt.delivered()
    }

    @Test(
        "A renewal that the server refuses holds the writes until the next sign-in",
        arguments: [400, 401, 403, 404, 429, 500, 503])
    func aRefusedRenewalHoldsTheWritesUntilTheNextSignIn(_ status: Int) async throws {
        renewal.withLock { $0 = status }
        try await session.signIn("old", account: "forum/ann")
        let outbox = try open()
        let first = try await outbox.enqueue(Writes.like, 1)
        try await stub.nextRequest().respond(with: .status(401))
        await outbox.wait { $0.lastError?.hasPrefix("authentication") == true && $0.sending == 0 }
        let second = try await outbox.enqueue(Writes.like, 2)
        await outbox.wait { $0.waiting == 2 && $0.sending == 0 }
        #expect(await outbox.state.failed == 0)
        try await session.signIn("new", account: "forum/ann")
        for _ in 1...2 {
            let request = try await stub.nextRequest()
            #expect(sentToken(request) == "Bearer new")
            request.respond(with: .status(204))
        }
        try await first.delivered()
        try await second.delivered()
    }

    @Test func aWriteWithoutATokenWasNotSentAndIsReplaced() async throws {
        let stars = Writes.like.replacing { "\($0)" }
        test.reachability.isOffline = true
        try await session.signIn("old", account: "forum/bob")
        let outbox = try open(stars)
        try await outbox.enqueue(stars, 1)
        try await session.signOut()
        test.reachability.isOffline = false
        await outbox.wait { $0.lastError?.hasPrefix("authentication") == true && $0.sending == 0 }
        test.reachability.isOffline = true
        try await tasksAtRest()
        try await session.signIn("new", account: "forum/bob")
        try await outbox.enqueue(stars, 1)
        #expect(await outbox.writes.count == 1)
    }

    @Test(
        "A discarded write is not sent after the next sign-in, though it was in progress", arguments: [401, 503, 204])
    func aDiscardedWriteInProgressIsNotSentAgain(_ status: Int) async throws {
        try await session.signIn("ann", account: "forum/ann")
        let outbox = try open()
        let receipt = try await outbox.enqueue(Writes.like, 1)
        try await outbox.enqueue(Writes.like, 2)
        let requests = [try await stub.nextRequest(), try await stub.nextRequest()]
        #expect(try await outbox.prepareSignOut(.discard) == 0)
        #expect(await outboxFailure { () throws(OutboxError) in try await receipt.delivered() } == .unknownWrite)
        try await session.signOut()
        for request in requests { request.respond(with: .status(status)) }
        try await session.signIn("ann-2", account: "forum/ann")
        try await outbox.enqueue(Writes.like, 3)
        let next = try await stub.nextRequest()
        #expect(next.request.head.path == "/v1/posts/3/like")
        next.respond(with: .status(204))
        await outbox.wait { $0.total == 0 }
        #expect(stub.requests.count == 3)
    }

    @Test func aWriteOfAnAccountThatTheSenderLacksIsSentByAnother() async throws {
        var configuration = ClientConfiguration(transport: StubTransport { _ in .status(500) }, cache: nil)
        configuration.time = test.clock.time
        let other = AuthenticationSession(Tokens(renewal: renewal), configuration)
        try await other.signIn("bob", account: "forum/bob")
        try await session.signIn("ann", account: "forum/ann")
        var settings = test.settings
        settings.isShared = true
        func open(_ stub: StubTransport, _ session: AuthenticationSession<Tokens>) throws(OutboxError) -> Outbox {
            var writes = OutboxWrites()
            try writes.register(Writes.like, with: test.client(stub) { $0.authentication = .session(session) })
            return try Outbox(file: test.folder.file, writes: writes, settings: settings, time: test.clock.time)
        }
        let idle = StubTransport()
        let first = try open(idle, other)
        let second = try open(stub, session)
        try await second.enqueue(Writes.like, 1)
        // Each outbox looks at the file on a queue of its own, which is not among the tasks at rest, and then waits again.
        // The first look of one may be missed while it begins: more of them than needed change nothing.
        for _ in 0..<2 * SenderTurns.idleLooks + 4 {
            for outbox in [first, second] { _ = await outbox.writes }
            try await tasksAtRest()
            test.clock.advance(by: .milliseconds(500))
            try await tasksAtRest()
        }
        let request = try await stub.nextRequest()
        #expect(sentToken(request) == "Bearer ann")
        request.respond(with: .status(204))
        await second.wait { $0.total == 0 }
        #expect(idle.requests.isEmpty)
        await first.close()
    }

    @Test("Before a sign-out", arguments: [SignOutChoice.keep, .discard, .sendFirst(within: .seconds(5))])
    func signOutChoices(_ choice: SignOutChoice) async throws {
        test.reachability.isOffline = true
        try await session.signIn("bob", account: "forum/bob")
        let outbox = try open()
        try await outbox.enqueue(Writes.like, 1)
        try await session.signIn("ann", account: "forum/ann")
        let receipt = try await outbox.enqueue(Writes.like, 2)
        switch choice {
        case .keep:
            #expect(try await outbox.prepareSignOut(choice) == 1)
            #expect(await outbox.writes.count == 2)
        case .discard:
            #expect(try await outbox.prepareSignOut(choice) == 0)
            #expect(await outbox.writes.count == 1)
            let error = await outboxFailure { () throws(OutboxError) in try await receipt.delivered() }
            #expect(error == .discarded || error == .unknownWrite)
        case .sendFirst:
            test.reachability.isOffline = false
            async let left = outbox.prepareSignOut(choice)
            let request = try await stub.nextRequest()
            #expect(sentToken(request) == "Bearer ann")
            request.respond(with: .status(204))
            #expect(try await left == 0)
            #expect(await outbox.writes.count == 1)
        }
    }
}
#endif
