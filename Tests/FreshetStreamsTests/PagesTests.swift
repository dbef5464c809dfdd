import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

@testable import FreshetStreams

/// Lists that come in pages.
@Suite(.timeLimit(.minutes(5)))
struct PagesTests {
    struct Item: Codable, Sendable, Equatable, Identifiable { let id: Int }

    struct Page: Codable, Sendable, Equatable {
        var items: [Item]
        var next: String?
        var total: Int?
    }

    typealias Response = StubTransport.Response

    private static func page(_ ids: [Int], next: String? = nil, total: Int? = nil) -> Response {
        let page = Page(items: ids.map { Item(id: $0) }, next: next, total: total)
        // swift-format-ignore: NeverUseForceTry
        return .json(String(decoding: try! JSONEncoder().encode(page), as: UTF8.self))
    }

    /// A list of `count` pages with two items each, by the number in a query item.
    private static func numbered(_ count: Int) -> (Client<Feed>, StubTransport) {
        let stub = StubTransport { request in
            let number = request.query.flatMap { Int($0.dropFirst("page=".count)) } ?? 1
            return page([number * 2 - 1, number * 2], total: count)
        }
        return (Feed.client(stub), stub)
    }

    private static func numberedList(_ count: Int) -> PagedRequest<Feed, Page> {
        .numbered(Request("items")) { ($0.items.last?.id ?? 0) < 2 * count }
    }

    private static let list = PagedRequest<Feed, Page>.cursor(Request("items"), item: "after") { $0.next }

    private func queries(_ stub: StubTransport) -> [String] { stub.requests.map { $0.query ?? "" } }

    // MARK: - The ways from page to page

    @Test("A cursor of the body is sent as a query item, beside the others")
    func cursor() async {
        let (client, stub) = Feed.client([
            Self.page([1], next: "a b"), Self.page([], next: "c"), Self.page([2], next: ""), .status(500),
        ])
        let list = PagedRequest<Feed, Page>.cursor(Request("items", query: ["size": 1]), item: "after") { $0.next }
        let outcome = await Outcome(of: client.pages(of: list))
        #expect(outcome.elements.map(\.value.items.count) == [1, 0, 1])
        #expect(outcome.error == nil)
        #expect(queries(stub) == ["size=1", "size=1&after=a%20b", "size=1&after=c"])
    }

    @Test("Pages are numbered")
    func numbers() async {
        let (client, stub) = Self.numbered(3)
        #expect(await Outcome(of: client.pages(of: Self.numberedList(3))).elements.count == 3)
        #expect(queries(stub) == ["", "page=2", "page=3"])
    }

    @Test("Pages begin at an offset")
    func offsets() async {
        let (client, stub) = Feed.client([Self.page([1, 2]), Self.page([3]), Self.page([])])
        let list = PagedRequest<Feed, Page>.offset(Request("items", query: ["offset": 10])) { $0.items.count }
        #expect(await Outcome(of: client.pages(of: list)).elements.count == 3)
        #expect(queries(stub) == ["offset=10", "offset=12", "offset=13"])
    }

    @Test("A list ends where no further number fits")
    func greatestNumbers() async {
        let (client, stub) = Feed.client([Self.page([1], total: .max), Self.page([2], total: .max)])
        let offsets = PagedRequest<Feed, Page>.offset(Request("items")) { $0.total }
        #expect(await Outcome(of: client.pages(of: offsets)).elements.count == 2)
        #expect(queries(stub) == ["", "offset=\(Int.max)"])
        let (other, single) = Feed.client([Self.page([1])])
        let numbers = PagedRequest<Feed, Page>.numbered(Request("items", query: ["page": Int.max])) { _ in true }
        #expect(await Outcome(of: other.pages(of: numbers)).elements.count == 1)
        #expect(queries(single) == ["page=\(Int.max)"])
    }

