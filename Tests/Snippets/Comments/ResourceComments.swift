import Freshet
import FreshetCombine
import FreshetResources
import FreshetTesting

// The code of the comments about resources.

enum ResourceComments {
    struct Film: Identifiable, Sendable, Equatable {
        let id: Int
    }

    struct Page: PartsSharing {
        var movies: [Film]
        var total: Int

        func sharingParts(with previous: Page) -> Page {
            Page(movies: movies.sharingParts(with: previous.movies), total: total)
        }
    }

    static func capitals(_ id: Int) -> Request<Theatre, String> {
        Request("plays/\(id)").map { (play: Play) in play.title.uppercased() }.named("title in capitals")
    }

    static func twoPages(_ theatre: Client<Theatre>, show: ([Play]) -> Void) async {
        let programme = theatre.window(on: .programme, size: 20) { .entry($0) }
        await programme.load().value
        await programme.loadMore().value
        show(programme.state.items ?? [])
    }

    static func feed(
        _ list: Resource<[Int]>, from stream: @escaping @Sendable () -> AsyncStream<[Int]>
    ) -> ResourceObservation {
        let feed = list.feeding { list in
            for await ids in stream() { list.set(ids) }
        }
        return feed
    }

    static func together(_ theatre: Client<Theatre>) -> ResourceView<([Play], Play)> {
        let both = combined(theatre.resource(.rated), theatre.resource(.play(7)))
        return both
    }

    static func object(_ theatre: Client<Theatre>, show: @escaping (Play?) -> Void) -> AnyCancellable {
        let play = ResourceObject(theatre.resource(.play(7)))
        play.load()
        let changes = play.$fetch.sink { fetch in show(fetch.value) }
        return changes
    }

    @MainActor
    static func start(_ theatre: Client<Theatre>) {
        let rename = WriteModel(theatre) {
            .rename(7, to: $0)
        } plan: { title, write in
            write.update(.play(7)) { $0.title = title }
        }
        rename.start("Phaedra")
    }

    static func writeObject(_ theatre: Client<Theatre>) {
        let rename = WriteObject(theatre) {
            .rename(7, to: $0)
        } plan: { title, write in
            write.update(.play(7)) { $0.title = title }
        }
        rename.start("Phaedra")
    }

    static func offline(_ configuration: inout ClientConfiguration) {
        let network = ManualReachability()
        configuration.reachability = network
        network.isOffline = true
    }

    @MainActor
    static func listModel(_ theatre: Client<Theatre>) {
        let plays = ListModel { (year: Int) in
            theatre.window(on: .programme(of: year), size: 20) { .entry($0) }
        }
        plays.show(2026)
        plays.loadMore()
    }

    static func listObject(_ theatre: Client<Theatre>) {
        let plays = ListObject { (year: Int) in
            theatre.window(on: .programme(of: year), size: 20) { .entry($0) }
        }
        plays.show(2026)
        plays.loadMore()
    }

    static func recorded(_ theatre: Client<Theatre>) async throws -> ResourceState<Play> {
        let recorder = ResourceRecorder(theatre.resource(.play(7)))
        let state = try await recorder.state { $0.value != nil }
        return state
    }
}
