import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import HTTPTypes
import HackerNews
import NIOConcurrencyHelpers
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct StoriesViewModelTests {
    let clock = ManualClock()
    let backend = Backend()
    let model: StoriesViewModel

    init() {
        for id in 1...99 { backend.respond(to: "/item/\(id).json", with: .story(id)) }
        backend.respond(to: "topstories", with: .ids([3, 1, 2]))
        backend.respond(to: "beststories", with: .ids([20, 10]))
        // The tests let more time pass than a call may take.
        var limits = Limits()
        (limits.callTimeout, limits.idleTimeout) = (nil, nil)
        model = StoriesViewModel(
            Client(
                HackerNews(), transport: backend.transport, cache: nil, limits: limits, retry: .never, time: clock.time),
            pageSize: 3, scheduler: clock.scheduler)
    }

    private var ids: [Int] { model.stories.items.map(\.id) }

    private func settle(on ids: [Int]) async throws {
        try await clock.settle { self.ids == ids && !model.stories.fetch.isFetching && !model.stories.isLoadingMore }
    }

    /// Lets time pass until a list was requested so many times: earlier responses have been handled by then.
    private func settle(untilAsked count: Int, for list: String = "topstories") async throws {
        try await clock.run { backend.count(list) >= count }
    }

    // MARK: - The list

    @Test("A list keeps its order and its questions without a link (T60, T61)")
    func order() async throws {
        backend.respond(to: "/item/1.json", with: .story(1, fields: #","text":"Ask HN: why?""#))
        backend.respond(to: "/item/3.json", with: .story(3, fields: #","url":"https://a.example/""#))
        model.start()
        try await settle(on: [3, 1, 2])
        #expect(model.stories.items.map { $0.link?.host() } == ["a.example", nil, nil])
        #expect(model.stories.totalCount == 3)
    }

    @Test func theListFollowsItsIndex() async throws {
        #expect(model.indexEndpoint == 1)
        model.indexEndpoint = 9
        #expect(model.list == .top)
        model.indexEndpoint = 2
        try await clock.runDueWork()
        #expect(backend.targets.isEmpty)
        model.start()
        try await settle(on: [20, 10])
        model.list = .top
        try await settle(on: [3, 1, 2])
    }

    @Test func comingBackIntoSightAsksForNothingThatIsThere() async throws {
        model.appear()
        try await settle(on: [3, 1, 2])
        try await settle(untilAsked: 2)
        backend.respond(to: "topstories", with: .ids([9, 3, 1, 2]))
        try await clock.run { !model.newStories.isEmpty }
        model.disappear()
        try await clock.runDueWork()
        #expect(!model.isWatching && clock.actionCount == 0)
        let asked = backend.targets.count
        model.appear()
        try await clock.runDueWork()
        #expect(model.isWatching && model.newStories == [9] && ids == [3, 1, 2] && backend.targets.count == asked)
    }

    @Test func whoLeavesBeforeTheListHasComeFindsItLater() async throws {
        backend.hold("topstories")
        model.appear()
        try await clock.settle { backend.openCount("topstories") == 1 }
        model.disappear()
        try await clock.settle { backend.openCount("topstories") == 0 }
        backend.respond(to: "topstories", with: .ids([3, 1, 2]))
        model.appear()
        try await settle(on: [3, 1, 2])
    }

    @Test("A slow old list never shows (T3)")
    func latestWins() async throws {
        let gate = Gate()
        backend.respond(to: "topstories", with: .ids([3, 1, 2]), at: gate)
        model.start()
        try await clock.settle { gate.waiterCount == 1 }
        model.list = .best
        try await settle(on: [20, 10])
        gate.open()
        try await clock.runDueWork()
        #expect(ids == [20, 10] && backend.count("/item/3.json") == 0)
    }

    @Test("An empty list is empty and asks for nothing (T62, T64)")
    func emptyList() async throws {
        backend.respond(to: "topstories", with: .ids([]))
        model.start()
        try await clock.settle { model.stories.isEmpty }
        model.watchForNew()
        try await settle(untilAsked: 4)
        #expect(backend.count("/item/") == 0)
        #expect(model.newStories.isEmpty)
    }

    @Test func oneThatFailsIsCountedAndCostsItselfOnly() async throws {
        backend.fail("/item/1.json")
        backend.respond(to: "/item/2.json", with: .null)
        model.start()
        try await settle(on: [3])
        #expect(model.stories.missingCount == 1 && model.stories.selectedError == nil)
    }

    @Test("When nothing comes at all, that is reported (T67)")
    func allFail() async throws {
        for id in 1...3 { backend.fail("/item/\(id).json") }
        model.start()
        try await clock.settle { model.stories.selectedError != nil }
        #expect(model.stories.fetch.value == nil)
        #expect(model.stories.selectedError?.title == "Network error")
        for id in 1...3 { backend.respond(to: "/item/\(id).json", with: .story(id)) }
        model.retry()
        try await settle(on: [3, 1, 2])
        // T4: a list that can't be had leaves the one that is shown.
        backend.fail("beststories")
        model.list = .best
        try await clock.settle { model.stories.selectedError != nil }
        #expect(ids == [3, 1, 2] && model.stories.fetch.isStale)
    }

    @Test("Further pages come from the same list (T27)")
    func paging() async throws {
        backend.respond(to: "topstories", with: .ids([7, 6, 5, 4, 5, 6, 3]))
        model.start()
        try await settle(on: [7, 6, 5])
        model.stories.loadMore()
        // 5 and 6 were there before.
        try await settle(on: [7, 6, 5, 4])
        model.stories.loadMore()
        try await settle(on: [7, 6, 5, 4, 3])
        #expect(!model.stories.hasMore)
        #expect(backend.count("topstories") == 1)
    }

    @Test func notMoreAreAskedForAtOnceThanAllowed() async throws {
        backend.respond(to: "topstories", with: .ids(Array(1...60)))
        let model = StoriesViewModel(
            Client(HackerNews(), transport: backend.transport, cache: nil, retry: .never), pageSize: 60,
            maxConcurrent: 4,
            scheduler: clock.scheduler)
        model.start()
        try await clock.settle { model.stories.items.count == 60 }
        #expect(backend.mostOpen <= 4)
    }

    @Test func cancellingEndsTheCallsOfThePage() async throws {
        for id in 1...3 { backend.hold("/item/\(id).json") }
        model.start()
        try await clock.settle { backend.openCount("/item/") == 3 }
        model.stories.cancel()
        try await clock.settle { backend.openCount() == 0 }
        #expect(!model.stories.fetch.isFetching && model.stories.selectedError == nil)
    }

    // MARK: - Streams

    /// Responds to requests for a list, of JSON or of events.
    private func streamingModel(
        _ events: @escaping @Sendable () -> StubTransport.Response
    ) -> (StoriesViewModel, StubTransport) {
        let stub = StubTransport { request in
            let path = request.path
            if path.contains("/item/") { return .story(Int(path.filter(\.isNumber).dropFirst()) ?? 0) }
            return request.head.headerFields[.accept] == "text/event-stream" ? events() : .ids([3, 1, 2])
        }
        var limits = Limits()
        (limits.callTimeout, limits.idleTimeout) = (nil, nil)
        // However far the clock is moved, a silent stream is opened again and is not a failure.
        let client = Client(
            HackerNews(), transport: stub, cache: nil, limits: limits, retry: RetryPolicy(attempts: 1000),
            time: clock.time)
        return (StoriesViewModel(client, streams: true, pageSize: 3, scheduler: clock.scheduler), stub)
    }

    @Test("A list that is streamed is not requested again; its new stories are announced")
    func streamedList() async throws {
        let connections = NIOLockedValueBox(0)
        let (model, stub) = streamingModel {
            let number = connections.withLockedValue { count in
                count = min(count + 1, 2)
                return count
            }
            return .events([ServerEvent(name: "put", value: #"{"path":"/","data":[\#(100 + number),3,1,2]}"#)])
        }
        model.start()
        try await clock.settle { model.stories.items.count == 3 }
        model.watchForNew()
        try await clock.settle { model.newStories == [101] }
        // The stream has ended, and is opened again after a delay.
        try await clock.run { model.newStories == [102] }
        #expect(model.watchError == nil)
        #expect(stub.requests.count { $0.head.headerFields[.accept] != "text/event-stream" } == 4)
        model.pauseWatching()
        #expect(!model.isWatching)
    }

    @Test("Where no stream is offered, the list is looked at again and again")
    func noStream() async throws {
        let (model, stub) = streamingModel { .ids([9, 3, 1, 2]) }
        model.start()
        try await clock.settle { model.stories.items.count == 3 }
        model.watchForNew()
        try await clock.run { stub.requests.count { !$0.path.contains("/item/") } >= 5 }
        #expect(model.isWatching && model.watchError == nil)
    }

    // MARK: - What is new

    @Test("New stories are announced in the list's order, none at first (T63)")
    func newStories() async throws {
        let sounds = PublisherRecorder(model.sound)
        model.start()
        try await settle(on: [3, 1, 2])
        model.watchForNew()
        #expect(model.isWatching)
        try await settle(untilAsked: 3)
        #expect(model.newStories.isEmpty)
        // The first of the list is the same; two new ones follow it.
        backend.respond(to: "topstories", with: .ids([3, 8, 9, 1, 2]))
        try await clock.run { !model.newStories.isEmpty }
        #expect(model.newStories == [8, 9])
        backend.respond(to: "topstories", with: .ids([7, 3, 8, 9, 1]))
        try await clock.run { model.newStories.count == 3 }
        #expect(model.newStories == [7, 8, 9])
        // The shown list stays, and no story was requested for the check (T62).
        #expect(ids == [3, 1, 2] && backend.count("/item/") == 3)
        #expect(!model.isSoundOn && sounds.values.isEmpty)
    }

    @Test func storiesThatComeBetweenTheListAndTheFirstLookAreAnnounced() async throws {
        model.start()
        try await settle(on: [3, 1, 2])
        backend.respond(to: "topstories", with: .ids([8, 3, 1, 2]))
        model.watchForNew()
        // The first look has ended when the second one begins.
        try await settle(untilAsked: 3)
        #expect(model.newStories == [8])
    }

    @Test func theReaderMaySwitchTheSoundOn() async throws {
        let sounds = PublisherRecorder(model.sound)
        model.isSoundOn = true
        model.start()
        try await settle(on: [3, 1, 2])
        model.watchForNew()
        try await settle(untilAsked: 3)
        backend.respond(to: "topstories", with: .ids([8, 9, 3, 1, 2]))
        try await clock.run { !model.newStories.isEmpty }
        try await settle(untilAsked: backend.count("topstories") + 2)
        #expect(sounds.values == [2])
    }

    @Test func whatIsNewIsShownWhenTheReaderWantsIt() async throws {
        model.start()
        try await settle(on: [3, 1, 2])
        model.watchForNew()
        try await settle(untilAsked: 3)
        backend.respond(to: "topstories", with: .ids([8, 3, 1, 2]))
        try await clock.run { model.newStories == [8] }
        model.showNew()
        try await settle(on: [8, 3, 1])
        #expect(model.newStories.isEmpty)
        try await settle(untilAsked: backend.count("topstories") + 3)
        #expect(model.newStories.isEmpty)
    }

    @Test("Looks never overlap, however slow the service is (T65)")
    func noOverlap() async throws {
        model.start()
        try await settle(on: [3, 1, 2])
        let gate = Gate()
        backend.respond(to: "topstories", with: .ids([3, 1, 2]), at: gate)
        model.watchForNew()
        model.watchForNew()
        clock.advance(by: .seconds(29))
        try await clock.runDueWork()
        #expect(backend.count("topstories") == 1)
        clock.advance(by: .seconds(1))
        try await clock.settle { gate.waiterCount == 1 }
        clock.advance(by: .seconds(600))
        try await clock.runDueWork()
        #expect(backend.count("topstories") == 2)
        gate.open()
        // The pause is counted from the response.
        try await settle(untilAsked: 3)
        #expect(model.currentDate >= ManualClock().date.addingTimeInterval(660))
    }

    @Test("Each list is compared with itself (T63)")
    func listsApart() async throws {
        model.start()
        try await settle(on: [3, 1, 2])
        model.watchForNew()
        try await settle(untilAsked: 3)
        model.list = .best
        try await settle(on: [20, 10])
        try await settle(untilAsked: 4, for: "beststories")
        #expect(model.newStories.isEmpty)
        backend.respond(to: "beststories", with: .ids([20, 30, 10]))
        try await clock.run { !model.newStories.isEmpty }
        #expect(model.newStories == [30])
        model.list = .top
        #expect(model.newStories.isEmpty)
    }

    @Test("A response for the previous list does not apply to this one (T63)")
    func lateLook() async throws {
        model.start()
        try await settle(on: [3, 1, 2])
        let gate = Gate()
        backend.respond(to: "topstories", with: .ids([3, 1, 2]), at: gate)
        model.watchForNew()
        clock.advance(by: .seconds(30))
        try await gate.waitUntilWaiting()
        gate.open()
        // The response and its end are on their way to the screen when the reader changes the list.
        try await eventually { clock.actionCount >= 2 }
        model.list = .best
        try await settle(untilAsked: 4, for: "beststories")
        #expect(model.newStories.isEmpty)
    }

    @Test func aFailedLookIsReportedAndTheNextOneIsMade() async throws {
        model.start()
        try await settle(on: [3, 1, 2])
        backend.fail("topstories")
        model.watchForNew()
        try await clock.run { model.watchError != nil }
        #expect(model.watchError?.title == "Network error")
        #expect(ids == [3, 1, 2] && model.stories.selectedError == nil)
        backend.respond(to: "topstories", with: .ids([3, 1, 2]))
        try await clock.run { model.watchError == nil }
        #expect(model.isWatching)
    }

    @Test func watchingCanBePaused() async throws {
        model.start()
        try await settle(on: [3, 1, 2])
        model.watchForNew()
        try await settle(untilAsked: 3)
        backend.hold("topstories")
        try await clock.run { backend.openCount() == 1 }
        model.pauseWatching()
        #expect(!model.isWatching)
        try await clock.run { backend.openCount() == 0 }
        let count = backend.count("topstories")
        clock.advance(by: .seconds(600))
        try await clock.runDueWork()
        #expect(backend.count("topstories") == count)
        #expect(clock.actionCount == 0)
        model.watchForNew()
        clock.advance(by: .seconds(30))
        try await clock.settle { backend.count("topstories") == count + 1 }
    }
}
