import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import Observation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ModelTests {
    let bench = LibraryBench()

    /// Waits until the model shows what a test expects.
    private func wait(until isMet: () -> Bool) async {
        while !isMet() { await Task.yield() }
    }

    @Test func makingAModelSendsNothingAndStartingItFetches() async {
        let model = ResourceModel(bench.client.resource(.book(7)))
        #expect(model.activity == .idle)
        #expect(bench.sent == 0)
        let gate = bench.server.hold()
        model.start()
        #expect(model.isFetching)
        gate.open()
        await wait { model.value != nil && !model.isFetching }
        #expect(model.value?.title == "First")
        #expect(!model.isStale)
        model.stop()
        #expect(model.value?.title == "First")
    }

    @Test func showingAnotherResourceKeepsTheValueMarkedUntilThatHasOne() async {
        let model = ResourceModel(bench.client.resource(.book(1)))
        model.start()
        await wait { model.value != nil }
        let gate = bench.server.hold()
        bench.server.set { $0.title = "Second" }
        model.show(bench.client.resource(.book(2)))
        #expect(model.value?.title == "First")
        #expect(model.isPrevious)
        #expect(model.isFetching)
        gate.open()
        await wait { !model.isPrevious && model.value?.title == "Second" }
    }

    @Test func thePreviousValueStaysBesideTheErrorOfTheOtherResource() async {
        let model = ResourceModel(bench.client.resource(.book(1)))
        model.start()
        await wait { model.value != nil }
        bench.server.set { $0.status = 500 }
        model.show(bench.client.resource(.book(2)))
        await wait { model.error != nil }
        #expect(model.value?.title == "First")
        #expect(model.isPrevious)
        model.show(nil)
        #expect(model.value == nil)
        #expect(model.error == nil)
    }

    @Test func onTheWayBackTheOwnValueIsShown() async {
        let model = ResourceModel(bench.client.resource(.book(1)))
        model.start()
        await wait { model.value != nil }
        let gate = bench.server.hold()
        model.show(bench.client.resource(.book(2)))
        #expect(model.isPrevious)
        model.show(bench.client.resource(.book(1)))
        #expect(model.value?.title == "First")
        #expect(!model.isPrevious)
        gate.open()
    }

    @Test func anotherAccountNeverSeesAPreviousValue() async {
        let account = Account()
        let bench = LibraryBench(account: account)
        let model = ResourceModel(bench.client.resource(.book(1)))
        model.start()
        await wait { model.value != nil }
        let gate = bench.server.hold()
        model.show(bench.client.resource(.book(2)))
        #expect(model.isPrevious)
        account.name = "bob"
        bench.client.resources.accountDidChange()
        await wait { model.value == nil }
        #expect(!model.isPrevious)
        gate.open()
    }

    @Test func aViewOfTheValueIsNotDrawnAgainWhenAFetchBegins() async {
        let model = ResourceModel(bench.client.resource(.book(7)))
        model.start()
        await wait { model.value != nil && !model.isFetching }
        let changes = Lock((value: 0, activity: 0))
        withObservationTracking {
            _ = model.value
        } onChange: {
            changes.withLock { $0.value += 1 }
        }
        withObservationTracking {
            _ = model.activity
        } onChange: {
            changes.withLock { $0.activity += 1 }
        }
        let gate = bench.server.hold()
        let refetch = Task { await model.refetch() }
        await wait { model.isFetching }
        #expect(changes.withLock { $0.activity } == 1)
        gate.open()
        await refetch.value
        #expect(changes.withLock { $0.value } == 0)
        bench.client.resource(.book(7)).update { $0.title = "Changed" }
        await wait { model.value?.title == "Changed" }
        #expect(changes.withLock { $0.value } == 1)
    }

    @Test func aTaskThatRunsItObservesUntilItIsCancelled() async {
        let model = ResourceModel(bench.client.resource(.book(7)))
        let task = Task { await model.run() }
        await wait { model.value != nil }
        task.cancel()
        await task.value
        bench.clock.advance(by: .seconds(300))
        await wait { bench.client.resources.count == 0 }
    }

    @Test func aReleasedModelObservesNoMore() async {
        var model: ResourceModel? = ResourceModel(bench.client.resource(.book(7)))
        model?.start()
        await wait { model?.value != nil }
        model = nil
        bench.clock.advance(by: .seconds(300))
        await wait { bench.client.resources.count == 0 }
    }
}
