import Foundation
import FreshetCombine
import FreshetTesting
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct PagedModelTests {
    struct Thing: Identifiable, Hashable {
        let id: Int
    }

    typealias Model = PagedModel<String, Thing>

    /// The calls for pages, which a test responses one by one.
    final class Book {
        final class Call {
            let name: String
            let answer = PassthroughSubject<Model.Page, FetchError>()
            var isCancelled = false
            private let page: (String, Int) -> AnyPublisher<Model.Page, FetchError>
            private let query: String
            private let number: Int

            init(
                _ query: String, _ number: Int, page: @escaping (String, Int) -> AnyPublisher<Model.Page, FetchError>
            ) {
                name = "\(query) \(number)"
                self.query = query
                self.number = number
                self.page = page
            }

            func send(_ ids: [Int], hasNext: Bool = false, total: Int? = nil, missing: Int = 0) {
                let next = { [page, query, number] in page(query, number + 1) }
                answer.send(
                    Model.Page(
                        ids.map(Thing.init), totalCount: total, missingCount: missing, next: hasNext ? next : nil))
                answer.send(completion: .finished)
            }
        }

        private(set) var calls: [Call] = []

        var names: [String] { calls.map(\.name) }

        func page(_ query: String, _ number: Int = 1) -> AnyPublisher<Model.Page, FetchError> {
            Deferred { [unowned self] in
                let call = Call(query, number) { [unowned self] in page($0, $1) }
                calls.append(call)
                return call.answer.handleEvents(receiveCancel: { call.isCancelled = true })
            }
            .eraseToAnyPublisher()
        }
    }

    let clock = ManualClock()
    let book = Book()
    let model: Model

    init() {
        model = Model(scheduler: clock.scheduler, time: clock.time) { [book] query, _ in book.page(query)
        }
    }

    private var ids: [Int] { model.items.map(\.id) }

    /// Shows a query and responses it.
    private func show(_ query: String, _ ids: [Int], hasNext: Bool = false) {
        model.show(query)
        clock.advance()
        book.calls.last?.send(ids, hasNext: hasNext)
        clock.advance()
    }

    private func loadMore(_ ids: [Int], hasNext: Bool = false) {
        model.loadMore()
        clock.advance()
        book.calls.last?.send(ids, hasNext: hasNext)
        clock.advance()
    }

    // MARK: - One query

    @Test func nothingIsAskedBeforeAQueryIsShown() {
        model.reload()
        model.retry()
        model.loadMore()
        model.cancel()
        clock.advance()
        #expect(book.calls.isEmpty)
        #expect(model.list.value == nil && !model.list.isFetching)
        #expect(!model.isEmpty)
    }

    @Test func whatComesIsShownWithItsCounts() {
        clock.advance(by: .seconds(7))
        model.show("a")
        #expect(model.query == "a" && model.shownQuery == nil)
        clock.advance()
        #expect(model.list.isFetching)
        book.calls[0].send([1, 2, 2], total: 30, missing: 1)
        clock.advance()
        #expect(ids == [1, 2])
        #expect(model.shownQuery == "a")
        #expect(model.totalCount == 30 && model.missingCount == 1)
        #expect(!model.list.isFetching && model.list.error == nil)
        #expect(model.list.receivedAt == clock.date)
        #expect(!model.hasMore && !model.isEmpty)
    }

    @Test func theSameQueryIsAskedOnce() {
        model.show("a")
        model.show("a")
        clock.advance()
        model.show("a")
        clock.advance()
        book.calls[0].send([1])
        clock.advance()
        model.show("a")
        clock.advance()
        #expect(book.names == ["a 1"])
    }

    @Test func aQueryThatWasCancelledMayBeShownAgain() {
        model.show("a")
        model.cancel()
        model.show("a")
        clock.advance()
        #expect(model.list.isFetching)
        #expect(book.calls.last?.isCancelled == false)
    }

    @Test func nothingFoundIsEmpty() {
        show("a", [])
        #expect(model.isEmpty)
        #expect(model.list.value == [])
    }

    // MARK: - The next query

    @Test("An older response is never shown, however late it comes (T3)")
    func latestWins() {
        let lists = PublisherRecorder(model.$list)
        model.show("a")
        clock.advance()
        // The response is on its way to the screen when the next query comes.
        book.calls[0].send([1], hasNext: true)
        model.show("b")
        clock.advance()
        book.calls[1].send([2])
        clock.advance()
        book.calls[0].send([1])
        clock.advance()
        #expect(ids == [2])
        #expect(!model.hasMore)
        #expect(!lists.values.contains { $0.value == [Thing(id: 1)] })
    }

    @Test func aNewQueryCancelsTheCallBefore() {
        model.show("a")
        clock.advance()
        model.show("b")
        clock.advance()
        #expect(book.calls.map(\.isCancelled) == [true, false])
    }

    @Test func theOldListStaysWhileTheNextLoadsAndWhenItFails() {
        show("a", [1, 2], hasNext: true)
        model.show("b")
        clock.advance()
        #expect(ids == [1, 2])
        #expect(model.list.isFetching && model.shownQuery == "a" && model.query == "b")
        #expect(!model.hasMore)
        book.calls[1].answer.send(completion: .failure(FetchError(.connectionLost)))
        clock.advance()
        #expect(ids == [1, 2])
        #expect(model.list.isStale && !model.list.isFetching)
        #expect(model.selectedError?.title == "Network error")
    }

    @Test("A failure never ends the model (T4)")
    func failureAndRecovery() {
        model.show("a")
        clock.advance()
        book.calls[0].answer.send(completion: .failure(FetchError(.connectionLost)))
        clock.advance()
        #expect(model.selectedError != nil)
        model.retry()
        clock.advance()
        #expect(model.selectedError == nil && model.list.error == nil)
        book.calls[1].answer.send(completion: .failure(FetchError(.connectionLost)))
        clock.advance()
        // The query that has failed may simply be shown again.
        show("a", [1])
        #expect(ids == [1])
        show("b", [2])
        #expect(ids == [2])
        #expect(model.list.error == nil && !model.list.isStale)
        #expect(book.names == ["a 1", "a 1", "a 1", "b 1"])
    }

    @Test("A failure shows no invented page (T67)")
    func noInventedPage() {
        model.show("a")
        clock.advance()
        book.calls[0].answer.send(completion: .failure(FetchError(.connectionLost)))
        clock.advance()
        #expect(model.list.value == nil)
        #expect(model.totalCount == nil && model.shownQuery == nil)
        #expect(!model.hasMore && !model.isEmpty)
    }

    @Test func aFailureThatAQueryHasOvertakenIsNotTold() {
        let errors = PublisherRecorder(model.$selectedError)
        model.show("a")
        clock.advance()
        book.calls[0].answer.send(completion: .failure(FetchError(.connectionLost)))
        model.show("b")
        clock.advance()
        #expect(!errors.values.contains { $0 != nil })
        #expect(model.list.isFetching)
    }

    // MARK: - Further pages

    @Test("Further pages are appended, what comes twice is shown once (T27)")
    func paging() {
        show("a", [1, 2], hasNext: true)
        #expect(model.hasMore)
        model.loadMore()
        clock.advance()
        #expect(model.isLoadingMore && !model.list.isFetching)
        book.calls[1].send([2, 3, 3], hasNext: true, missing: 1)
        clock.advance()
        #expect(ids == [1, 2, 3])
        #expect(!model.isLoadingMore && model.missingCount == 1)
        loadMore([4, 1])
        #expect(ids == [1, 2, 3, 4])
        #expect(!model.hasMore)
        model.loadMore()
        clock.advance()
        #expect(book.names == ["a 1", "a 2", "a 3"])
    }

    @Test func aFurtherPageIsAskedForOnce() {
        show("a", [1], hasNext: true)
        model.loadMore()
        model.loadMore()
        clock.advance()
        model.loadMore()
        clock.advance()
        #expect(book.names == ["a 1", "a 2"])
    }

    @Test func aPageOfNothingButDuplicatesIsNotTheEnd() {
        show("a", [1, 2], hasNext: true)
        let loading = PublisherRecorder(model.$isLoadingMore.removeDuplicates())
        loadMore([2, 1], hasNext: true)
        #expect(book.names == ["a 1", "a 2", "a 3"])
        #expect(model.isLoadingMore)
        book.calls[2].send([3], hasNext: true)
        clock.advance()
        #expect(ids == [1, 2, 3])
        #expect(loading.values == [false, true, false])
    }

    @Test func itGivesUpOnDuplicatesUntilItIsAskedAgain() {
        show("a", [1], hasNext: true)
        model.loadMore()
        clock.advance()
        while model.isLoadingMore {
            book.calls.last?.send([1], hasNext: true)
            clock.advance()
        }
        #expect(book.calls.count == 5)
        #expect(model.hasMore)
        loadMore([2])
        #expect(ids == [1, 2])
    }

    @Test func duplicatesOnTheLastPageEndTheList() {
        show("a", [1], hasNext: true)
        loadMore([1])
        #expect(!model.isLoadingMore && !model.hasMore)
        #expect(book.calls.count == 2)
    }

    @Test func aFailedFurtherPageIsToldAndCanBeRetried() {
        show("a", [1], hasNext: true)
        model.loadMore()
        clock.advance()
        book.calls[1].answer.send(completion: .failure(FetchError(.timedOut(.connect))))
        clock.advance()
        #expect(ids == [1])
        #expect(model.moreError != nil && model.list.error == nil)
        #expect(model.selectedError?.title == "No response in time")
        #expect(!model.isLoadingMore && model.hasMore)
        model.retry()
        clock.advance()
        #expect(model.moreError == nil)
        book.calls[2].send([2])
        clock.advance()
        #expect(ids == [1, 2])
        #expect(book.names == ["a 1", "a 2", "a 2"])
    }

    @Test func aNewQueryEndsTheFurtherPage() {
        show("a", [1], hasNext: true)
        model.loadMore()
        clock.advance()
        model.show("b")
        clock.advance()
        #expect(!model.isLoadingMore)
        #expect(book.calls[1].isCancelled)
        book.calls[1].send([9])
        book.calls[2].send([2])
        clock.advance()
        #expect(ids == [2])
    }

    // MARK: - Reloading, cancelling, clearing

    @Test func reloadingBeginsWithTheFirstPage() {
        show("a", [1], hasNext: true)
        loadMore([2])
        model.reload()
        clock.advance()
        #expect(ids == [1, 2])
        book.calls[2].send([3, 1], hasNext: true)
        clock.advance()
        #expect(ids == [3, 1])
        #expect(model.hasMore)
    }

    @Test func cancellingRestoresWhatWasShown() {
        show("a", [1], hasNext: true)
        model.reload()
        clock.advance()
        model.cancel()
        clock.advance()
        #expect(ids == [1])
        #expect(!model.list.isFetching && model.list.error == nil && model.selectedError == nil)
        model.loadMore()
        clock.advance()
        model.cancel()
        clock.advance()
        #expect(!model.isLoadingMore && model.moreError == nil && model.hasMore)
        #expect(book.calls.map(\.isCancelled) == [false, true, true])
    }

    @Test func clearingShowsNothingAndTellsNothingMore() {
        show("a", [1], hasNext: true)
        model.show("b")
        clock.advance()
        // The failure is on its way to the screen.
        book.calls[1].answer.send(completion: .failure(FetchError(.connectionLost)))
        model.clear()
        clock.advance()
        #expect(model.list.value == nil && model.list.error == nil && !model.list.isFetching)
        #expect(model.query == nil && model.shownQuery == nil && !model.hasMore)
        #expect(model.selectedError == nil)
        show("a", [2])
        #expect(ids == [2])
    }

    @Test func dismissingTakesTheFailureAwayAndLeavesTheRest() {
        show("a", [1])
        model.show("b")
        clock.advance()
        book.calls[1].answer.send(completion: .failure(FetchError(.connectionLost)))
        clock.advance()
        model.dismissError()
        #expect(model.selectedError == nil && model.list.error == nil)
        #expect(ids == [1])
        model.show("b")
        clock.advance()
        #expect(book.names == ["a 1", "b 1", "b 1"])
    }

    @Test("A model that is gone has no call (T7, T8)")
    func release() {
        weak var released: Model?
        do {
            let model = Model(scheduler: clock.scheduler) { [book] query, _ in book.page(query) }
            released = model
            model.show("a")
            clock.advance()
        }
        #expect(released == nil)
        #expect(book.calls.map(\.isCancelled) == [true])
        book.calls[0].send([1])
        clock.advance()
        #expect(clock.actionCount == 0)
    }
}
