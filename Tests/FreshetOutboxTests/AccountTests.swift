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
        func credentials(for token: String, on request: OutgoingRequest) -> [Credentials] { [.bearer(token)] }
    }

    private let test: OutboxTest
    private let stub = StubTransport()
    private let session: AuthenticationSession<Tokens>

    init() throws {
        test = try OutboxTest()
        var configuration = ClientConfiguration(transport: StubTransport { _ in .status(500) }, cache: nil)
        configuration.time = test.clock.time
        session = AuthenticationSession(Tokens(), configuration)
    }

    private func open() throws(OutboxError) -> Outbox {
        let client = test.client(stub) { $0.authentication = .session(session) }
        var writes = OutboxWrites()
        try writes.register(Writes.like, with: client)
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
        test.reachability.isCertainlyOffline = true
        let outbox = try open()
        try await outbox.enqueue(Writes.like, 1)
        try await session.signOut()
        await outbox.close()
        test.reachability.isCertainlyOffline = false
        let again = try open()
        #expect(await drain(again) == 1)
        try await session.signIn("token-of-bob", account: "forum/bob")
        #expect(await drain(again) == 1)
        try await again.enqueue(Writes.like, 2)
        let second = await stub.nextRequest()
        #expect(second.request.head.path == "/v1/posts/2/like")
        #expect(sentToken(second) == "Bearer token-of-bob")
        second.respond(with: .status(204))
        await again.wait { $0.total == 1 }
        #expect(stub.requests.count == 1)
        #expect(await again.writes.map(\.attempts) == [0])
        try await session.signIn("token-of-ann-2", account: "forum/ann")
        let first = await stub.nextRequest()
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
        await stub.nextRequest().respond(with: .status(401))
        await outbox.wait { $0.lastError?.hasPrefix("authentication") == true && $0.sending == 0 }
        try await session.signIn("new", account: "forum/ann")
        let request = await stub.nextRequest()
        #expect(sentToken(request) == "Bearer new")
        request.respond(with: .status(204))
        try await receipt.delivered()
    }

    @Test("Before a sign-out", arguments: [SignOutChoice.keep, .discard, .sendFirst(within: .seconds(5))])
    func signOutChoices(_ choice: SignOutChoice) async throws {
        test.reachability.isCertainlyOffline = true
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
            test.reachability.isCertainlyOffline = false
            async let left = outbox.prepareSignOut(choice)
            let request = await stub.nextRequest()
            #expect(sentToken(request) == "Bearer ann")
            request.respond(with: .status(204))
            #expect(try await left == 0)
            #expect(await outbox.writes.count == 1)
        }
    }
}
#endif
