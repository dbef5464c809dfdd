import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import HackerNews
import JSONPlaceholder
import NIOConcurrencyHelpers
import NewsAPI
import ReaderModels
import TMDb
import Testing
import TheMealDB

/// What two screens show is one state: it is requested once, and is there at once for whoever comes back.
@Suite(.timeLimit(.minutes(2)))
struct SharingTests {
    let backend = Backend()
    let clock = ManualClock()

    private func client<API: Service>(_ service: API) -> Client<API> {
        Client(service, transport: backend.transport, cache: nil, retry: .never, time: clock.time)
    }

    /// Opens a screen twice, and once more after both have gone.
    ///
    /// - Parameters:
    ///   - responses: The responses by texts of their targets.
    ///   - later: A response that has changed when the screen is opened again.
    private func check<Model>(
        _ responses: [(text: String, response: StubTransport.Response)],
        later: (text: String, response: StubTransport.Response), _ make: () -> Model, start: (Model) -> Void,
        state: (Model) -> (count: Int?, isFetching: Bool), counts: [Int]
    ) async throws {
        let gate = Gate()
        for (text, response) in responses { backend.respond(to: text, with: response, at: gate) }
        var tabs = [make(), make()]
        for tab in tabs { start(tab) }
        try await clock.settle { gate.waiterCount == responses.count }
        gate.open()
        try await clock.settle { tabs.allSatisfy { state($0) == (counts[0], false) } }
        #expect(backend.targets.count == responses.count)

        // The screens are released. What they showed is out of date when one is opened again.
        tabs = []
        clock.advance(by: .seconds(60))
        let held = Gate()
        backend.respond(to: later.text, with: later.response, at: held)
        let back = make()
        start(back)
        clock.advance()
        #expect(state(back) == (counts[0], true))
        try await clock.settle { held.waiterCount == 1 }
        held.open()
        try await clock.settle { state(back) == (counts[1], false) }
        #expect(backend.targets.count == 2 * responses.count)
    }

