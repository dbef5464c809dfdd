import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import ReaderModels
import TMDb
import Testing

/// Changes of an account are shown at once, and taken back with an error beside them when the service refuses them.
@Suite(.timeLimit(.minutes(2)))
struct AccountMovieViewModelTests {
    let clock = ManualClock()
    let backend = Backend()
    private let account: Client<TMDb>
    private let movies: Client<TMDb>

    init() async throws {
        backend.respond(to: "/token/new", with: .json(#"{"request_token":"a-token"}"#))
        backend.respond(to: "/validate_with_login", with: .json(#"{"request_token":"a-token"}"#))
        backend.respond(to: "/session/new", with: .json(#"{"session_id":"a-session"}"#))
        backend.respond(to: "/3/account?", with: .json(#"{"id":42,"username":"ann"}"#))
        backend.respond(to: "/3/movie/7?", with: .json(#"{"id":7,"title":"Mario"}"#))
        for change in ["/rating", "/favorite", "/watchlist"] {
            backend.respond(to: change, with: .json("{}", status: 201))
        }
        var configuration = ClientConfiguration(transport: backend.transport, cache: nil)
        configuration.retry = .never
        configuration.time = clock.time
        movies = Client(TMDb(.token("token")), configuration)
        let session = AuthenticationSession(TMDb.Sessions(TMDb(.token("token"))), configuration)
        try await session.signIn(user: "ann", password: "hush")
        configuration.authentication = .session(session)
        account = Client(TMDb(.token("token")), configuration)
        respond(rating: "false", isFavorite: false)
    }

    private func respond(rating: String, isFavorite: Bool) {
        backend.respond(
            to: "/account_states",
            with: .json(#"{"id":7,"favorite":\#(isFavorite),"rated":\#(rating),"watchlist":false}"#))
    }

    private func screen() async throws -> AccountMovieViewModel {
        let model = AccountMovieViewModel(account, account: 42, movies: movies, id: 7, scheduler: clock.scheduler)
        model.load()
        try await clock.settle { model.fetch.value != nil && !model.fetch.isFetching && model.movie.title == "Mario" }
        return model
    }

    @Test func aChangeIsShownAtOnceOnAllScreensAndTheServiceIsAskedAfterwards() async throws {
        let screens = [try await screen(), try await screen()]
        #expect(backend.count("account_states") == 1)
        let gate = Gate()
        backend.respond(to: "/rating", with: .json("{}", status: 201), at: gate)
        screens[0].choose(.rating(8.5))
        try await clock.settle { screens.allSatisfy { $0.fetch.value?.rating == 8.5 } && gate.waiterCount == 1 }
        #expect(screens[0].saving == [.rating] && backend.count("account_states") == 1)
        respond(rating: #"{"value":8.5}"#, isFavorite: true)
        gate.open()
        // What the service has changed besides comes with it.
        try await clock.settle { screens.allSatisfy { $0.fetch.value?.isFavorite == true && $0.saving.isEmpty } }
        #expect(screens.map(\.fetch.value?.rating) == [8.5, 8.5] && backend.count("account_states") == 2)
    }

    @Test func aRefusedChangeGoesAndItsErrorStandsBesideIt() async throws {
        let model = try await screen()
        let gate = Gate()
        backend.respond(to: "/favorite", with: .status(403), at: gate)
        model.choose(.favorite(true))
        try await clock.settle { model.fetch.value?.isFavorite == true && gate.waiterCount == 1 }
        gate.open()
        try await clock.settle { model.problems[.favorite] != nil }
        try await clock.settle { model.fetch.value?.isFavorite == false }
        #expect(model.problems.count == 1 && model.selectedError == nil && model.saving.isEmpty)
        // The next attempt takes the error away.
        backend.respond(to: "/favorite", with: .json("{}", status: 201))
        respond(rating: "false", isFavorite: true)
        model.choose(.favorite(true))
        #expect(model.problems.isEmpty)
        try await clock.settle { model.saving.isEmpty && model.fetch.value?.isFavorite == true }
    }

    @Test func ofChoicesThatComeWhileOneIsSentTheLatestFollowsIt() async throws {
        let model = try await screen()
        let gate = Gate()
        backend.respond(to: "/rating", with: .json("{}", status: 201), at: gate)
        model.choose(.rating(1))
        try await clock.settle { gate.waiterCount == 1 }
        model.choose(.rating(2))
        model.choose(.rating(nil))
        respond(rating: "false", isFavorite: false)
        gate.open()
        try await clock.settle { model.saving.isEmpty }
        #expect(backend.count("/rating") == 2)
        try await clock.settle { model.fetch.value?.rating == nil && !model.fetch.isFetching }
        #expect(model.problems.isEmpty)
    }

    @Test func aChangeGoesOnWhenTheScreenIsLeft() async throws {
        let gate = Gate()
        backend.respond(to: "/watchlist", with: .json("{}", status: 201), at: gate)
        do {
            let model = try await screen()
            model.choose(.watchlist(true))
            try await clock.settle { gate.waiterCount == 1 }
            model.cancel()
        }
        gate.open()
        try await clock.settle { backend.openCount("/watchlist") == 0 }
        let again = try await screen()
        try await clock.settle { backend.count("account_states") == 2 }
        #expect(again.problems.isEmpty)
    }
}
