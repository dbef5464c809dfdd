#if SQLite
import Foundation
import FreshetCombine
import FreshetCore
import FreshetTesting
import Observation
import Testing

@testable import FreshetOutbox

/// What screens observe: the model for SwiftUI, and the publisher of the states.
@Suite(.timeLimit(.minutes(30)))
struct ModelTests {
    private let test: OutboxTest
    private let stub = StubTransport()

    init() throws { test = try OutboxTest() }

    /// Waits until a property that a closure reads has changed to what it asks for.
    @MainActor
    private func wait(until isMet: @MainActor () -> Bool) async {
        while true {
            let changed = Gate()
            if withObservationTracking(isMet, onChange: { changed.open() }) { return }
            await changed.wait()
        }
    }

    @Test @MainActor func theModelHasTheStateAndTheWritesOfItsOutbox() async throws {
        test.reachability.isOffline = true
        let outbox = try test.open(stub)
        let model = OutboxModel(outbox)
        #expect(model.state == OutboxState())
        #expect(model.writes.isEmpty)
        let first = try await outbox.enqueue(Writes.like, 1)
        await wait { model.state.waiting == 1 && model.writes.map(\.id) == [first.id] }
        #expect(model.writes.map(\.phase) == [.waiting])
        test.reachability.isOffline = false
        let request = try await stub.nextRequest()
        await wait { model.writes.map(\.phase) == [.sending] && model.state.sending == 1 }
        request.respond(with: .status(404))
        await wait { model.state.failed == 1 && model.state.sending == 0 }
        #expect(model.writes.map(\.phase) == [.failed(.failed(code: "status.404", nil))])
        try await outbox.discard(first.id)
        await wait { model.writes.isEmpty && model.state.total == 0 }
    }

    @Test @MainActor func aModelOfAnOutboxWithWritesGetsThem() async throws {
        test.reachability.isOffline = true
        let outbox = try test.open(stub)
        try await outbox.enqueue(Writes.like, 1)
        let model = OutboxModel(outbox)
        await wait { model.state.waiting == 1 && model.writes.count == 1 }
    }

    @Test @MainActor func aReleasedModelKeepsNeitherItselfNorItsOutbox() async throws {
        test.reachability.isOffline = true
        var outbox: Outbox? = try test.open(stub)
        weak let releasedOutbox = outbox
        var model = outbox.map { OutboxModel($0) }
        weak let released = model
        try await outbox?.enqueue(Writes.like, 1)
        await wait { model?.state.waiting == 1 }
        model = nil
        #expect(released == nil)
        // The outbox is used as before, and is released with its last user.
        #expect(await outbox?.state.waiting == 1)
        outbox = nil
        try await eventually { releasedOutbox == nil }
        #expect(try await test.open(stub).state.waiting == 1)
    }

    @Test func thePublisherOfTheStatesHasThePresentOneAndEachFurtherOne() async throws {
        test.reachability.isOffline = true
        let outbox = try test.open(stub)
        let recorder = PublisherRecorder(outbox.states.publisher)
        try await recorder.waitForValues(count: 1)
        #expect(recorder.values == [OutboxState()])
        try await outbox.enqueue(Writes.like, 1)
        try await recorder.waitForValues(count: 2)
        #expect(recorder.values.last?.waiting == 1)
        await outbox.resume()
        await outbox.close()
        try await recorder.waitForCompletion()
        #expect(recorder.isFinished)
        #expect(recorder.violations.isEmpty)
        #expect(recorder.values.count == 2)
    }
}
#endif
