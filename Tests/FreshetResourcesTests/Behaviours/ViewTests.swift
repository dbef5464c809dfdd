import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ViewTests {
    @Test func aPartIsNewsOnlyWhenItDiffers() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        _ = try await book.value()
        let runs = Lock(0)
        let title = book.map { book -> String in
            runs.withLock { $0 += 1 }
            return book.title
        }
        let first = ResourceRecorder(title)
        let second = ResourceRecorder(title)
        #expect(first.last?.value == "First")
        #expect(second.last?.value == "First")
        #expect(runs.withLock { $0 } == 1)
        let count = first.states.count
        book.update { $0.pages = 3 }
        #expect(first.states.count == count)
        book.update { $0.title = "Changed" }
        #expect(first.last?.value == "Changed")
        #expect(book.map(\.pages).state.value == 3)
    }

    @Test func anObserverOfAPartIsNotNotifiedOfAFetchOrOfAnEqualPart() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        _ = try await book.value()
        let title = book.map(\.title)
        let recorders = [ResourceRecorder(title), ResourceRecorder(title.map { $0.uppercased() })]
        let whole = ResourceRecorder(combined(title, book.map(\.pages)))
        _ = try await book.refetch()
        bench.server.set { $0.pages = 3 }
        _ = try await book.refetch()
        #expect(recorders.map(\.states.count) == [1, 1])
        #expect(title.state.updates == 3)
        // Several together are no part: their observers are notified of everything.
        #expect(try await whole.settled(updates: 6).value?.1 == 3)
        bench.server.set { $0.status = 500 }
        await #expect(throws: FetchError.self) { try await book.refetch() }
        #expect(try await recorders[0].state { $0.error != nil }.value == "First")
        bench.server.set { ($0.status, $0.title) = (200, "Second") }
        _ = try await book.refetch()
        let done = try await recorders[0].state { $0.error == nil }
        #expect(done.value == "Second")
        #expect(recorders[0].states.count == 3)
        bench.clock.advance(by: .seconds(60))
        try await recorders[1].state { $0.isStale }
        for recorder in recorders { recorder.stop() }
        whole.stop()
    }

    @Test func anObserverOfAPartWithoutAValueIsNotifiedOfTheActivity() async throws {
        let bench = LibraryBench(retry: RetryPolicy(attempts: 2))
        bench.server.set { $0.status = 503 }
        let recorder = ResourceRecorder(bench.client.resource(.book(7)).map(\.title))
        // The last state may be that of the wait already.
        #expect(recorder.states.first?.activity == .fetching)
        try await recorder.state { if case .waiting = $0.activity { true } else { false } }
        recorder.stop()
    }

    @Test func viewsOfOnePartReadItOnceForEachValue() {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        book.set(Library.Book(title: "First"))
        let titles = (0..<3).map { _ in bench.client.resource(.book(7)).map(\.loudTitle) }
        #expect(titles.map(\.state.value) == ["FIRST", "FIRST", "FIRST"])
        #expect(loudTitles.withLock { $0 } == 1)
        book.set(Library.Book(title: "Second"))
        #expect(titles.map(\.state.value) == ["SECOND", "SECOND", "SECOND"])
        #expect(loudTitles.withLock { $0 } == 2)
    }

    @Test func viewsOfDifferentStandInsShareNothing() {
        let book = LibraryBench().client.resource(.book(7))
        let titles = ["one", "two"].map { title in
            book.placeholder { Library.Book(title: title) }.map(\.title)
        }
        #expect(titles.map(\.state.value) == ["one", "two"])
    }

    @Test func aDependentResourceIsFetchedWhenItsValueIsKnown() async throws {
        let bench = LibraryBench()
        let pages = bench.client.resource(.shelf).then { books in
            books.first.map { bench.client.resource(.book($0.id)) }
        }
        #expect(bench.sent == 0)
        let recorder = ResourceRecorder(pages)
        let done = try await recorder.state { $0.value != nil && $0.activity == .idle }
        #expect(done.value?.id == 7)
        let paths = bench.server.transport.requests.map(\.head.path)
        #expect(paths == ["/v1/shelf", "/v1/books/7"])
        recorder.stop()
    }

    @Test func aValueThatLeadsNowhereFetchesNothing() async throws {
        let bench = LibraryBench()
        let nowhere = bench.client.resource(.shelf).then { _ in nil as Resource<Library.Book>? }
        let recorder = ResourceRecorder(nowhere)
        try await recorder.state { $0.updates == 1 && $0.activity == .idle }
        #expect(recorder.last?.value == nil)
        #expect(bench.sent == 1)
    }

    @Test func aPartOfADependentResourceIsThatOfTheOneItLeadsTo() {
        let bench = LibraryBench()
        let books = [1, 2].map { bench.client.resource(.book($0)) }
        books[0].set(Library.Book(id: 1, title: "First"), freshFor: .seconds(60))
        books[1].set(Library.Book(id: 2, title: "Second"), freshFor: .seconds(60))
        let shelf = bench.client.resource(.shelf)
        shelf.set([Library.Book(id: 1, title: "")], freshFor: .seconds(60))
        // Each of the two has changed as often as the other.
        let first = shelf.then { shelf in shelf.first.map { books[$0.id - 1].map { $0.title } } }
        let title = first.map { $0.uppercased() }
        let recorder = ResourceRecorder(title)
        #expect(recorder.last?.value == "FIRST")
        shelf.set([Library.Book(id: 2, title: "")], freshFor: .seconds(60))
        #expect(title.state.value == "SECOND")
        #expect(recorder.last?.value == "SECOND")
        #expect(bench.sent == 0)
        recorder.stop()
    }

    @Test func everyObserverOfAViewSeesItsLastValueWhateverManyThreadsDo() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        for round in 0..<TestLength.count(200, long: 5_000) {
            book.set(Library.Book(title: "", pages: 0))
            let pages = book.map { $0.pages }
            let recorders = (0..<3).map { _ in ResourceRecorder(pages) }
            await withTaskGroup(of: Void.self) { group in
                for worker in 1...3 {
                    group.addTask { for step in 0..<5 { book.set(Library.Book(title: "", pages: worker * 10 + step)) } }
                }
            }
            let last = book.state.value?.pages
            #expect(pages.state.value == last, "round \(round)")
            for recorder in recorders {
                try await recorder.state { $0.value == last }
                recorder.stop()
            }
        }
    }

    /// A resource that is read while something happens.
    private struct Interrupted: ResourceReadable {
        let book: Resource<Library.Book>
        let meanwhile: @Sendable () -> Void

        var state: ResourceState<Library.Book> {
            meanwhile()
            return book.state
        }

        func observe(_ change: @escaping @Sendable (ResourceState<Library.Book>) -> Void) -> ResourceObservation {
            book.observe(change)
        }

        func reload() async { await book.reload() }
    }

    @Test func severalTogetherAreOfOneMoment() {
        let bench = LibraryBench()
        let books = [1, 2].map { bench.client.resource(.book($0)) }
        for book in books { book.set(Library.Book(title: "First")) }
        let wasRead = Lock(false)
        let second = Interrupted(book: books[1]) {
            let isFirst = wasRead.withLock { wasRead in
                defer { wasRead = true }
                return !wasRead
            }
            if isFirst { for book in books { book.set(Library.Book(title: "Second")) } }
        }
        let both = combined(books[0], second).state.value
        #expect(both?.0.title == "Second")
        #expect(both?.1.title == "Second")
    }

    @Test func severalTogetherHaveAValueWhenEachHas() async throws {
        let bench = LibraryBench()
        let both = combined(bench.client.resource(.book(1)), bench.client.resource(.shelf))
        #expect(both.state.value == nil)
        let recorder = ResourceRecorder(both)
        let done = try await recorder.state { $0.value != nil && $0.activity == .idle }
        #expect(done.value?.0.title == "First")
        #expect(done.value?.1.count == 1)
        #expect(bench.sent == 2)
        bench.client.resource(.book(1)).update { $0.title = "Changed" }
        try await recorder.state { $0.value?.0.title == "Changed" }
    }
}

/// How many times ``Library/Book/loudTitle`` was read, which one test does.
private let loudTitles = Lock(0)

extension Library.Book {
    fileprivate var loudTitle: String {
        loudTitles.withLock { $0 += 1 }
        return title.uppercased()
    }
}
