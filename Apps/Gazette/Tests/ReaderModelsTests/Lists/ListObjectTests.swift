import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct ListObjectTests {
    typealias Thing = Books.Thing
    typealias Model = ListObject<String, Thing>

    let clock = ManualClock()
    let book = Book()
    let client: Client<Books>
    let model: Model

    init() {
        let client = book.client(time: clock.time)
        self.client = client
        model = Model(scheduler: clock.scheduler) { client.window(on: $0) }
    }

    /// Waits until a request was sent after some others.
    private func settle(asked count: Int) async throws {
        try await clock.settle { book.calls.count >= count }
    }

    /// Waits until nothing is under way.
    private func settle() async throws {
        try await clock.settle { !model.fetch.isFetching && !model.isLoadingMore }
    }

    private var ids: [Int] { model.items.map(\.id) }

    /// Shows a query and responds to it.
    private func show(_ query: String, _ ids: [Int], hasNext: Bool = false) async throws {
        let count = book.calls.count
        model.show(query)
        try await settle(asked: count + 1)
        book.calls.last?.send(ids, hasNext: hasNext)
        try await settle()
    }

    private func loadMore(_ ids: [Int], hasNext: Bool = false) async throws {
        let count = book.calls.count
        model.loadMore()
        try await settle(asked: count + 1)
        book.calls.last?.send(ids, hasNext: hasNext)
        try await settle()
    }

    // MARK: - One query

    @Test func nothingIsAskedBeforeAQueryIsShown() async throws {
        model.reload()
        model.retry()
        model.loadMore()
        model.cancel()
        try await clock.runDueWork()
        #expect(book.calls.isEmpty)
        #expect(model.fetch.value == nil && !model.fetch.isFetching)
        #expect(!model.isEmpty)
    }

    @Test func whatComesIsShownWithItsCounts() async throws {
        clock.advance(by: .seconds(7))
        model.show("a")
        #expect(model.query == "a" && model.shownQuery == nil)
        try await settle(asked: 1)
        #expect(model.fetch.isFetching)
        book.calls[0].send([1, 2, 2], total: 30, missing: 1)
        try await settle()
        #expect(ids == [1, 2])
        #expect(model.shownQuery == "a")
        #expect(model.totalCount == 30 && model.missingCount == 1)
        #expect(!model.fetch.isFetching && model.fetch.error == nil)
        #expect(model.fetch.receivedAt == clock.date)
        #expect(!model.hasMore && !model.isEmpty)
    }

    @Test func theSameQueryIsAskedOnce() async throws {
        model.show("a")
        model.show("a")
        try await settle(asked: 1)
        model.show("a")
        try await clock.runDueWork()
        book.calls[0].send([1])
        try await settle()
        model.show("a")
        try await clock.runDueWork()
        #expect(book.names == ["a 1"])
    }

    @Test func aQueryThatWasCancelledMayBeShownAgain() async throws {
        model.show("a")
        model.cancel()
        #expect(!model.fetch.isFetching)
        model.show("a")
        // The first call may have been sent before it was cancelled.
        try await clock.settle { book.calls.last?.isCancelled == false }
        #expect(model.fetch.isFetching)
        #expect(book.calls.count <= 2)
    }

    @Test func nothingFoundIsEmpty() async throws {
        try await show("a", [])
        #expect(model.isEmpty)
        #expect(model.fetch.value == [])
    }

    // MARK: - The next query

    @Test("An older response is never shown, however late it comes (T3)")
    func latestWins() async throws {
        let lists = PublisherRecorder(model.$fetch)
        model.show("a")
        try await settle(asked: 1)
        // The response is on its way to the screen when the next query comes.
        book.calls[0].send([1], hasNext: true)
        try await tasksAtRest()
        model.show("b")
        try await settle(asked: 2)
        book.calls[1].send([2])
        try await settle()
        #expect(ids == [2])
        #expect(!model.hasMore)
        #expect(!lists.values.contains { $0.value == [Thing(id: 1)] })
    }

    @Test func aNewQueryCancelsTheCallBefore() async throws {
        model.show("a")
        try await settle(asked: 1)
        model.show("b")
        try await settle(asked: 2)
        try await clock.settle { book.calls[0].isCancelled }
        #expect(!book.calls[1].isCancelled)
    }

    @Test func theOldListStaysWhileTheNextLoadsAndWhenItFails() async throws {
        try await show("a", [1, 2], hasNext: true)
        model.show("b")
        try await settle(asked: 2)
        #expect(ids == [1, 2])
        #expect(model.fetch.isFetching && model.shownQuery == "a" && model.query == "b")
        #expect(!model.hasMore)
        book.calls[1].fail(.connectionLost)
        try await settle()
        #expect(ids == [1, 2])
        #expect(model.fetch.isStale && !model.fetch.isFetching)
        #expect(model.selectedError?.title == "Network error")
    }

    @Test func aListThatWasShownBeforeIsThereAtOnceAndRequestedAgain() async throws {
        try await show("a", [1])
        try await show("b", [2])
        clock.advance(by: .seconds(3))
        model.show("a")
        #expect(ids == [1] && model.shownQuery == "a" && model.isReplacing)
        try await settle(asked: 3)
        book.calls[2].send([1, 3])
        try await settle()
        #expect(ids == [1, 3] && !model.isReplacing)
    }

    @Test("A failure never ends the model (T4)")
    func failureAndRecovery() async throws {
        model.show("a")
        try await settle(asked: 1)
        book.calls[0].fail(.connectionLost)
        try await settle()
        #expect(model.selectedError != nil)
        model.retry()
        try await settle(asked: 2)
        #expect(model.selectedError == nil && model.fetch.error == nil)
        book.calls[1].fail(.connectionLost)
        try await settle()
        // The query that has failed may simply be shown again.
        try await show("a", [1])
        #expect(ids == [1])
        try await show("b", [2])
        #expect(ids == [2])
        #expect(model.fetch.error == nil && !model.fetch.isStale)
        #expect(book.names == ["a 1", "a 1", "a 1", "b 1"])
    }

    @Test("A failure shows no invented page (T67)")
    func noInventedPage() async throws {
        model.show("a")
        try await settle(asked: 1)
        book.calls[0].fail(.connectionLost)
        try await settle()
        #expect(model.fetch.value == nil)
        #expect(model.totalCount == nil && model.shownQuery == nil)
        #expect(!model.hasMore && !model.isEmpty)
    }

    @Test func aFailureThatAQueryHasOvertakenIsNotReported() async throws {
        let errors = PublisherRecorder(model.$fetch.map(\.error))
        model.show("a")
        try await settle(asked: 1)
        book.calls[0].fail(.connectionLost)
        try await tasksAtRest()
        model.show("b")
        try await settle(asked: 2)
        try await clock.runDueWork()
        #expect(!errors.values.contains { $0 != nil })
        #expect(model.fetch.isFetching)
    }

    // MARK: - Further pages

    @Test("Further pages are appended, what comes twice is shown once (T27)")
    func paging() async throws {
        try await show("a", [1, 2], hasNext: true)
        #expect(model.hasMore)
        model.loadMore()
        try await settle(asked: 2)
        #expect(model.isLoadingMore && !model.fetch.isFetching)
        book.calls[1].send([2, 3, 3], hasNext: true, missing: 1)
        try await settle()
        #expect(ids == [1, 2, 3])
        #expect(!model.isLoadingMore && model.missingCount == 1)
        try await loadMore([4, 1])
        #expect(ids == [1, 2, 3, 4])
        #expect(!model.hasMore)
        model.loadMore()
        try await clock.runDueWork()
        #expect(book.names == ["a 1", "a 2", "a 3"])
    }

    @Test func aFurtherPageIsAskedForOnce() async throws {
        try await show("a", [1], hasNext: true)
        model.loadMore()
        model.loadMore()
        try await settle(asked: 2)
        model.loadMore()
        try await clock.runDueWork()
        #expect(book.names == ["a 1", "a 2"])
    }

    @Test func aPageOfNothingButDuplicatesIsNotTheEnd() async throws {
        try await show("a", [1, 2], hasNext: true)
        model.loadMore()
        try await settle(asked: 2)
        book.calls[1].send([2, 1], hasNext: true)
        try await clock.settle {
            #expect(model.isLoadingMore)
            return book.calls.count == 3
        }
        book.calls[2].send([3], hasNext: true)
        try await settle()
        #expect(ids == [1, 2, 3])
        #expect(book.names == ["a 1", "a 2", "a 3"])
    }

    @Test func itGivesUpOnDuplicatesUntilItIsAskedAgain() async throws {
        try await show("a", [1], hasNext: true)
        model.loadMore()
        try await clock.settle {
            book.calls.last?.send([1], hasNext: true)
            return !model.isLoadingMore
        }
        #expect(book.calls.count == 5)
        #expect(model.hasMore)
        try await loadMore([2])
        #expect(ids == [1, 2])
    }

    @Test func duplicatesOnTheLastPageEndTheList() async throws {
        try await show("a", [1], hasNext: true)
        try await loadMore([1])
        #expect(!model.isLoadingMore && !model.hasMore)
        #expect(book.calls.count == 2)
    }

    @Test func aFailedFurtherPageIsReportedAndCanBeRetried() async throws {
        try await show("a", [1], hasNext: true)
        model.loadMore()
        try await settle(asked: 2)
        book.calls[1].fail(.timedOut(.connect))
        try await settle()
        #expect(ids == [1])
        #expect(model.moreError != nil && model.fetch.error == nil)
        #expect(model.selectedError?.title == "No response in time")
        #expect(!model.isLoadingMore && model.hasMore)
        model.retry()
        try await settle(asked: 3)
        #expect(model.moreError == nil)
        book.calls[2].send([2])
        try await settle()
        #expect(ids == [1, 2])
        #expect(book.names == ["a 1", "a 2", "a 2"])
    }

    @Test func aNewQueryEndsTheFurtherPage() async throws {
        try await show("a", [1], hasNext: true)
        model.loadMore()
        try await settle(asked: 2)
        model.show("b")
        try await settle(asked: 3)
        #expect(!model.isLoadingMore)
        try await clock.settle { book.calls[1].isCancelled }
        book.calls[2].send([2])
        try await settle()
        #expect(ids == [2])
    }

    // MARK: - Reloading, cancelling, clearing

    @Test func reloadingBeginsWithTheFirstPage() async throws {
        try await show("a", [1], hasNext: true)
        try await loadMore([2])
        model.reload()
        try await settle(asked: 3)
        #expect(ids == [1, 2])
        book.calls[2].send([3, 1], hasNext: true)
        try await settle()
        #expect(ids == [3, 1])
        #expect(model.hasMore)
    }

    @Test func cancellingRestoresWhatWasShown() async throws {
        try await show("a", [1], hasNext: true)
        model.reload()
        try await settle(asked: 2)
        model.cancel()
        #expect(ids == [1])
        #expect(!model.fetch.isFetching && model.fetch.error == nil && model.selectedError == nil)
        try await clock.settle { book.calls[1].isCancelled }
        model.loadMore()
        try await settle(asked: 3)
        model.cancel()
        #expect(!model.isLoadingMore && model.moreError == nil && model.hasMore)
        try await clock.settle { book.calls[2].isCancelled }
        #expect(!book.calls[0].isCancelled)
    }

    @Test func clearingShowsNothingAndReportsNothingMore() async throws {
        try await show("a", [1], hasNext: true)
        model.show("b")
        try await settle(asked: 2)
        // The failure is on its way to the screen.
        book.calls[1].fail(.connectionLost)
        try await tasksAtRest()
        model.clear()
        try await clock.runDueWork()
        #expect(model.fetch.value == nil && model.fetch.error == nil && !model.fetch.isFetching)
        #expect(model.query == nil && model.shownQuery == nil && !model.hasMore)
        #expect(model.selectedError == nil)
        clock.advance(by: .seconds(3))
        try await show("a", [2])
        #expect(ids == [2])
    }

    @Test func dismissingTakesTheFailureAwayAndLeavesTheRest() async throws {
        try await show("a", [1])
        model.show("b")
        try await settle(asked: 2)
        book.calls[1].fail(.connectionLost)
        try await settle()
        model.dismissError()
        #expect(model.selectedError == nil && model.fetch.error == nil)
        #expect(ids == [1])
        model.show("b")
        try await settle(asked: 3)
        #expect(book.names == ["a 1", "b 1", "b 1"])
    }

    @Test("A model that is gone has no call (T7, T8)")
    func release() async throws {
        weak var released: Model?
        do {
            let model = Model(scheduler: clock.scheduler) { [client] in client.window(on: $0) }
            released = model
            model.show("a")
            try await settle(asked: 1)
        }
        #expect(released == nil)
        try await clock.settle { book.calls[0].isCancelled }
        try await clock.runDueWork()
        #expect(clock.actionCount == 0)
    }
}
