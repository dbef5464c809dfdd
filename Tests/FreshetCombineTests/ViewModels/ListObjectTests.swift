import FreshetCombine
import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes
import Testing

private struct Library: Service {
    let baseURL = "https://library.example"
}

private struct Book: Identifiable, Decodable, Sendable {
    let id: Int
}

@Suite(.timeLimit(.minutes(1)))
struct ListObjectTests {
    private let clock = ManualClock()
    private let server = StubTransport()
    private let books: ListObject<String, Book>

    init() {
        let client = Client(Library(), transport: server, cache: nil, retry: .never, time: clock.time)
        books = ListObject(scheduler: clock.scheduler) { author in
            let list = PagedRequest<Library, [Int]>.numbered(Request("books", query: ["of": author])) {
                ($0.first ?? 1) % 10 == 0
            }
            return client.window(on: list) { WindowPage($0.map { Book(id: $0) }, totalCount: 3) }
        }
    }

    private var ids: [Int] { books.items.map(\.id) }

    /// Responds to the next request, and waits until the list shows that.
    private func respond(_ response: StubTransport.Response) async throws {
        try await server.nextRequest().respond(with: response)
        try await clock.run(upTo: .zero) { !books.fetch.isFetching && !books.isLoadingMore }
    }

    @Test func aQueryIsShownWithFurtherPages() async throws {
        #expect(server.requests.isEmpty && books.query == nil)
        books.show("a")
        #expect(books.fetch.isFetching && books.query == "a" && books.shownQuery == nil)
        try await respond(.json("[10,11]"))
        #expect(ids == [10, 11] && books.shownQuery == "a" && books.totalCount == 3 && books.offersMore)
        if let last = books.items.last { books.loadMore(at: last) }
        #expect(books.isLoadingMore)
        try await respond(.json("[11,12]"))
        // An element that is in both pages is shown once.
        #expect(ids == [10, 11, 12] && !books.hasMore)
        #expect(server.requests.count == 2)
    }

    @Test func theElementsStayWhileAnotherQueryLoadsAndIfItFails() async throws {
        books.show("a")
        try await respond(.json("[10,11]"))
        books.show("none")
        #expect(ids == [10, 11] && books.isReplacing && !books.hasMore)
        try await respond(.status(503))
        #expect(ids == [10, 11] && books.shownQuery == "a" && books.query == "none")
        #expect(books.fetch.error?.code == "status.503" && books.fetch.isStale)
        books.dismissError()
        #expect(books.fetch.error == nil)
        books.show("b")
        try await respond(.json("[20,21]"))
        #expect(ids == [20, 21])
        books.clear()
        #expect(books.items.isEmpty && books.query == nil)
    }

    @Test func aListShowsAtOnceWhatASynchronousCacheHas() async throws {
        let numbers = StubTransport { _ in .json("[1,2]", headers: [.cacheControl: "max-age=60"]) }
        let store = MemoryCacheStore()
        func object() -> ListObject<Int, Book> {
            let client = Client(
                Library(), transport: numbers, cache: HTTPCache(store: store), retry: .never, time: clock.time)
            return ListObject(scheduler: clock.scheduler) { _ in
                let list = PagedRequest<Library, [Int]>.numbered(Request("books")) { !$0.contains(2) }
                return client.window(on: list) { WindowPage($0.map { Book(id: $0) }) }
            }
        }
        let first = object()
        first.show(1)
        #expect(!first.isLoaded)
        try await clock.run(upTo: .zero) { first.isLoaded && !first.isFetching }
        let later = object()
        later.show(1)
        #expect(later.items.map(\.id) == [1, 2])
        #expect(!later.isStale)
        try await clock.run(upTo: .zero) { !later.isFetching }
        #expect(numbers.requests.count == 1)
    }
}
