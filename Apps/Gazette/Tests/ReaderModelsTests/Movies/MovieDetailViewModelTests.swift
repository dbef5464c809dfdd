import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import ReaderModels
import TMDb
import Testing

@Suite(.timeLimit(.minutes(2)))
struct MovieDetailViewModelTests {
    static let movie = StubTransport.Response.json(
        #"""
        {"id":7,"title":"Mario","release_date":"2023-04-05","runtime":92,
        "genres":[{"id":16,"name":"Animation"},{"id":12,"name":"Adventure"}]}
        """#)

    let clock = ManualClock()
    let backend = Backend()
    let model: MovieDetailViewModel

    init() {
        model = MovieDetailViewModel(
            Client(TMDb(.token("token")), transport: backend.transport, cache: nil, retry: .never), id: 7,
            scheduler: clock.scheduler)
    }

    @Test func aMovieComesWithAllItsParts() async throws {
        backend.respond(to: "/movie/7", with: Self.movie)
        try await clock.runDueWork()
        #expect(backend.targets.isEmpty && model.facts.isEmpty)
        model.load()
        try await clock.settle { model.movie.value != nil && !model.movie.isFetching }
        #expect(model.facts == ["2023", "1 h 32 min", "Animation, Adventure"])
        #expect(backend.targets.count == 1)
        for part in ["videos", "credits", "recommendations", "reviews"] {
            #expect(backend.count(part) == 1)
        }
    }

    @Test func aMovieWithoutDetailsHasNoFacts() async throws {
        backend.respond(to: "/movie/7", with: .json(#"{"id":7,"release_date":"","runtime":0,"genres":[]}"#))
        model.load()
        try await clock.settle { model.movie.value != nil }
        #expect(model.facts.isEmpty)
    }

    @Test func aFailureIsReportedDismissedAndRetried() async throws {
        backend.respond(to: "/movie/7", with: .status(500))
        model.load()
        try await clock.settle { model.selectedError != nil }
        #expect(model.selectedError?.remedy == .retry && model.movie.value == nil)
        model.dismissError()
        #expect(model.selectedError == nil && model.movie.error == nil)
        backend.respond(to: "/movie/7", with: Self.movie)
        model.load()
        try await clock.settle { model.movie.value?.title == "Mario" }
        // What is shown stays when it can't be had again.
        backend.fail("/movie/7")
        model.load()
        try await clock.settle { model.selectedError != nil }
        #expect(model.movie.value?.title == "Mario" && model.movie.isStale)
    }

    @Test func aCancelLeavesWhatWasShown() async throws {
        backend.hold("/movie/7")
        model.load()
        try await clock.settle { backend.openCount() == 1 }
        model.cancel()
        try await clock.settle { backend.openCount() == 0 }
        #expect(model.movie.value == nil && !model.movie.isFetching && model.selectedError == nil)
    }
}
