import AppleUI
import Freshet
import FreshetCombine
import GazetteViews
import Testing

/// The four states of a value as a view.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct LoadableViewTests {
    @Test func theFirstLookLoadsAndAFailureOffersToTryAgain() async throws {
        let responses = PassthroughSubject<String, FetchError>()
        var calls = 0
        let loader = Loader {
            calls += 1
            return responses
        }
        let view = LoadableView(loader) { Text($0) }
        #expect(StubHost.words(of: view).isEmpty && calls == 0)
        StubHost.appear(view)
        try await Reader.wait { loader.state.isLoading }
        #expect(StubHost.words(of: view) == ["Loading…"] && calls == 1)
        responses.send(completion: .failure(FetchError(.connectionLost)))
        try await Reader.wait { loader.state.error != nil }
        #expect(StubHost.words(of: view).first == "Network error" && StubHost.words(of: view).last == "Try again")
    }

    @Test func theValueIsShown() async throws {
        let loader = Loader { Just("Here") }
        let view = LoadableView(loader) { Text($0) }
        StubHost.appear(view)
        try await Reader.wait { loader.state.value != nil }
        #expect(StubHost.words(of: view) == ["Here"])
    }
}
