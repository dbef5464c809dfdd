import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import HackerNews
import NewsAPI
import ReaderModels
import TMDb
import Testing

/// Failures as alerts show them.
@Suite(.timeLimit(.minutes(2)))
struct ErrorShowingTests {
    let clock = ManualClock()
    let backend = Backend.ofAllScreens()

    @Test func aListShowsFailuresAndClosingDismisses() async throws {
        let model = MoviesViewModel(
            Client(TMDb(.token("token")), transport: backend.transport, cache: nil, retry: .never),
            scheduler: clock.scheduler)
        backend.fail("/3/movie/")
        model.start()
        try await clock.settle { model.movies.isShowingError }
        #expect(model.movies.alertTitle == "Network error" && model.movies.alertError?.offersRetry == true)
        model.movies.isShowingError = true
        #expect(model.movies.selectedError != nil)
        model.movies.isShowingError = false
        #expect(
            model.movies.selectedError == nil && model.movies.alertError == nil && model.movies.alertTitle == "Error")
        #expect(model.status.isStopped)
    }

    @Test func aDetailShowsFailuresOnlyBesideWhatIsShown() async throws {
        let model = MovieDetailViewModel(
            Client(TMDb(.token("token")), transport: backend.transport, cache: nil, retry: .never), id: 7,
            scheduler: clock.scheduler)
        backend.fail("/3/movie/7")
        model.load()
        try await clock.settle { model.selectedError != nil }
        #expect(!model.isShowingError && model.alertError == nil && model.fetch.error != nil)
        backend.respond(to: "/3/movie/7", with: .json(#"{"id":7,"title":"Mario"}"#))
        model.retry()
        try await clock.settle { model.movie.value != nil && !model.movie.isFetching }
        backend.fail("/3/movie/7")
        model.retry()
        try await clock.settle { model.isShowingError }
        #expect(model.alertError == model.selectedError)
    }

    @Test func aUserCanBeDismissedAndRetried() async throws {
        let model = UserViewModel(
            Client(HackerNews(), transport: backend.transport, cache: nil, retry: .never), name: "jl",
            scheduler: clock.scheduler)
        backend.fail("/user/")
        model.load()
        try await clock.settle { model.selectedError != nil }
        model.dismissError()
        #expect(model.selectedError == nil && model.user.error == nil)
        backend.respond(to: "/user/", with: .json(#"{"id":"jl","karma":1,"submitted":[1]}"#))
        model.retry()
        try await clock.settle { model.fetch.value != nil }
        #expect(model.showsBesideError)
    }

    @Test func theMessageSaysWhatToDo() {
        let error = SelectedError(FetchError(.cannotConnect(.offline)))
        #expect(
            error.message
                == "This device is not connected to the internet.\nCheck your connection, then try again.")
        #expect(!SelectedError(AbsentError("It is gone.")).offersRetry)
        #expect(SelectedError(AbsentError("It is gone.")).message == "It is gone.")
    }
}
