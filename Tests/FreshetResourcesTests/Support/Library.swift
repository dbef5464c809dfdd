import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes

/// The service that the tests ask: books with a title and a number of pages.
struct Library: Service {
    let baseURL = "https://library.example/v1"
    var account: Account?

    var credentials: Credentials? {
        account.map { account in Credentials.bearer(account.token).account(account.name) }
    }

    struct Book: Codable, Sendable, Hashable, Identifiable {
        var id = 7
        var title: String
        var pages = 100
    }
}

/// Who is signed in, as tests change it.
final class Account: Sendable {
    private let present = Lock<String?>("ada")
    private let passerBy = Lock<(name: String, looks: Int)?>(nil)

    var name: String? {
        get { passerByName ?? present.withLock { $0 } }
        set { present.withLock { $0 = newValue } }
    }

    private var passerByName: String? {
        passerBy.withLock { passerBy in
            guard let (name, looks) = passerBy else { return nil }
            passerBy = looks > 0 ? (name, looks - 1) : nil
            return looks > 0 ? nil : name
        }
    }

    /// Lets one look at the account find another one, after some that do not.
    func passBy(_ name: String, afterLooks looks: Int) { passerBy.withLock { $0 = (name, looks) } }

    var token: String? { name.map { "token of \($0)" } }
}

extension Request where API == Library, Value == Library.Book {
    static func book(_ id: Int) -> Self { Request("books/\(id)").tagged(.id("book", id)) }
}

extension Request where API == Library, Value == Library.Book {
    static func put(_ book: Library.Book) -> Self {
        Request("books/\(book.id)", method: .put, body: .json(book))
    }
}

extension Request where API == Library, Value == Void {
    static func setPages(_ pages: Int, of id: Int = 7) -> Self {
        Request("books/\(id)/pages", method: .put, body: .json(["pages": pages]), reading: .nothing)
    }
}

extension Request where API == Library, Value == [Library.Book] {
    static var shelf: Self {
        Request("shelf").tagged("lists").tagged { books in books.map { .id("book", $0.id) } }
    }
}

/// A client of the library on a server that a test scripts, with a time that it moves.
struct LibraryBench {
    let clock: ManualClock
    let server: Script
    let client: Client<Library>
    let reachability = ManualReachability()
    let foreground = ManualForeground()

    /// - Parameters:
    ///   - cache: The store of the client's cache; `nil` for no cache.
    ///   - maxAge: The seconds for which responses are fresh; `nil` where they do not say.
    init(
        cache: (any CacheStore)? = nil, maxAge: Int? = 60, account: Account? = nil, retry: RetryPolicy = .never,
        clock: ManualClock? = nil, observers: [any FetchObserver] = []
    ) {
        let clock = clock ?? ManualClock()
        self.clock = clock
        let server = Script(maxAge: maxAge)
        self.server = server
        client = Client(
            Library(account: account), transport: server.transport, cache: cache.map { HTTPCache(store: $0) },
            retry: retry, observers: observers, time: clock.time)
        client.resources.settings.reachability = reachability
        client.resources.settings.foreground = foreground
    }

    var sent: Int { server.transport.requests.count }
}

/// A server that responds with the title it has, and waits where a test says so.
final class Script: Sendable {
    struct State {
        var title = "First"
        var pages = 100
        var maxAge: Int?
        var status = 200
        var headers: HTTPFields = [:]
        var failure: FetchError?
        var gate: Gate?
    }

    let state: Lock<State>
    let transport: StubTransport

    init(maxAge: Int?) {
        let state = Lock(State(maxAge: maxAge))
        self.state = state
        transport = StubTransport { request throws(FetchError) in
            // The response to what is asked for now is what is true now, however long it takes.
            let state = state.withLock { state in
                if request.head.method != .get { Self.write(request, &state) }
                return state
            }
            await state.gate?.wait()
            if let failure = state.failure { throw failure }
            return Self.response(to: request, state)
        }
    }

    private static func write(_ request: TransportRequest, _ state: inout State) {
        guard state.status == 200, state.failure == nil, case .bytes(let body) = request.body else { return }
        if let book = try? JSONDecoder().decode(Library.Book.self, from: body) {
            (state.title, state.pages) = (book.title, book.pages)
        } else if let pages = try? JSONDecoder().decode([String: Int].self, from: body)["pages"] {
            state.pages = pages
        }
    }

    private static func response(to request: TransportRequest, _ state: State) -> StubTransport.Response {
        let path = request.head.path ?? ""
        let book = #"{"id":7,"title":"\#(state.title)","pages":\#(state.pages)}"#
        let tag = state.pages == 100 ? state.title : "\(state.title) \(state.pages)"
        var headers: HTTPFields = [.contentType: "application/json", .eTag: "\"\(tag)\""]
        headers[.cacheControl] = state.maxAge.map { "max-age=\($0)" }
        for field in state.headers { headers[field.name] = field.value }
        guard state.status == 200 else { return StubTransport.Response(status: state.status, headers: headers) }
        if request.head.headerFields[.ifNoneMatch] == headers[.eTag] {
            return StubTransport.Response(status: 304, headers: headers)
        }
        let body = path.contains("shelf") ? "[\(book)]" : book
        return StubTransport.Response(headers: headers, chunks: [Data(body.utf8)])
    }

    func set(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
    }

    /// Holds responses to what is requested from now on.
    func hold() -> Gate {
        let gate = Gate()
        set { $0.gate = gate }
        return gate
    }
}

extension ResourceRecorder {
    /// Waits until nothing is being done.
    @discardableResult
    func settled(after failures: Int = 0, updates: Int = 0) async throws -> ResourceState<Value> {
        try await state { $0.activity == .idle && $0.updates >= updates && $0.failures >= failures }
    }
}
