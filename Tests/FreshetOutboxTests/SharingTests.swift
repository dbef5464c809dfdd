#if SQLite
import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetOutbox

/// Several outboxes on one file, as of several processes.
@Suite(.timeLimit(.minutes(30)))
struct SharingTests {
    private let test: OutboxTest

    init() throws { test = try OutboxTest() }

    private func open(_ stub: StubTransport) throws(OutboxError) -> Outbox {
        var settings = test.settings
        settings.isShared = true
        return try test.open(stub, settings)
    }

    /// Lets every outbox look at the file.
    private func look(count: Int = 2) async {
        await test.clock.waitForSleepers(count: count)
        test.clock.advance(by: .milliseconds(500))
        await test.clock.waitForFiredTimers()
    }

    @Test func oneSendsAndTheOthersEnqueueAndSeeItWithinASecond() async throws {
        let stub = StubTransport()
        let idle = StubTransport()
        let first = try open(stub)
        let second = try open(idle)
        let receipt = try await second.enqueue(Writes.post, Post(id: 1, text: "a"))
        let (start, outcomes) = (test.clock.now, second.outcomes)
        await look()
        let request = await stub.nextRequest()
        #expect(request.request.bodyText.contains("\"a\""))
        #expect(await first.writes.map(\.id) == [receipt.id])
        request.respond(with: .json(#"{"id":1,"text":"b"}"#))
        await first.wait { $0.total == 0 }
        await look()
        #expect(start.duration(to: test.clock.now) <= .seconds(1))
        #expect(await second.writes.isEmpty)
        #expect(try await receipt.delivered() == Post(id: 1, text: "b"))
        var iterator = outcomes.makeAsyncIterator()
        #expect(await iterator.next()?.id == receipt.id)
        #expect(idle.requests.isEmpty)
    }

    @Test func anotherTakesOverWhenTheSenderHasEnded() async throws {
        let stub = StubTransport()
        let next = StubTransport()
        let first = try open(stub)
        let second = try open(next)
        try await second.enqueue(Writes.like, 1)
        await look()
        _ = await stub.nextRequest()
        await look()
        #expect(next.requests.isEmpty)
        await first.close()
        let end = test.clock.now
        await test.clock.waitForSleeper(dueWithin: .milliseconds(500))
        test.clock.advance(by: .milliseconds(500))
        let request = await next.nextRequest()
        #expect(request.request.head.path == "/v1/posts/1/like")
        #expect(end.duration(to: test.clock.now) <= .seconds(2))
        request.respond(with: .status(204))
        await second.wait { $0.total == 0 }
    }

    @Test func whatAnotherProcessEditsDuringARequestIsSentAfterwards() async throws {
        let stub = StubTransport()
        let first = try open(stub)
        let second = try open(StubTransport())
        let receipt = try await first.enqueue(Writes.post, Post(id: 1, text: "old"))
        let request = await stub.nextRequest()
        await look()
        try await second.edit(receipt.id, of: Writes.post, Post(id: 1, text: "new"))
        request.respond(with: .json(#"{"id":1,"text":"old"}"#))
        await first.wait { $0.sending == 0 }
        #expect(await second.writes.map(\.id) == [receipt.id])
        await look()
        let later = await stub.nextRequest()
        #expect(later.request.bodyText.contains("new"))
        #expect(later.request.idempotencyKey != request.request.idempotencyKey)
        later.respond(with: .json(#"{"id":1,"text":"new"}"#))
        await first.wait { $0.total == 0 }
    }

    @Test func whatAnotherProcessDiscardsIsNotSentAgain() async throws {
        let stub = StubTransport()
        let first = try open(stub)
        let second = try open(StubTransport())
        let receipt = try await first.enqueue(Writes.like, 1)
        let request = await stub.nextRequest()
        await look()
        try await second.discard(receipt.id)
        request.fail(with: FetchError(.connectionLost))
        await first.wait { $0.sending == 0 }
        await look()
        #expect(await first.writes.isEmpty)
        test.clock.advance(by: .seconds(10))
        #expect(stub.requests.count == 1)
    }
}
#endif
