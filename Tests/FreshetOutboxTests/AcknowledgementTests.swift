#if SQLite
import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetOutbox

/// An acknowledgement removes the write and the attempt that it belongs to, and no other
/// (MobileNativeFoundation/Store#761).
@Suite(.timeLimit(.minutes(30)))
struct AcknowledgementTests {
    private static let note = DurableWrite<Forum, Post, Void>("note") {
        Request("notes", method: .post, body: .json($0), reading: .nothing)
    }.repeating(.byKey())

    private func open(
        _ test: OutboxTest, _ stub: StubTransport, _ write: DurableWrite<Forum, Post, Void>
    ) throws(OutboxError) -> Outbox {
        try test.open(stub) { writes, client throws(OutboxError) in try writes.register(write, with: client) }
    }

    @Test("Store#761, queue replacement: a write that comes while the one before is acknowledged stays")
    func aWriteThatIsEnqueuedDuringAnAcknowledgementStays() async throws {
        let write = Self.note.scoped { _ in "notes" }
        for seed in 0..<UInt64(TestLength.count(20, long: 2_000)) {
            var random = SeededRandom(seed: seed)
            let test = try OutboxTest()
            let stub = StubTransport()
            let outbox = try open(test, stub, write)
            try await outbox.enqueue(write, Post(id: 1, text: "a"))
            let first = try await stub.nextRequest()
            let pauses = (Int.random(in: 0..<6, using: &random), Int.random(in: 0..<6, using: &random))
            async let responded: Void = {
                await passTurns(pauses.0)
                first.respond(with: .status(204))
            }()
            async let receipt = {
                await passTurns(pauses.1)
                return try await outbox.enqueue(write, Post(id: 2, text: "b"))
            }()
            let (second, _) = try await (receipt, responded)
            let request = try await stub.nextRequest()
            #expect(request.request.bodyText.contains("\"b\""), "seed \(seed)")
            #expect(await outbox.writes.map(\.id) == [second.id], "seed \(seed)")
            request.respond(with: .status(204))
            try await second.delivered()
            #expect(stub.requests.count == 2)
            #expect(await outbox.state == OutboxState())
            await outbox.close()
        }
    }

    @Test("Store#761, eager retry: an older write that succeeds does not acknowledge a newer one that failed")
    func anOlderRetryDoesNotAcknowledgeANewerWrite() async throws {
        let test = try OutboxTest()
        let stub = StubTransport()
        let outbox = try open(test, stub, Self.note)
        let older = try await outbox.enqueue(Self.note, Post(id: 1, text: "a"))
        try await stub.nextRequest().respond(with: .status(503))
        await outbox.wait { $0.nextAttempt != nil }
        test.clock.advance(by: .seconds(2))
        let retry = try await stub.nextRequest()
        #expect(retry.request.bodyText.contains("\"a\""))
        // The newer write is stored and fails while the older one is sent again.
        let newer = try await outbox.enqueue(Self.note, Post(id: 2, text: "b"))
        let failing = try await stub.nextRequest()
        failing.respond(with: .status(503))
        await outbox.wait { $0.sending == 1 && $0.lastError == "status.503" }
        retry.respond(with: .status(204))
        try await older.delivered()
        #expect(await outbox.writes.map(\.id) == [newer.id])
        // It is still there after a restart, and is sent under its own key.
        await outbox.close()
        let again = try open(test, stub, Self.note)
        #expect(await again.writes.map(\.id) == [newer.id])
        await again.wait { $0.nextAttempt != nil }
        test.clock.advance(by: .seconds(2))
        let last = try await stub.nextRequest()
        #expect(last.request.bodyText == failing.request.bodyText)
        #expect(last.request.idempotencyKey == failing.request.idempotencyKey)
        last.respond(with: .status(204))
        await again.wait { $0.total == 0 }
        #expect(stub.requests.count == 4)
    }

    @Test func aWriteThatWasReplacedDuringItsEndStaysUnderItsNewKey() async throws {
        let test = try OutboxTest()
        let stub = StubTransport()
        let outbox = try open(test, stub, Self.note)
        let receipt = try await outbox.enqueue(Self.note, Post(id: 1, text: "a"))
        try await stub.nextRequest().respond(with: .status(404))
        await outbox.wait { $0.failed == 1 }
        try await outbox.edit(receipt.id, of: Self.note, Post(id: 1, text: "b"))
        let second = try await stub.nextRequest()
        // The outcome of the first attempt is acknowledged, the write itself is not.
        try await outbox.acknowledge(receipt.id)
        #expect(await outbox.writes.map(\.phase) == [.sending])
        second.respond(with: .status(204))
        try await receipt.delivered()
    }
}
#endif
