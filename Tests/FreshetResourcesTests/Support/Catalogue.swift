import Foundation
import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes

/// A service with a list that comes in pages of two numbers.
struct Catalogue: Service {
    let baseURL = "https://catalogue.example"
    var account: Account?

    var credentials: Credentials? {
        account.map { account in Credentials.bearer(account.token).account(account.name) }
    }

    struct Page: Codable, Sendable, Equatable, Identifiable {
        var entries: [Entry]
        var page: Int
        var hasNext: Bool

        var id: Int { page }

        mutating func rename(_ id: Int, _ title: String) {
            for index in entries.indices where entries[index].id == id { entries[index].title = title }
        }
    }

    struct Entry: Codable, Sendable, Equatable, Identifiable {
        var id: Int
        var title = ""
    }
}

extension PagedRequest where API == Catalogue, Page == Catalogue.Page {
    static var entries: Self {
        let first = Request<API, Page>("entries").tagged("catalogue").tagged { page in
            page.entries.map { .id("entry", $0.id) }
        }
        return .numbered(first) { $0.hasNext }
    }
    static var entriesFromTheSecondPage: Self {
        .numbered(Request("entries", query: ["page": 2])) { $0.hasNext }
    }
    static var others: Self { .numbered(Request("others")) { $0.hasNext } }
    /// Each page leads to the first one again.
    static var loop: Self { PagedRequest(Request("entries")) { _, request in request } }
    /// A list whose pages name no address that may be followed.
    static var misled: Self {
        PagedRequest(Request("entries")) { _, _ throws(FetchError) in
            throw FetchError(.redirect(.forbidden("elsewhere")))
        }
    }
}

extension Request where API == Catalogue, Value == Void {
    static func remove(_ id: Int) -> Self { Request("entries/\(id)", method: .delete, reading: .nothing) }
    static func rename(_ id: Int, _ title: String) -> Self {
        Request("entries/\(id)", method: .put, body: .json(["title": title]), reading: .nothing)
    }
}

/// The server of the catalogue, with the entries that a test gives it.
final class CatalogueServer: Sendable {
    struct State {
        var ids = Array(1...6)
        var title = ""
        var titles: [Int: String] = [:]
        /// The pages that are refused, and with which status.
        var refused: [Int: Int] = [:]
        /// The page that is unavailable for one request.
        var unavailable: Int?
        var gate: Gate?
        var directives = "max-age=60"
        var isRefusingWrites = false
    }

    let state = Lock(State())
    let transport: StubTransport

    init() {
        transport = StubTransport { [state] request in
            let state = state.withLock { state in
                Self.write(request, &state)
                var present = state
                if state.unavailable == Self.page(of: request) {
                    present.refused[Self.page(of: request)] = 503
                    state.unavailable = nil
                }
                return present
            }
            await state.gate?.wait()
            return Self.response(to: request, state)
        }
    }

    private static func write(_ request: TransportRequest, _ state: inout State) {
        guard !state.isRefusingWrites, let id = request.head.path?.split(separator: "/").last.flatMap({ Int($0) })
        else { return }
        if request.head.method == .delete { state.ids.removeAll { $0 == id } }
        if request.head.method == .put, case .bytes(let body) = request.body {
            state.titles[id] = try? JSONDecoder().decode([String: String].self, from: body)["title"]
        }
    }

    private static func response(to request: TransportRequest, _ state: State) -> StubTransport.Response {
        let number = Self.page(of: request)
        if let status = state.refused[number] { return .status(status) }
        let ids = state.ids.dropFirst((number - 1) * 2).prefix(2)
        let page = Catalogue.Page(
            entries: ids.map { Catalogue.Entry(id: $0, title: state.titles[$0] ?? state.title) }, page: number,
            hasNext: state.ids.count > number * 2)
        var response = StubTransport.Response(
            headers: [.contentType: "application/json", .cacheControl: state.directives],
            chunks: [(try? JSONEncoder().encode(page)) ?? Data()])
        if request.head.method != .get { response = .status(state.isRefusingWrites ? 422 : 204) }
        return response
    }

    static func page(of request: TransportRequest) -> Int {
        (request.head.path ?? "").split(separator: "page=").dropFirst().first.flatMap { Int($0) } ?? 1
    }

    /// The pages that were asked for, in order.
    var asked: [Int] { transport.requests.filter { $0.head.method == .get }.map { Self.page(of: $0) } }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    func hold() -> Gate {
        let gate = Gate()
        set { $0.gate = gate }
        return gate
    }

    func release(_ gate: Gate) {
        set { $0.gate = nil }
        gate.open()
    }
}

/// A client of the catalogue, with a time that a test moves.
struct CatalogueBench {
    let clock = ManualClock()
    let server = CatalogueServer()
    let client: Client<Catalogue>

    init() {
        client = Client(Catalogue(), transport: server.transport, cache: nil, retry: .never, time: clock.time)
    }
}

/// Tests of lists, each on a bench of its own.
protocol CatalogueSuite {
    var bench: CatalogueBench { get }
}

extension CatalogueSuite {
    var clock: ManualClock { bench.clock }
    var server: CatalogueServer { bench.server }
    var client: Client<Catalogue> { bench.client }
    /// The window that all screens share, on the pages themselves.
    var list: ListWindow<Catalogue.Page> { client.sharedList() }
}

extension Client<Catalogue> {
    func sharedList(
        keeping limit: Int? = nil, restoring restored: Int = 1, every interval: Duration? = nil
    ) -> ListWindow<Catalogue.Page> {
        sharedWindow(on: .entries, keeping: limit, restoring: restored, every: interval) { WindowPage([$0]) }
    }
}

/// The ids of each page that is shown.
func ids(_ state: ListState<Catalogue.Page>) -> [[Int]]? {
    state.items?.map { $0.entries.map(\.id) }
}

extension ListWindow {
    /// Observes the list, and loads a number of pages.
    func loaded(_ count: Int) async -> WindowRecorder<Item> {
        let recorder = WindowRecorder(self)
        await load().value
        for _ in 1..<count { await loadMore().value }
        return recorder
    }
}

/// Records the states of a window that an observer sees.
final class WindowRecorder<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    private let recorded = Lock<[ListState<Item>]>([])
    private let observation: ResourceObservation

    init(_ window: ListWindow<Item>) {
        observation = window.observe { [recorded, weak window] in
            guard let state = window?.state else { return }
            recorded.withLock { $0.append(state) }
        }
    }

    var states: [ListState<Item>] { recorded.withLock { $0 } }

    func stop() { observation.cancel() }
}
