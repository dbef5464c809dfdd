import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guides Resources, Invalidating cached data and Testing resources.

struct Theatre: Service {
    let baseURL = "https://theatre.example/v1"
}

struct Play: Codable, Sendable, Identifiable, Equatable {
    var id: Int
    var title: String
}

extension Request where API == Theatre, Value == Play {
    static func play(_ id: Int) -> Self { Request("plays/\(id)").tagged(.id("play", id)) }
    static func rename(_ id: Int, to title: String) -> Self {
        Request("plays/\(id)/title", method: .put, body: .json(["title": title]))
    }
    static func replace(_ play: Play) -> Self { Request("plays/\(play.id)", method: .put, body: .json(play)) }
}

extension Request where API == Theatre, Value == [Play] {
    static var rated: Self {
        Request("rated").tagged("ratings").tagged { plays in plays.map { .id("play", $0.id) } }
    }
}

func showPlay(_ theatre: Client<Theatre>, show: (ResourceState<Play>) -> Void) async {
    let play = theatre.resource(.play(7))
    for await state in play.states { show(state) }
}

func choices(_ theatre: Client<Theatre>) -> [Resource<Play>] {
    let play = theatre.resource(.play(7))
    return [
        play.fresh(.lasting(.seconds(300))),  // whatever the response says
        play.fresh(.untilInvalidated),
        play.polling(every: .seconds(30)),  // not in the background, nor before the hold after a failure is over
        play.refetching(on: [.appearance, .expiry]),
        play.keeping(for: .seconds(3600)),  // after the last observer has left
        play.showingStored(.confirmed),  // none that says `must-revalidate` before the server was asked
        play.placeholder { Play(id: 7, title: "…") },
    ]
}

func prepare(_ theatre: Client<Theatre>, reachability: any Reachability, foreground: any Foreground) {
    theatre.resources.settings.reachability = reachability
    theatre.resources.settings.foreground = foreground
    theatre.resources.settings.keepTime = .seconds(600)
}

func changeTitle(_ theatre: Client<Theatre>) async throws {
    let play = theatre.resource(.play(7))
    let known = try await play.value()  // if it is fresh, without an exchange
    play.update { $0.title = known.title.uppercased() }
    try await play.refetch()
    play.cancel()
    play.reset()
}

func titles(_ theatre: Client<Theatre>) -> [Resource<String>] {
    [
        theatre.resource(Request<Theatre, Play>.play(7).map(\.title)),
        theatre.resource(Request<Theatre, Play>.play(7).map { $0.title.uppercased() }.named("capitals")),
    ]
}

@MainActor
func showNext(_ model: ResourceModel<Play>, _ theatre: Client<Theatre>) async {
    model.show(theatre.resource(.play(8)))  // the play before stays, marked, until this one is there
    await model.run()  // as in `.task { await model.run() }`
}

func views(_ theatre: Client<Theatre>) -> [any ResourceReadable] {
    let rated = theatre.resource(.rated)
    return [
        rated.map(\.count),
        rated.then { plays in plays.first.map { theatre.resource(.play($0.id)) } },
        combined(rated, theatre.resource(.play(7))),
    ]
}

func rated(_ theatre: Client<Theatre>) {
    theatre.resources.invalidate(.request(.play(7)), .tag("ratings"))
}

func signedOut(_ theatre: Client<Theatre>) {
    theatre.resources.accountDidChange()
}

@Suite(.timeLimit(.minutes(1)))
struct ResourceSnippets {
    private let server = StubTransport { request in
        let play = #"{"id":7,"title":"Phèdre"}"#
        return .json((request.head.path ?? "").hasSuffix("rated") ? "[\(play)]" : play)
    }

    @Test func theLoopShowsThePlay() async {
        let theatre = Client(Theatre(), transport: server, cache: nil)
        await withTaskGroup(of: Void.self) { group in
            let shown = Gate()
            group.addTask {
                await showPlay(theatre) { if $0.value != nil { shown.open() } }
            }
            await shown.wait()
            group.cancelAll()
        }
        #expect(theatre.resource(.play(7)).state.value?.title == "Phèdre")
    }

    @Test func handlesWithOtherChoicesAreHandlesOfOneResource() {
        let theatre = Client(Theatre(), transport: server, cache: nil)
        #expect(Set(choices(theatre)).count == 1)
        #expect(Set(titles(theatre)).count == 2)
        prepare(theatre, reachability: ManualReachability(), foreground: ManualForeground())
        #expect(theatre.resources.settings.keepTime == .seconds(600))
    }

    @Test func viewsAreReadAndShown() async throws {
        let theatre = Client(Theatre(), transport: server, cache: nil)
        #expect(views(theatre).count == 3)
        let model = await ResourceModel<Play>()
        let task = Task { await showNext(model, theatre) }
        try await eventually { theatre.resource(.play(8)).state.value != nil }
        task.cancel()
        await task.value
    }

    @Test func changesAndInvalidationsDoWhatTheGuidesSay() async throws {
        let theatre = Client(Theatre(), transport: server, cache: nil)
        try await changeTitle(theatre)
        #expect(theatre.resource(.play(7)).state.value == nil)
        _ = try await theatre.resource(.rated).value()
        rated(theatre)
        #expect(theatre.resource(.rated).state.isStale)
        signedOut(theatre)
    }

    @Test func anObservedPlayIsFetchedAgain() async throws {
        let server = StubTransport { _ in .json(#"{"id":7,"title":"Phèdre"}"#) }
        let theatre = Client(Theatre(), transport: server, cache: nil)
        let recorder = ResourceRecorder(theatre.resource(.play(7)))
        try await recorder.state { $0.updates == 1 && $0.activity == .idle }
        theatre.resources.invalidate(.id("play", 7))
        try await recorder.state { $0.updates == 2 && $0.activity == .idle }
        #expect(server.requests.count == 2)
    }

    @Test func thePlayIsFetchedAgainWhenItIsStaleAndTheAppComesBack() async throws {
        let clock = ManualClock()
        let server = StubTransport { _ in
            StubTransport.Response(
                headers: [.contentType: "application/json", .cacheControl: "max-age=60"],
                chunks: [Data(#"{"id":7,"title":"Phèdre"}"#.utf8)])
        }
        let theatre = Client(Theatre(), transport: server, cache: nil, time: clock.time)
        let foreground = ManualForeground()
        theatre.resources.settings.foreground = foreground

        let recorder = ResourceRecorder(theatre.resource(.play(7)))
        try await recorder.state { $0.value?.title == "Phèdre" }
        foreground.isActive = false
        clock.advance(by: .seconds(60))
        foreground.isActive = true
        try await recorder.state { $0.updates == 2 && $0.activity == .idle }
        #expect(server.requests.count == 2)
    }
}
