import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide Infinite scrolling and pagination of shared lists.

struct Season: Codable, Sendable, Equatable {
    var plays: [Play]
    var hasNext: Bool
}

extension PagedRequest where API == Theatre, Page == Season {
    static var seasons: Self { .numbered(Request("seasons")) { $0.hasNext } }
}

extension Request where API == Theatre, Value == Void {
    static func remove(_ id: Int) -> Self { Request("plays/\(id)", method: .delete, reading: .nothing) }
}

func showSeasons(_ theatre: Client<Theatre>, show: ([Play]) -> Void) async {
    let seasons = theatre.window(on: .seasons) { WindowPage($0.plays) }
    await seasons.load().value  // the first page
    await seasons.loadMore().value  // one more
    show(seasons.state.items ?? [])
}

func makeSharedWindow(_ theatre: Client<Theatre>) -> ListWindow<Play> {
    theatre.sharedWindow(on: .seasons, keeping: 10) { WindowPage($0.plays) }
}

extension Request where API == Theatre, Value == [Int] {
    static var programme: Self { Request("programme") }
    static func programme(of year: Int) -> Self { Request("programme", query: ["year": year]) }
}

extension Request where API == Theatre, Value == Play? {
    static func entry(_ id: Int) -> Self { Request("plays/\(id)") }
}

func makeProgramme(_ theatre: Client<Theatre>) -> ListWindow<Play> {
    theatre.window(on: .programme, size: 20) { .entry($0) }
}

func removePlay(_ theatre: Client<Theatre>, _ id: Int) async throws {
    try await theatre.write(.remove(id)) {
        $0.update(paging: .seasons) { $0.plays.removeAll { $0.id == id } }
    }
}

extension PagedRequest where API == Theatre, Page == Season {
    static func seasons(since year: Int) -> Self {
        .numbered(Request("seasons", query: ["since": year])) { $0.hasNext }
    }
}

@MainActor
func makeListModel(_ theatre: Client<Theatre>) -> ListModel<Int, Play> {
    ListModel { year in theatre.window(on: .seasons(since: year)) { WindowPage($0.plays) } }
}

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ListSnippets {
    private let server = StubTransport { request in
        let isSecond = (request.head.path ?? "").hasSuffix("page=2")
        let play = isSecond ? #"{"id":2,"title":"Bérénice"}"# : #"{"id":1,"title":"Phèdre"}"#
        return .json(#"{"plays":[\#(play)],"hasNext":\#(!isSecond)}"#)
    }

    @Test func aPageIsAddedToTheList() async {
        let server = StubTransport { request in
            request.query == "page=2"
                ? .json(#"{"plays": [{"id": 2, "title": "Bérénice"}], "hasNext": false}"#)
                : .json(#"{"plays": [{"id": 1, "title": "Phèdre"}], "hasNext": true}"#)
        }
        let theatre = Client(Theatre(), transport: server, cache: nil)
        let seasons = theatre.window(on: .seasons) { WindowPage($0.plays) }
        await seasons.load().value
        await seasons.loadMore().value
        #expect(seasons.state.items?.map(\.title) == ["Phèdre", "Bérénice"])
        #expect(server.requests.count == 2)
    }

    @Test func aWindowShowsItemsByTheirIDs() async {
        let entries = StubTransport { request in
            (request.head.path ?? "").hasSuffix("programme") ? .json("[2]") : .json(#"{"id":2,"title":"Bérénice"}"#)
        }
        let programme = makeProgramme(Client(Theatre(), transport: entries, cache: nil))
        await programme.load().value
        #expect(programme.state.items?.map(\.title) == ["Bérénice"])
    }

    @Test func aModelShowsTheListOfAQuery() async throws {
        let seasons = makeListModel(Client(Theatre(), transport: server, cache: nil))
        seasons.show(2026)
        try await eventually { !seasons.isFetching }
        #expect(seasons.items.map(\.title) == ["Phèdre"] && seasons.offersMore)
    }

    @Test func theListIsShownPageByPage() async throws {
        let theatre = Client(Theatre(), transport: server, cache: nil)
        let shown = Lock<[Play]>([])
        await showSeasons(theatre) { plays in shown.withLock { $0 = plays } }
        #expect(shown.withLock { $0.map(\.title) } == ["Phèdre", "Bérénice"])
        let shared = makeSharedWindow(theatre)
        await shared.load().value
        await shared.loadMore().value
        #expect(!shared.state.hasNext)
        try await removePlay(theatre, 1)
        #expect(shared.state.items?.map(\.title) == ["Bérénice"])
    }
}
