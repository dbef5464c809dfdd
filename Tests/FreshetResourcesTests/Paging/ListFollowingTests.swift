import Foundation
import FreshetCore
import FreshetStreams
import FreshetTesting
import Testing

@testable import FreshetResources

/// What a shared window makes of a response of the first page that is outdated before it is followed.
@Suite(.timeLimit(.minutes(1)))
struct ListFollowingTests {
    @Test func aResponseThatALoadHasFollowedMeanwhileIsNotTakenForANewOne() async {
        let source = OnePageSource()
        let window = ListWindow(source, limit: nil, following: ObservationOptions(), time: ManualClock().time)
        let observation = window.observe {}
        await window.load().value
        #expect(source.page.loads == [false])
        // A thread has read the first response, and comes to follow it only after a reload.
        let (read, hold) = (Gate(), DispatchSemaphore(value: 0))
        source.page.afterReading {
            read.open()
            hold.wait()
        }
        let notified = Task {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    source.page.notify()
                    continuation.resume()
                }
            }
        }
        await read.wait()
        await window.reload().value
        hold.signal()
        await notified.value
        #expect(!window.state.isLoading)
        #expect(source.page.loads == [false, true])
        observation.cancel()
    }

    @Test func aNewResponseIsFollowedOnceAllPagesHaveBeenToldOfAnEvent() async throws {
        let source = OnePageSource()
        let window = ListWindow(source, limit: nil, following: ObservationOptions(), time: ManualClock().time)
        let observation = window.observe {}
        await window.load().value
        source.page.beginEvent()
        source.page.receive()
        source.page.notify()
        try await tasksAtRest()
        #expect(source.page.loads == [false])
        source.page.endEvent()
        try await eventually { source.page.loads == [false, false] && !window.state.isLoading }
        observation.cancel()
    }
}

/// A list of one page, whose responses all have the same item.
private struct OnePageSource: WindowSource {
    struct Item: Identifiable, Sendable {
        let id: Int
    }

    let page = FirstPage()

    var firstPage: (any LivePage<Item>)? { page }
    var known: [WindowPage<Item>] { [] }
    let account = ["an account"]
    let ids = [1]

    func first(
        isReload: Bool, _ see: @escaping @Sendable (WindowPage<Item>) -> Void
    ) async throws(FetchError) -> WindowPage<Item> {
        await page.load(isReload: isReload)
    }
}

private final class FirstPage: LivePage {
    private struct State {
        var present = StateFacts()
        var loads: [Bool] = []
        /// The readings that are left until a closure runs.
        var readings = 0
        var afterReading: (@Sendable () -> Void)?
        var observers: [@Sendable () -> Void] = []
        /// What waits until the pages have been told of an event; `nil` while there is none.
        var waiting: [@Sendable () -> Void]?
    }

    private let state = Lock(State())

    /// Which loads were reloads.
    var loads: [Bool] { state.withLock { $0.loads } }
    let identity = try? CatalogueBench().client.identity(of: PagedRequest.entries.first)
    var facts: StateFacts { state.withLock { $0.present } }
    let isStale = false
    let isOfPresentAccount = true

    var present: StateFacts {
        let (present, afterReading) = state.withLock { state in
            state.readings -= 1
            return (state.present, state.readings == 0 ? state.afterReading.take() : nil)
        }
        afterReading?()
        return present
    }

    /// Runs a closure on the thread that reads the present facts to follow them, before it gets them. It has read them once
    /// before, to learn whether the page must wait.
    func afterReading(_ run: @escaping @Sendable () -> Void) {
        state.withLock { ($0.readings, $0.afterReading) = (2, run) }
    }

    /// Has a new response, which another observer has caused.
    func receive() { state.withLock { $0.present.updates += 1 } }

    func beginEvent() { state.withLock { $0.waiting = [] } }

    func endEvent() {
        for run in state.withLock({ $0.waiting.take() }) ?? [] { run() }
    }

    /// Tells the observers that something has changed.
    func notify() {
        for observer in state.withLock({ $0.observers }) { observer() }
    }

    func changed(_ shown: WindowPage<OnePageSource.Item>) -> WindowPage<OnePageSource.Item>? { nil }

    func load(isReload: Bool) async -> WindowPage<OnePageSource.Item> {
        state.withLock { state in
            state.loads.append(isReload)
            if isReload || state.present.date == nil {
                state.present.updates += 1
                state.present.date = Date(timeIntervalSince1970: Double(state.present.updates))
            }
        }
        var page = WindowPage([OnePageSource.Item(id: 1)])
        page.source = self
        return page
    }

    func observe(_ options: ObservationOptions?, _ notify: @escaping @Sendable () -> Void) -> ResourceObservation {
        state.withLock { $0.observers.append(notify) }
        return ResourceObservation { _ in }
    }

    func invalidate() {}

    func afterWideEvents(_ run: @escaping @Sendable () -> Void) {
        let mustWait = state.withLock { state in
            state.waiting?.append(run)
            return state.waiting != nil
        }
        if !mustWait { run() }
    }
}
