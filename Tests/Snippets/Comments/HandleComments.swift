import Freshet
import FreshetResources

// The code of the comments about the methods of resources, windows and writes.

enum HandleComments {
    static func value(_ theatre: Client<Theatre>) async throws(FetchError) -> String {
        let play = theatre.resource(.play(7))
        let title = try await play.value().title
        return title
    }

    static func observed(
        _ play: Resource<Play>, show: @escaping @Sendable (ResourceState<Play>) -> Void
    ) {
        let observation = play.observe { state in show(state) }
        observation.cancel()
    }

    static func state(
        _ theatre: Client<Theatre>, show: (Play) -> Void, report: (FetchError) -> Void
    ) {
        let state = theatre.resource(.play(7)).state
        if let play = state.value { show(play) }
        if let error = state.error { report(error) }
    }

    static func changed(_ theatre: Client<Theatre>, edited: Play) {
        let play = theatre.resource(.play(7))
        play.set(edited, freshFor: .seconds(60))
        play.update { $0.title = "Phaedra" }
    }

    static func polled(_ theatre: Client<Theatre>, show: (ResourceState<Play>) -> Void) async {
        let play = theatre.resource(.play(7)).polling(every: .seconds(30))
        for await state in play.states { show(state) }
    }

    static func choices(_ theatre: Client<Theatre>) -> [Resource<Play>] {
        func waiting() -> Resource<Play> {
            let play = theatre.resource(.play(7)).placeholder { Play(id: 7, title: "…") }
            return play
        }
        let play = theatre.resource(.play(7)).refetching(on: [.foreground, .expiry])
        return [waiting(), play]
    }

    @MainActor
    static func model(_ theatre: Client<Theatre>, show: (Play?) -> Void) {
        let model = ResourceModel(theatre.resource(.play(7)))
        model.start()
        show(model.value)
        model.stop()
    }

    static func count(_ theatre: Client<Theatre>, show: (Int) -> Void) async {
        let size = theatre.resource(.rated).map(\.count)
        for await count in size.values { show(count) }
    }

    static func first(_ theatre: Client<Theatre>) -> ResourceView<Play> {
        let first = theatre.resource(.rated).then { plays in
            plays.first.map { theatre.resource(.play($0.id)) }
        }
        return first
    }

    static func all(_ theatre: Client<Theatre>) {
        theatre.resources.invalidate(.id("play", 7), .tag("ratings"))
        theatre.resources.invalidate(.path("plays/"))
        theatre.resources.remove(.matching { !$0.isObserved })
        theatre.resources.settings.keepTime = .seconds(600)
        theatre.resources.settings.entryLimit = 500
    }

    // MARK: - Windows

    static func seasons(_ theatre: Client<Theatre>, show: ([Play]) -> Void) async {
        let seasons = theatre.window(on: .seasons) { WindowPage($0.plays) }
        await seasons.load().value
        show(seasons.state.items ?? [])
    }

    static func shared(
        _ theatre: Client<Theatre>, show: @escaping @Sendable ([Play]) -> Void
    ) -> ResourceObservation {
        let seasons = theatre.sharedWindow(on: .seasons, keeping: 10) { WindowPage($0.plays) }
        let observation = seasons.observe { [weak seasons] in show(seasons?.state.items ?? []) }
        seasons.load()
        return observation
    }

    static func known(_ theatre: Client<Theatre>, show: ([Play]) -> Void) async {
        let classics = theatre.window(on: [7, 8, 9], size: 20) { .entry($0) }
        await classics.load().value
        show(classics.state.items ?? [])
    }

    // MARK: - Writes

    static func replaced(_ theatre: Client<Theatre>, by play: Play) async throws(FetchError) {
        try await theatre.write(.replace(play)) {
            $0.setsResult(of: .rated) { plays, new in plays = plays.map { $0.id == new.id ? new : $0 } }
        }
    }

    static func removed(_ theatre: Client<Theatre>) async throws(FetchError) {
        try await theatre.write(.remove(7)) {
            $0.update(paging: .seasons) { season in season.plays.removeAll { $0.id == 7 } }
        }
    }

    static func inOrder(_ theatre: Client<Theatre>, title: String) async throws(FetchError) {
        try await theatre.write(.rename(7, to: title)) {
            $0.scope = "play 7"
            $0.onFailure = .cancelsFollowing
            $0.update(.play(7)) { $0.title = title }
        }
    }
}
