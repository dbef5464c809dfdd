import Foundation
import Freshet
import FreshetOutbox
import FreshetTesting
import TMDb
import Testing

@testable import ReaderModels

/// What an account changes while the service can't be reached.
@Suite(.timeLimit(.minutes(2)))
struct MovieOutboxTests {
    private let clock = ManualClock()
    private let backend = Backend()
    private let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())/outbox.sqlite")

    private func client() async throws -> Client<TMDb> {
        backend.respond(to: "/token/new", with: .json(#"{"request_token":"a-token"}"#))
        backend.respond(to: "/validate_with_login", with: .json(#"{"request_token":"a-token"}"#))
        backend.respond(to: "/session/new", with: .json(#"{"session_id":"a-session"}"#))
        backend.respond(to: "/3/account?", with: .json(#"{"id":42,"username":"ann"}"#))
        backend.respond(to: "/3/movie/7?", with: .json(#"{"id":7,"title":"Mario"}"#))
        backend.respond(
            to: "/account_states", with: .json(#"{"id":7,"favorite":false,"rated":false,"watchlist":false}"#))
        var configuration = ClientConfiguration(transport: backend.transport, cache: nil)
        configuration.retry = .never
        configuration.time = clock.time
        let session = AuthenticationSession(TMDb.Sessions(TMDb(.token("token"))), configuration)
        try await session.signIn(user: "ann", password: "hush")
        configuration.authentication = .session(session)
        return Client(TMDb(.token("token")), configuration)
    }

    private func open(_ client: Client<TMDb>) throws -> MovieOutbox {
        var settings = MovieOutbox.settings
        settings.isShared = false
        return try MovieOutbox(file: file, client: client, settings: settings, time: clock.time)
    }

    @Test(
        "Changes in words",
        arguments: [
            (.rating(8), "Set your rating of “Mario” to 8"), (.rating(8.5), "Set your rating of “Mario” to 8.5"),
            (.rating(nil), "Remove your rating of “Mario”"), (.watchlist(true), "Add “Mario” to your watchlist"),
            (.watchlist(false), "Remove “Mario” from your watchlist"),
            (.favorite(true), "Add “Mario” to your favourites"),
            (.favorite(false), "Remove “Mario” from your favourites"),
        ] as [(MovieChoice, String)])
    func sentences(choice: MovieChoice, text: String) throws {
        let change = MovieChange(choice, for: 7, title: "Mario", of: 42)
        #expect(change.sentence == text)
        #expect(MovieChange(choice, for: 7, title: "", of: 42).sentence == text.replacing("“Mario”", with: "movie 7"))
        #expect(try JSONDecoder().decode(MovieChange.self, from: JSONEncoder().encode(change)) == change)
    }

    @Test(
        "The line with the number of changes",
        arguments: [(0, nil), (1, "1 unsent change"), (3, "3 unsent changes")])
    func line(count: Int, text: String?) {
        #expect(MovieOutbox.unsentText(count) == text)
    }

    @Test func aChangeIsShownWhileItWaitsAndAfterARestart() async throws {
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        backend.respond(to: "/rating", with: .status(503))
        let client = try await client()
        let outbox = try open(client)
        let model = AccountMovieViewModel(
            client, account: 42, movies: client, id: 7, outbox: outbox, scheduler: clock.scheduler)
        model.load()
        try await clock.settle { model.fetch.value != nil && model.movie.title == "Mario" }
        for rating in [6, 7, 8.5] { model.choose(.rating(rating)) }
        try await clock.settle { model.saving.isEmpty && model.unsent == [.rating] }
        #expect(model.standing?.rating == 8.5 && model.problems.isEmpty)
        #expect(outbox.entries.last?.sentence == "Set your rating of “Mario” to 8.5")
        await outbox.close()

        let next = try await self.client()
        backend.respond(to: "/account_states", with: .status(503))
        let again = try open(next)
        await again.read()
        let later = AccountMovieViewModel(
            next, account: 42, movies: next, id: 7, outbox: again, scheduler: clock.scheduler)
        later.load()
        try await clock.settle { later.fetch.error != nil && again.entries.first?.errorText != nil }
        // The service's state is not known.
        #expect(later.standing?.rating == 8.5 && later.standing?.isFavorite == nil)
        #expect(again.entries.first?.errorText == "The movie service can't respond at the moment (503).")
        await again.close()
    }

    @Test func aRefusedChangeStaysInTheListUntilAnotherReplacesIt() async throws {
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        backend.respond(to: "/rating", with: .status(403))
        let client = try await client()
        let outbox = try open(client)
        let model = AccountMovieViewModel(
            client, account: 42, movies: client, id: 7, outbox: outbox, scheduler: clock.scheduler)
        model.load()
        try await clock.settle { model.fetch.value != nil }
        model.choose(.rating(8))
        try await clock.settle { model.problems[.rating] != nil && model.fetch.value?.rating == nil }
        await outbox.read()
        let entry = try #require(outbox.entries.first)
        #expect(entry.hasFailed && entry.stateText == "Failed" && entry.canRetry)
        #expect(entry.errorText == "The movie service rejected it (status 403).")
        backend.respond(to: "/rating", with: .json("{}", status: 201))
        model.choose(.rating(9))
        try await clock.settle { model.problems.isEmpty && outbox.entries.isEmpty }
        #expect(backend.count("/rating") == 2)
        await outbox.close()
    }

    /// The outbox may begin to send a change between the moment at which it rests and the decision.
    @Test func aDecisionIsMadeAgainWhereTheChangeIsBeingSent() async throws {
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let outbox = try open(try await client())
        var decisions = 0
        try await outbox.decide(on: WriteID(UUID()), within: .seconds(40)) { _ in
            decisions += 1
            if decisions == 1 { throw OutboxError.beingSent }
        }
        #expect(decisions == 2)
        await #expect(throws: OutboxError.self) {
            try await outbox.decide(on: WriteID(UUID()), within: .zero) { _ in throw OutboxError.beingSent }
        }
        await outbox.close()
    }
}
