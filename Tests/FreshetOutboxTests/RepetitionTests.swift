#if SQLite
import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetOutbox

/// How often a write is sent over connections that end, redirects, and servers that can't be reached.
@Suite(.timeLimit(.minutes(30)))
struct RepetitionTests {
    private let test: OutboxTest

    init() throws { test = try OutboxTest() }

    private static func put(_ repetition: WriteRepetition) -> DurableWrite<Forum, Int, Void> {
        DurableWrite<Forum, Int, Void>("put") {
            Request("posts/\($0)", method: .put, reading: .nothing)
        }.repeating(repetition)
    }

    private static let note = DurableWrite<Forum, Post, Void>("note") {
        Request("notes", method: .post, body: .json($0), reading: .nothing)
    }

    private static let stars = DurableWrite<Forum, Post, Void>("stars") {
        Request("stars/\($0.id)", method: .post, body: .json($0), reading: .nothing)
    }.replacing { "\($0.id)" }

    private func open<Input, Output>(
        _ stub: StubTransport, _ write: DurableWrite<Forum, Input, Output>
    ) throws(OutboxError) -> Outbox {
        try test.open(stub) { writes, client throws(OutboxError) in try writes.register(write, with: client) }
    }

    // MARK: - Connections

    @Test(
        "A reused connection that ends without a response repeats what may be repeated, and nothing else",
        arguments: [(WriteRepetition.never, 1), (.byMethod, 2), (.idempotent, 2), (.byKey(), 2)])
    func aDeadConnection(_ repetition: WriteRepetition, _ count: Int) async throws {
        let stub = StubTransport { _ throws(FetchError) in
            throw FetchError(.connectionLost, underlying: ReusedConnectionFailure(POSIXError(.ECONNRESET)))
        }
        let outbox = try open(stub, Self.put(repetition))
        try await outbox.enqueue(Self.put(repetition), 1)
        await outbox.wait { $0.lastError == "connection_lost" && $0.sending == 0 }
        #expect(stub.requests.count == count)
        test.clock.advance(by: .seconds(1))
        if repetition == .never {
            await outbox.wait { $0.unconfirmed == 1 }
            #expect(stub.requests.count == 1)
        }
    }

    @Test(
        "What the server has certainly not processed is sent again, whatever its rule",
        arguments: [
            FetchError(.connectionLost, underlying: UnprocessedRequest(POSIXError(.ECONNRESET))),
            FetchError(.cannotConnect(.refused)), FetchError(.timedOut(.connect)),
        ])
    func anUnprocessedRequest(_ error: FetchError) async throws {
        let stub = StubTransport()
        let outbox = try open(stub, Self.put(.never))
        let receipt = try await outbox.enqueue(Self.put(.never), 1)
        try await stub.nextRequest().fail(with: error)
        await outbox.wait { $0.nextAttempt != nil }
        test.clock.advance(by: .seconds(1))
        try await stub.nextRequest().respond(with: .status(204))
        try await receipt.delivered()
    }

    // MARK: - Redirects