    @Test func aMovie() async throws {
        let client = client(TMDb(.token("token")))
        try await check(
            [("/movie/7", .json(#"{"id":7,"title":"Mario"}"#))],
            later: ("/movie/7", .json(#"{"id":7,"title":"Super Mario"}"#)),
            { MovieDetailViewModel(client, id: 7, scheduler: clock.scheduler) }, start: { $0.load() },
            state: { ($0.movie.value?.title.count, $0.movie.isFetching) }, counts: [5, 11])
    }

    @Test func aMeal() async throws {
        let client = client(TheMealDB())
        try await check(
            [("i=7", .meals([7]))], later: ("i=7", .json(#"{"meals":[{"idMeal":"7","strMeal":"Teriyaki"}]}"#)),
            { MealDetailViewModel(client, id: "7", scheduler: clock.scheduler) }, start: { $0.load() },
            state: { ($0.meal.value?.name.count, $0.meal.isFetching) }, counts: [6, 8])
    }

    @Test func sources() async throws {
        let client = client(NewsAPI(apiKey: "key"))
        try await check(
            [("/sources", .sources([("abc", "Alpha")]))],
            later: ("/sources", .sources([("abc", "Alpha"), ("def", "Beta")])),
            { SourcesViewModel(client, scheduler: clock.scheduler) }, start: { $0.start() },
            state: { ($0.sources.value?.count, $0.sources.isFetching) }, counts: [1, 2])
    }

    @Test func people() async throws {
        let client = client(JSONPlaceholder())
        try await check(
            [("/users", .users), ("/albums", .albums), ("/photos", .photos)], later: ("/albums", .json("[]")),
            { UsersViewModel(client, scheduler: clock.scheduler) }, start: { $0.load() },
            state: { ($0.people.value?.first?.albums.count, $0.people.isFetching) }, counts: [2, 0])
    }

    @Test func aListOfMovies() async throws {
        let client = client(TMDb(.token("token")))
        try await check(
            [("/movie/upcoming", .movies([1, 2]))], later: ("/movie/upcoming", .movies([1, 2, 3])),
            { MoviesViewModel(client, scheduler: clock.scheduler) }, start: { $0.start() },
            state: { ($0.movies.fetch.value?.count, $0.movies.fetch.isFetching) }, counts: [2, 3])
    }

    @Test func articles() async throws {
        let client = client(NewsAPI(apiKey: "key"))
        try await check(
            [("/top-headlines", .articles([1]))], later: ("/top-headlines", .articles([1, 2])),
            { ArticlesViewModel(client, scheduler: clock.scheduler) }, start: { $0.start() },
            state: { ($0.articles.fetch.value?.count, $0.articles.fetch.isFetching) }, counts: [1, 2])
    }

    @Test func stories() async throws {
        for id in 1...2 { backend.respond(to: "/item/\(id).json", with: .story(id)) }
        let client = client(HackerNews())
        let tabs = (0..<2).map { _ in StoriesViewModel(client, scheduler: clock.scheduler) }
        backend.respond(to: "/topstories", with: .ids([2, 1]))
        for tab in tabs { tab.start() }
        try await clock.settle { tabs.allSatisfy { $0.stories.items.count == 2 && !$0.stories.fetch.isFetching } }
        #expect(backend.targets.count == 3)

        // Whoever comes back sees them at once, and the newest a moment later.
        clock.advance(by: .seconds(60))
        let gate = Gate()
        backend.respond(to: "/topstories", with: .ids([1]), at: gate)
        let back = StoriesViewModel(client, scheduler: clock.scheduler)
        back.start()
        #expect(back.stories.items.map(\.id) == [2, 1] && back.stories.isReplacing)
        gate.open()
        try await clock.settle { back.stories.items.map(\.id) == [1] && !back.stories.fetch.isFetching }
        // The other screens stay as they are.
        #expect(tabs.allSatisfy { $0.stories.items.map(\.id) == [2, 1] })
    }

    @Test func aListIsPolledOnceForAllWhoWatchItAndOnlyThen() async throws {
        backend.respond(to: "/topstories", with: .ids([]))
        let client = client(HackerNews())
        var tabs = (0..<3).map { _ in StoriesViewModel(client, scheduler: clock.scheduler) }
        for tab in tabs { tab.appear() }
        try await clock.settle { tabs.allSatisfy { $0.stories.fetch.value != nil && !$0.stories.fetch.isFetching } }
        #expect(backend.targets.count == 1)
        backend.respond(to: "/topstories", with: .ids([7]))
        clock.advance(by: .seconds(30))
        try await clock.settle { tabs.allSatisfy { $0.newStories == [7] } }
        #expect(backend.targets.count == 2)

        tabs[0].disappear()
        tabs.remove(at: 1)
        tabs[1].pauseWatching()
        clock.advance(by: .seconds(600))
        try await clock.runDueWork()
        #expect(backend.targets.count == 2)
    }

    @Test func aListIsStreamedOnceForAllWhoWatchItAndOnlyThen() async throws {
        let streams = NIOLockedValueBox((opened: 0, ended: 0))
        let held = Gate()
        let transport = StubTransport { request in
            guard request.head.headerFields[.accept] == "text/event-stream" else { return .ids([]) }
            streams.withLockedValue { $0.opened += 1 }
            await held.wait()
            streams.withLockedValue { $0.ended += 1 }
            return .status(204)
        }
        let client = Client(HackerNews(), transport: transport, cache: nil, retry: .never, time: clock.time)
        let tabs = (0..<3).map { _ in StoriesViewModel(client, streams: true, scheduler: clock.scheduler) }
        for tab in tabs { tab.appear() }
        try await clock.settle { streams.withLockedValue { $0.opened } == 1 }
        for tab in tabs.dropFirst() { tab.disappear() }
        try await clock.runDueWork()
        #expect(streams.withLockedValue { $0 } == (1, 0))
        tabs[0].disappear()
        try await clock.settle { streams.withLockedValue { $0.ended } == 1 }
    }

    @Test func aCancelEndsTheLoadingOfOneScreenAlone() async throws {
        let gate = Gate()
        backend.respond(to: "/movie/7", with: .json(#"{"id":7,"title":"Mario"}"#), at: gate)
        let client = client(TMDb(.token("token")))
        let tabs = (0..<2).map { _ in MovieDetailViewModel(client, id: 7, scheduler: clock.scheduler) }
        for tab in tabs { tab.load() }
        try await clock.settle { gate.waiterCount == 1 }
        tabs[0].cancel()
        clock.advance(by: .seconds(1))
        #expect(!tabs[0].movie.isFetching && tabs[1].movie.isFetching && backend.openCount() == 1)
        gate.open()
        try await clock.settle { tabs[1].movie.value != nil && !tabs[1].movie.isFetching }
        #expect(tabs[0].movie.value == nil && tabs[0].selectedError == nil)
    }
}
