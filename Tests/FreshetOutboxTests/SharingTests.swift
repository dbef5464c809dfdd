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
    private func look(count: Int = 2) async throws {
        try await test.clock.waitForSleepers(count: count, dueWithin: .milliseconds(500))
        test.clock.advance(by: .milliseconds(500))
        try await tasksAtRest()
    }

    @Test func oneSendsAndTheOthersEnqueueAndSeeItWithinASecond() async throws {
        let stub = StubTransport()
        let idle = StubTransport()
        let first = try open(stub)
        let second = try open(idle)
        let receipt = try await second.enqueue(Writes.post, Post(id: 1, text: "a"))
        let (start, outcomes) = (test.clock.now, second.outcomes)
        try await look()
        let request = try await stub.nextRequest()
        #expect(request.request.bodyText.contains("\"a\""))
        #expect(await first.writes.map(\.id) == [receipt.id])
        request.respond(with: .json(#"{"id":1,"text":"b"}"#))
        await first.wait { $0.total == 0 }
        try await look()
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
        try await look()
        _ = try await stub.nextRequest()
        try await look()
        #expect(next.requests.isEmpty)
        await first.close()
        let end = test.clock.now
        try await test.clock.waitForSleepers(dueWithin: .milliseconds(500))
        test.clock.advance(by: .milliseconds(500))
        let request = try await next.nextRequest()
        #expect(request.request.head.path == "/v1/posts/1/like")
        #expect(end.duration(to: test.clock.now) <= .seconds(2))
        request.respond(with: .status(204))
        await second.wait { $0.total == 0 }
    }

    /// A process that is being started has a copy of every descriptor until it runs its program.
    @Test func aClosedOutboxHasNotTheTurnWhereItsDescriptorsAreCopied() async throws {
        let first = try test.open(StubTransport())
        let copy = await dup(try #require(first.lock.handle.withLock { $0?.fileDescriptor }))
        defer { close(copy) }
        await first.close()
        let second = try test.open(StubTransport())
        await second.close()
    }

    // MARK: - Senders that can't send

    @Test func aWriteThatTheSenderDoesNotKnowIsSentByAnother() async throws {
        let idle = StubTransport()
        var settings = test.settings
        settings.isShared = true
        let first = try test.open(idle, settings) { writes, client throws(OutboxError) in
            try writes.register(Writes.like, with: client)
        }
        let stub = StubTransport()
        let second = try open(stub)
        let receipt = try await second.enqueue(Writes.post, Post(id: 1, text: "a"))
        for _ in 0..<SenderTurns.idleLooks + 2 { try await look() }
        let request = try await stub.nextRequest()
        #expect(request.request.bodyText.contains("\"a\""))
        request.respond(with: .json(#"{"id":1,"text":"b"}"#))
        #expect(try await receipt.delivered() == Post(id: 1, text: "b"))
        try await look()
        #expect(await first.writes.isEmpty)
        #expect(idle.requests.isEmpty)
    }

    @Test func aSuspendedSenderIsPassedOver() async throws {
        // Its clock stands still, and so does its process.
        let suspended = try OutboxTest()
        let (old, new) = (StubTransport(), StubTransport())
        var settings = test.settings
        settings.isShared = true
        var writes = OutboxWrites()
        try writes.register(Writes.like, with: suspended.client(old))
        let first = try Outbox(
            file: test.folder.file, writes: writes, settings: settings, time: suspended.clock.time)
        try await first.enqueue(Writes.like, 1)
        let held = try await old.nextRequest()
        let second = try open(new)
        try await second.enqueue(Writes.like, 2)
        for _ in 0..<SenderTurns.silentLooks + 1 {
            #expect(new.requests.isEmpty)
            try await look(count: 1)
        }
        // The one that was in progress may have arrived, and is idempotent.
        let requests = [try await new.nextRequest(), try await new.nextRequest()]
        let paths = requests.compactMap { $0.request.head.path }.sorted()
        #expect(paths == ["/v1/posts/1/like", "/v1/posts/2/like"])
        // The first one continues, and sends nothing more.
        held.fail(with: FetchError(.connectionLost))
        await first.wait { $0.sending == 0 }
        try await suspended.clock.waitForSleepers(dueWithin: .milliseconds(500))
        suspended.clock.advance(by: .milliseconds(500))
        try await first.enqueue(Writes.like, 3)
        try await tasksAtRest()
        #expect(old.requests.count == 1)
        for request in requests { request.respond(with: .status(204)) }
        try await look(count: 1)
        try await new.nextRequest().respond(with: .status(204))
        await second.wait { $0.total == 0 }
        #expect(old.requests.count == 1)
    }

    @Test func aNewSenderKnowsWhatTheLastOneHasSent() async throws {
        let bump = DurableWrite<Forum, Int, Void>("bump") { Request("bump/\($0)", method: .post, reading: .nothing) }
        let (old, new) = (StubTransport(), StubTransport())
        var settings = test.settings
        settings.isShared = true
        func open(_ stub: StubTransport) throws(OutboxError) -> Outbox {
            try test.open(stub, settings) { writes, client throws(OutboxError) in
                try writes.register(bump, with: client)
            }
        }
        test.reachability.isOffline = true
        let first = try open(old)
        try await first.enqueue(bump, 1)
        let second = try open(new)
        #expect(await second.writes.map(\.attempts) == [0])
        test.reachability.isOffline = false
        _ = try await old.nextRequest()
        // Killed before the other one has looked at the file.
        await first.close()
        try await look(count: 1)
        await second.wait { $0.unconfirmed == 1 }
        #expect(new.requests.isEmpty)
    }

    @Test func whatAnotherProcessEditsDuringARequestIsSentAfterwards() async throws {
        let stub = StubTransport()
        let first = try open(stub)
        let second = try open(StubTransport())
        let receipt = try await first.enqueue(Writes.post, Post(id: 1, text: "old"))
        let request = try await stub.nextRequest()
        try await look()
        try await second.edit(receipt.id, of: Writes.post, Post(id: 1, text: "new"))
        request.respond(with: .json(#"{"id":1,"text":"old"}"#))
        await first.wait { $0.sending == 0 }
        #expect(await second.writes.map(\.id) == [receipt.id])
        try await look()
        let later = try await stub.nextRequest()
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
        let request = try await stub.nextRequest()
        try await look()
        try await second.discard(receipt.id)
        request.fail(with: FetchError(.connectionLost))
        await first.wait { $0.sending == 0 }
        try await look()
        #expect(await first.writes.isEmpty)
        test.clock.advance(by: .seconds(10))
        #expect(stub.requests.count == 1)
    }
}
#endif