    @Test("A redirect that drops the body has delivered nothing", arguments: [301, 302])
    func aRedirectThatDropsTheBody(_ status: Int) async throws {
        let stub = StubTransport { request in
            request.head.method == .get ? .status(200) : .redirect(status, to: "/v1/elsewhere")
        }
        let outbox = try open(stub, Self.note)
        let receipt = try await outbox.enqueue(Self.note, Post(id: 1, text: "a"))
        let error = await outboxFailure { () throws(OutboxError) in try await receipt.delivered() }
        guard case .failed("redirect.forbidden", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(stub.requests.count == 1)
        #expect(try await outbox.input(of: receipt.id, as: Self.note) == Post(id: 1, text: "a"))
    }

    @Test("A redirect that keeps the body is followed", arguments: [307, 308])
    func aRedirectThatKeepsTheBody(_ status: Int) async throws {
        let stub = StubTransport { request in
            request.head.path == "/v1/notes" ? .redirect(status, to: "/v2/notes") : .status(204)
        }
        let outbox = try open(stub, Self.note)
        try await outbox.enqueue(Self.note, Post(id: 1, text: "a")).delivered()
        #expect(stub.requests.map(\.bodyText).count { $0.contains("\"a\"") } == 2)
    }

    @Test("A redirect that a write does not follow has delivered nothing", arguments: [301, 302, 307, 308])
    func aRedirectThatIsNotFollowed(_ status: Int) async throws {
        let write = DurableWrite<Forum, Int, Void>("manual") {
            Request("posts/\($0)", method: .put, reading: .nothing).redirecting(.manual)
        }
        let outbox = try open(StubTransport { _ in .redirect(status, to: "/v2/posts") }, write)
        let receipt = try await outbox.enqueue(write, 1)
        let error = await outboxFailure { () throws(OutboxError) in try await receipt.delivered() }
        guard case .failed("redirect.forbidden", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "A 303 is the response to an applied write, whatever its target is",
        arguments: [RedirectMode.follow, .manual, .error, .sameOrigin])
    func seeOther(_ mode: RedirectMode) async throws {
        let write = DurableWrite<Forum, Post, Void>("note") {
            Request("notes", method: .post, body: .json($0), reading: .nothing).redirecting(mode)
        }
        let stub = StubTransport { request in
            request.head.method == .get ? .status(404) : .redirect(303, to: "/v1/notes/1")
        }
        let outbox = try open(stub, write)
        try await outbox.enqueue(write, Post(id: 1, text: "a")).delivered()
        #expect(await outbox.state.total == 0)
        #expect(stub.requests.count { $0.head.method == .post } == 1)
    }

    @Test func aReadThatCannotBeReadConfirmsNothing() async throws {
        let write = Self.put(.never).confirming { Request<Forum, Bool>("posts/\($0)/state") }
        let stub = StubTransport()
        let outbox = try open(stub, write)
        try await outbox.enqueue(write, 1)
        try await stub.nextRequest().fail(with: FetchError(.connectionLost))
        await outbox.wait { $0.nextAttempt != nil }
        test.clock.advance(by: .seconds(1))
        try await stub.nextRequest().respond(with: .json("{"))
        await outbox.wait { $0.unconfirmed == 1 }
    }

    // MARK: - Servers that can't be reached

    @Test func tapsWhileNothingListensAreOneWrite() async throws {
        let stub = StubTransport()
        let outbox = try open(stub, Self.stars)
        var receipts: [WriteReceipt<Void>] = []
        for tap in 1...5 {
            receipts.append(try await outbox.enqueue(Self.stars, Post(id: 1, text: "\(tap)")))
            guard tap == 3 || tap == 5 else { continue }
            try await stub.nextRequest().fail(with: FetchError(.cannotConnect(.refused)))
            await outbox.wait { $0.nextAttempt != nil }
            #expect(await outbox.writes.map(\.id) == [receipts[tap - 1].id])
        }
        let error = await outboxFailure { () throws(OutboxError) in try await receipts[0].delivered() }
        #expect(error == .replaced(by: receipts[2].id))
        test.clock.advance(by: .seconds(1))
        let request = try await stub.nextRequest()
        #expect(request.request.bodyText.contains("5"))
        request.respond(with: .status(204))
        try await receipts[4].delivered()
        #expect(stub.requests.count == 3)
    }

    @Test func aReplacementTakesThePlaceOfTheWriteThatDidNotArrive() async throws {
        let stars = Self.stars.scoped { _ in "stars" }
        let stub = StubTransport()
        var outbox = try open(stub, stars)
        let first = try await outbox.enqueue(stars, Post(id: 1, text: "3"))
        let second = try await outbox.enqueue(stars, Post(id: 2, text: "3"))
        let third = try await outbox.enqueue(stars, Post(id: 1, text: "5"))
        try await stub.nextRequest().fail(with: FetchError(.cannotConnect(.refused)))
        await outbox.wait { $0.waiting == 2 }
        #expect(
            await outboxFailure { () throws(OutboxError) in try await first.delivered() } == .replaced(by: third.id))
        await outbox.close()
        outbox = try open(stub, stars)
        #expect(await outbox.writes.map(\.id) == [third.id, second.id])
        test.clock.advance(by: .seconds(1))
        for id in [1, 2] {
            let request = try await stub.nextRequest()
            #expect(request.request.head.path == "/v1/stars/\(id)")
            request.respond(with: .status(204))
        }
        await outbox.wait { $0.total == 0 }
    }

    @Test("A server that asks for a wait without an end is asked again after a day", arguments: [429, 503])
    func aWaitWithoutAnEnd(_ status: Int) async throws {
        let stub = StubTransport()
        let outbox = try open(stub, Self.put(.idempotent))
        try await outbox.enqueue(Self.put(.idempotent), 1)
        let wait: HTTPFields = [.retryAfter: "99999999999999999999"]
        try await stub.nextRequest().respond(with: .status(status, headers: wait))
        await outbox.wait { $0.nextAttempt != nil }
        #expect(await outbox.state.nextAttempt == test.clock.date.addingTimeInterval(86_400))
        test.clock.advance(by: .seconds(86_400))
        try await stub.nextRequest().respond(with: .status(204))
        await outbox.wait { $0.total == 0 }
    }
}
#endif
