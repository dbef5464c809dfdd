import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct ScreenStatusTests {
    private static let date = Date(timeIntervalSince1970: 1_700_000_000)
    private let failure = SelectedError(FetchError(.connectionLost))

    private func status(_ state: FetchState<[Int]>, error: SelectedError? = nil) -> ScreenStatus {
        ScreenStatus(state, error: error, noun: "sources", count: CountText.sources, empty: "There are none.")
    }

    @Test func whatWasNeverAskedForOrWasStoppedOffersToLoad() {
        let status = ScreenStatus(FetchState<Int>(), error: nil, noun: "movie")
        #expect(status.isStopped && status.notice == "Loading was stopped before the movie arrived.")
        #expect(!status.isLoading && !status.isRefreshing && status.count == nil)
    }

    @Test func aFailureIsNoStop() {
        var state = FetchState<Int>()
        state.fail(FetchError(.connectionLost))
        let status = ScreenStatus(state, error: failure, noun: "movie")
        #expect(!status.isStopped && status.notice == nil && !status.isLoading)
    }

    @Test func loadingAndRefreshingAreApart() {
        var state = FetchState<[Int]>()
        state.begin()
        #expect(status(state).isLoading && !status(state).isRefreshing)
        state.receive([1], at: Self.date)
        state.begin()
        #expect(!status(state).isLoading && status(state).isRefreshing && status(state).count == "1 source")
    }

    @Test func aListThatCameEmptySaysSo() {
        var state = FetchState(value: [Int](), receivedAt: Self.date)
        #expect(status(state).isEmpty && status(state).notice == "There are none." && status(state).count == nil)
        #expect(!status(state, error: failure).isEmpty)
        state.begin()
        #expect(!status(state).isEmpty && status(state).notice == nil)
    }

    @Test func aStaleCopyShowsSinceWhen() {
        var state = FetchState<[Int]>()
        state.receive([1, 2], at: Self.date, isStale: true)
        #expect(status(state).staleSince == Self.date && status(state).count == "2 sources")
        #expect(
            ScreenStatus.stale(since: Self.date, now: Self.date.addingTimeInterval(300))
                == "It was loaded 5 min ago and may be out of date.")
    }

    @Test func aListInPagesShowsItsCountItsTimeAndWhatIsMissing() async throws {
        let (clock, book) = (ManualClock(), Book())
        let client = book.client(time: clock.time)
        let model = ListObject<String, Books.Thing>(scheduler: clock.scheduler) { client.window(on: $0) }
        func status(_ notice: String? = nil) -> ScreenStatus {
            ScreenStatus(model, notice: notice, empty: "Nothing.", noun: "things")
        }
        #expect(status().notice == nil && !status().isStopped)
        #expect(status("Type more.").notice == "Type more.")
        model.show("a")
        try await clock.settle { book.calls.count == 1 }
        #expect(status().isLoading && status().notice == nil)
        clock.advance(by: .milliseconds(1234))
        book.calls[0].send([1], total: 3, missing: 2)
        try await clock.settle { !model.fetch.isFetching }
        #expect(status().count == "1 of 3 things in 1.2 s" && status().notice == "2 of them could not be loaded.")
        model.reload()
        #expect(status().isRefreshing && !status().isLoading)
        try await clock.settle { book.calls.count == 2 }

        model.show("b")
        try await clock.settle { book.calls.last?.name == "b 1" }
        clock.advance(by: .milliseconds(40))
        book.calls.last?.send([], total: 0)
        try await clock.settle { !model.fetch.isFetching }
        #expect(status().isEmpty && status().notice == "Nothing." && status().count == nil)
    }

    @Test func stoppingTheFirstPageOffersToLoad() {
        let (clock, book) = (ManualClock(), Book())
        let client = book.client(time: clock.time)
        let model = ListObject<String, Books.Thing>(scheduler: clock.scheduler) { client.window(on: $0) }
        model.show("a")
        model.cancel()
        #expect(ScreenStatus(model, empty: "Nothing.", noun: "things").isStopped)
    }
}
