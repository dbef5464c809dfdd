import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide Lists without end.

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
    let seasons = theatre.resource(paging: .seasons)
    await seasons.next()  // the first page
    await seasons.next()  // one more
    show(seasons.items { $0.plays }.state.value ?? [])
}

@MainActor
func makeList(_ theatre: Client<Theatre>) -> PagedList<Play> {
    PagedList(theatre.resource(paging: .seasons).keeping(pages: 10)) { $0.plays }
}

func makeWindow(_ theatre: Client<Theatre>) -> ListWindow<Play> {
    theatre.window(on: .seasons) { WindowPage($0.plays) }
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
        let seasons = theatre.resource(paging: .seasons)
        await seasons.next()
        await seasons.next()
        #expect(seasons.items { $0.plays }.state.value?.map(\.title) == ["Phèdre", "Bérénice"])
        #expect(server.requests.count == 2)
    }

    @Test func aWindowShowsTheListOrItemsByTheirIDs() async {
        let theatre = Client(Theatre(), transport: server, cache: nil)
        let window = makeWindow(theatre)
        await window.load().value
        await window.next().value
        #expect(window.state.items?.map(\.title) == ["Phèdre", "Bérénice"])
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
        let list = makeList(theatre)
        #expect(list.items.count == 2)
        #expect(!list.hasNext)
        try await removePlay(theatre, 1)
        #expect(theatre.resource(paging: .seasons).state.value?.first?.plays == [])
    }
}
