import Foundation
import FreshetCore
import Testing

struct FetchStateTests {
    struct Failed: Error {}

    @Test func theFactsChangeApart() {
        var state = FetchState<Int>()
        #expect(state.loadingState.description == "idle")
        state.begin()
        #expect(state.loadingState.isLoading)
        state.receive(1, at: Date(timeIntervalSince1970: 5))
        #expect(state.value == 1 && !state.isFetching && !state.isStale)
        #expect(state.receivedAt == Date(timeIntervalSince1970: 5))
        state.begin()
        state.fail(Failed())
        #expect(state.value == 1 && state.isStale && state.error?.underlying is Failed && !state.isFetching)
        state.dismissError()
        #expect(state.error == nil && state.isStale)
        state.begin()
        state.cancel()
        #expect(state.value == 1 && state.error == nil && !state.isFetching)
    }

    @Test func statesAreEqualIfAllFactsAre() {
        let date = Date(timeIntervalSince1970: 5)
        var (first, second) = (FetchState(value: 1, receivedAt: date), FetchState(value: 1, receivedAt: date))
        #expect(first == second && first != FetchState(value: 2, receivedAt: date) && first != FetchState(value: 1))
        first.begin()
        #expect(first != second)
        second.begin()
        #expect(first == second)
        first.fail(FetchError(.connectionLost))
        #expect(first != second)
        second.fail(FetchError(.connectionLost))
        #expect(first == second)
        second.fail(FetchError(.timedOut(.call(.seconds(1)))))
        #expect(first != second)
        (first, second) = (FetchState(value: 1), FetchState())
        first.receive(1, at: date, isStale: true)
        second.receive(1, at: date)
        #expect(first != second)
    }

    @Test func theErrorOfACallIsKeptAsItIs() {
        var state = FetchState<Int>()
        state.fail(FetchError(.connectionLost))
        #expect(state.error == FetchError(.connectionLost))
        state.fail(Failed())
        #expect(state.error?.code == "validation")
    }

    @Test func aStaleValueComesFirstAndTheFreshOneAfterIt() {
        var state = FetchState<Int>()
        state.begin()
        state.receive(1, at: Date(), isStale: true, isFetching: true)
        #expect(state.isStale && state.isFetching)
        state.receive(2, at: Date())
        #expect(!state.isStale && !state.isFetching)
    }

    @Test func aFirstFailureHasNoValueToBeStale() {
        var state = FetchState<Int>()
        state.begin()
        state.fail(Failed())
        #expect(!state.isStale)
        #expect((state.loadingState.error as? FetchError)?.underlying is Failed)
    }

    @Test func statesAreMapped() {
        var state = FetchState(value: 2)
        state.fail(Failed())
        let texts = state.map { "\($0)" }
        #expect(texts.value == "2" && texts.isStale && texts.error?.underlying is Failed)
        #expect(LoadingState.loaded(2).map { $0 + 1 }.value == 3)
        #expect(LoadingState<Int>.loading.map { "\($0)" }.isLoading)
        #expect(LoadingState<Int>.failed(Failed()).map { "\($0)" }.error is Failed)
        #expect(LoadingState<Int>.idle.map { "\($0)" }.value == nil)
    }
}