    @Test("The next address stands in the body, absolute or relative to the response")
    func addresses() async {
        let (client, stub) = Feed.client([
            .redirect(to: "/v2/items/"), Self.page([1], next: "page2?x=1"),
            Self.page([2], next: "https://feed.example/v3?page=3"), Self.page([3]),
        ])
        let list = PagedRequest<Feed, Page>.addresses(Request("items", query: ["size": 1])) { $0.next }
        #expect(await Outcome(of: client.pages(of: list)).elements.count == 3)
        #expect(
            stub.requests.map { $0.head.path ?? "" } == [
                "/v1/items?size=1", "/v2/items/", "/v2/items/page2?x=1", "/v3?page=3",
            ])
    }

    @Test("The Link field names the next page, and the previous one")
    func links() async throws {
        func linked(_ ids: [Int], _ link: String) -> Response {
            var page = Self.page(ids)
            page.head.headerFields[.init("Link")!] = link
            return page
        }
        let (client, stub) = Feed.client([
            linked([1], "<items?page=2>; rel=\"next last\", <items?page=9>; rel=first"),
            linked([2], "<items?page=1>; rel=prev"),
        ])
        let list = PagedRequest<Feed, Page>.links(Request("items"))
        let outcome = await Outcome(of: client.pages(of: list))
        #expect(outcome.elements.map(\.value.items) == [[Item(id: 1)], [Item(id: 2)]])
        #expect(stub.requests.map { $0.head.path ?? "" } == ["/v1/items", "/v1/items?page=2"])
        let last = try #require(outcome.elements.last)
        let previous = try #require(try list.previous(before: last, of: list.first))
        #expect(try list.next(after: last, of: list.first) == nil)
        _ = try? await client.response(for: previous)
        #expect(stub.requests.last?.head.path == "/v1/items?page=1")
    }

    @Test("Another origin gets no credentials, no secret field and no own Host; https does not lead to http")
    func otherOrigins() async throws {
        struct Keyed: Service {
            var baseURL = "https://keyed.example/v1"
            var credentials: Credentials? { .bearer("hush") }
            var headers: HTTPFields { [.init("X-Api-Key")!: "hush", .init("X-Plain")!: "yes"] }
        }
        let stub = StubTransport { request in
            request.head.authority == "keyed.example"
                ? Self.page([1], next: "https://other.example/p2") : Self.page([2], next: "http://other.example/p3")
        }
        let client = Client(Keyed(), transport: stub, cache: nil, retry: .never)
        let list = PagedRequest<Keyed, Page>.addresses(
            Request("items").header(.init("X-Session-Token")!, "hush").header(.init("Host")!, "inner.example")
        ) { $0.next }
        let outcome = await Outcome(of: client.pages(of: list))
        #expect(outcome.elements.count == 1)
        #expect(outcome.error?.code == "redirect.forbidden")
        let fields = try #require(stub.requests.last).head.headerFields
        #expect(stub.requests.count == 2)
        #expect(fields[.init("X-Plain")!] == "yes")
        #expect(!fields.contains { $0.value.contains("hush") || $0.value == "inner.example" })
        #expect(stub.requests[0].head.headerFields.contains { $0.value == "inner.example" })
        #expect(stub.requests[0].head.headerFields.filter { $0.value.contains("hush") }.count == 3)
    }

    // MARK: - Reading

    @Test("Nothing is requested before it is asked for, unless some pages are requested ahead")
    func demand() async throws {
        let (client, stub) = Self.numbered(9)
        var iterator = client.pages(of: Self.numberedList(9)).makeAsyncIterator()
        #expect(stub.requests.isEmpty)
        #expect(try await iterator.next()?.value.items.first?.id == 1)
        #expect(stub.requests.count == 1)

        let asked = Notes<Int>()
        let third = Gate()
        let counting = StubTransport { request in
            let number = request.query.flatMap { Int($0.dropFirst("page=".count)) } ?? 1
            asked.add(number)
            if number == 3 { third.open() }
            return Self.page([number * 2 - 1, number * 2])
        }
        let ahead = Feed.client(counting).pages(of: Self.numberedList(9)).prefetching(2)
        var iteratorAhead = ahead.makeAsyncIterator()
        #expect(try await iteratorAhead.next()?.value.items.first?.id == 1)
        await third.wait()
        #expect(asked.values == [1, 2, 3])
        var rest: [Int] = []
        while let page = try await iteratorAhead.next() { rest += page.value.items.map(\.id) }
        #expect(rest == Array(3...18))
        #expect(asked.values == Array(1...9))
    }

    @Test("Leaving cancels the page that is requested ahead")
    func leaving() async throws {
        let gate = Gate()
        let cancelled = Gate()
        let stub = StubTransport { request in
            if request.query == "page=2" {
                await gate.wait()
                if Task.isCancelled { cancelled.open() }
            }
            return Self.page([1, 2])
        }
        let client = Feed.client(stub)
        for try await page in client.pages(of: Self.numberedList(9)).prefetching(1) {
            #expect(page.value.items.count == 2)
            try await gate.waitUntilWaiting()
            break
        }
        await cancelled.wait()
        #expect(stub.requests.count == 2)
    }

    @Test("A page that fails is named, and requested again by the next call", arguments: [0, 1])
    func failure(prefetch: Int) async throws {
        let (client, stub) = Feed.client([
            Self.page([1], next: "2"), .status(404), Self.page([2], next: "3"), Self.page([3]),
        ])
        var iterator = client.pages(of: Self.list).prefetching(prefetch).makeAsyncIterator()
        #expect(try await iterator.next()?.value.items == [Item(id: 1)])
        let error = await #expect(throws: FetchError.self) { try await iterator.next() }
        #expect(error?.request?.url == "https://feed.example/v1/items?after=2")
        #expect(try await iterator.next()?.value.items == [Item(id: 2)])
        #expect(try await iterator.next()?.value.items == [Item(id: 3)])
        #expect(try await iterator.next() == nil)
        #expect(queries(stub) == ["", "after=2", "after=2", "after=3"])
    }

    @Test("Reading begins at any page, and ends after a number of them")
    func fromTheMiddle() async {
        let (client, stub) = Self.numbered(9)
        let pages = client.pages(of: Self.numberedList(9)).starting(at: Request("items", query: ["page": 4])).limit(2)
        #expect(await Outcome(of: pages).elements.map { $0.value.items.first?.id } == [7, 9])
        #expect(queries(stub) == ["page=4", "page=5"])
    }

    @Test(
        "A list that leads back to any earlier page ends with an error",
        arguments: [["a"], ["a", "b"], ["a", "b", "b"]])
    func loop(cursors: [String]) async {
        let (client, stub) = Feed.client(
            [Self.page([0], next: "a")]
                + (cursors + ["a"]).dropFirst().enumerated().map { Self.page([$0.offset], next: $0.element) })
        let outcome = await Outcome(of: client.pages(of: Self.list))
        #expect(outcome.error?.code == "repeated_page")
        #expect(outcome.error?.isRetryable == false)
        #expect(stub.requests.count == Set(cursors).count + 1)
        #expect(outcome.elements.count == stub.requests.count)
    }

    @Test("Requests that differ in their body or fields are different pages")
    func bodies() async {
        let (client, stub) = Feed.client([Self.page([1]), Self.page([2]), Self.page([3])])
        let list = PagedRequest<Feed, Page>(Request("search", method: .post, body: .json(["page": 1]))) {
            page, request throws(FetchError) in
            switch page.value.items[0].id {
            case 1: Request("search", method: .post, body: .json(["page": 2]))
            case 2: request.header(.init("X-Page")!, "3")
            default: nil
            }
        }
        let outcome = await Outcome(of: client.pages(of: list))
        #expect(outcome.elements.count == 3)
        #expect(outcome.error == nil)
        #expect(stub.requests.count == 3)
    }

    @Test("Beyond its limit, a loop is noticed without remembering more", arguments: [1, 2, 7, 100])
    func longLoop(length: Int) {
        var requests = RepeatedRequests(limit: 10)
        for number in 0..<50 {
            let isRepeated = requests.isRepeated(number)
            #expect(!isRepeated)
        }
        var count = 0
        while !requests.isRepeated(1_000 + count % length), count < 10_000 { count += 1 }
        #expect(count < 10_000)
        #expect(count >= length)
    }

    // MARK: - A list that changes

    @Test("Items come from all pages; those that moved to a later page may be left out")
    func items() async throws {
        let (client, _) = Feed.client([
            Self.page([1, 2], next: "2"), Self.page([2, 3], next: "3"), Self.page([], next: "4"), Self.page([4, 1]),
            Self.page([1, 2], next: "2"), Self.page([2, 3]),
        ])
        let items = client.pages(of: Self.list).items { $0.items }
        #expect(await Outcome(of: items).elements.map(\.id) == [1, 2, 2, 3, 4, 1])
        #expect(await Outcome(of: items.unique()).elements.map(\.id) == [1, 2, 3])
    }

    @Test("The newest total counts: a list that shrinks ends earlier")
    func totals() async {
        let (client, stub) = Feed.client([Self.page([1], total: 3), Self.page([2], total: 2), Self.page([3], total: 3)])
        let list = PagedRequest<Feed, Page>.numbered(Request("items")) { ($0.items.last?.id ?? 0) < $0.total ?? 0 }
        #expect(await Outcome(of: client.pages(of: list)).elements.count == 2)
        #expect(stub.requests.count == 2)
    }

    @Test("A page is never older than the one before it: an older stored one is revalidated")
    func ages() async throws {
        let clock = ManualClock()
        let version = Lock(0)
        let stub = StubTransport { request in
            var page = Self.page([version.withLock { $0 }], next: request.query == nil ? "2" : nil)
            page.head.headerFields[.cacheControl] = request.query == nil ? "max-age=10" : "max-age=3600"
            return page
        }
        let client = Feed.client(stub, cache: HTTPCache(), time: clock.time)
        _ = await Outcome(of: client.pages(of: Self.list))
        version.withLock { $0 = 1 }
        clock.advance(by: .seconds(60))
        let second = await Outcome(of: client.pages(of: Self.list))
        #expect(second.elements.map { $0.value.items[0].id } == [1, 1])
        #expect(stub.requests.count == 4)
        _ = await Outcome(of: client.pages(of: Self.list))
        #expect(stub.requests.count == 4)
    }

    // MARK: - The other faces

    @Test("A publisher requests as many pages as are asked for")
    func publisher() async throws {
        let (client, stub) = Self.numbered(9)
        let recorder = PublisherRecorder(client.pages(of: Self.numberedList(9)).publisher, demand: .none)
        recorder.request(.max(2))
        try await recorder.waitForValues(count: 2)
        #expect(stub.requests.count == 2)
        recorder.request(.unlimited)
        try await recorder.waitForCompletion()
        #expect(recorder.values.count == 9)
        #expect(recorder.isFinished)
        let items = PublisherRecorder(client.pages(of: Self.numberedList(2)).items { $0.items }.publisher)
        try await items.waitForCompletion()
        #expect(items.values.map(\.id) == [1, 2, 3, 4])
    }

    @Test("Ten thousand pages are read in less than a MiB")
    func manyPages() async throws {
        let client = Feed.client(Endless())
        let list = Self.numberedList(.max / 4)
        var iterator = client.pages(of: list).makeAsyncIterator()
        for _ in 0..<TestLength.count(1_000, long: 3_000) { _ = try await iterator.next() }
        let before = residentBytes()
        for _ in 0..<TestLength.count(3_000, long: 10_000) { #expect(try await iterator.next() != nil) }
        #expect(residentBytes() - before < 1 << 20)
    }

    /// A server with any number of pages. Unlike a stub it keeps no requests.
    private struct Endless: Transport {
        func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
            let number = request.query.flatMap { Int($0.dropFirst("page=".count)) } ?? 1
            let stub = StubTransport { _ in PagesTests.page([number]) }
            return try await stub.send(request)
        }
    }
}
