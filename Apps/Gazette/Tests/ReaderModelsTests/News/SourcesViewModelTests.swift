import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import NewsAPI
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct SourcesViewModelTests {
    let clock = ManualClock()
    let backend = Backend()
    let model: SourcesViewModel

    init() {
        backend.respond(to: "country=us", with: .sources([("abc", "Alpha"), (nil, "Beta"), (nil, "Gamma")]))
        backend.respond(to: "country=gb", with: .sources([("bbc", "Delta")]))
        model = SourcesViewModel(
            Client(NewsAPI(apiKey: "key"), transport: backend.transport, cache: nil, retry: .never),
            scheduler: clock.scheduler)
    }

    private var names: [String] { model.sources.value?.compactMap(\.name) ?? [] }

    private func settle(on names: [String]) async throws {
        try await clock.settle { self.names == names && !model.sources.isFetching }
    }

    private func country(_ code: String) -> NewsAPI.Country { NewsAPI.Country(rawValue: code) }

    @Test func theShownCountryCanBePicked() {
        let usual = SourcesViewModel.countries
        #expect(SourcesViewModel.countries(with: .us) == usual)
        #expect(SourcesViewModel.countries(with: nil) == usual)
        #expect(SourcesViewModel.countries(with: country("ae")) == usual + [country("ae")])
    }

    @Test func theCountryIsAskedForOnTheStart() async throws {
        model.country = country("gb")
        try await clock.runDueWork()
        #expect(backend.targets.isEmpty)
        model.start()
        try await settle(on: ["Delta"])
        #expect(backend.targets == ["/v2/top-headlines/sources?country=gb"])
    }

    @Test("The filter works on what is there (T21)")
    func filter() async throws {
        model.start()
        try await settle(on: ["Alpha", "Beta", "Gamma"])
        model.searchText = " BET "
        #expect(names == ["Beta"])
        model.searchText = "mm"
        #expect(names == ["Gamma"])
        model.searchText = "nobody"
        #expect(model.sources.value == [])
        model.searchText = ""
        #expect(names.count == 3)
        try await clock.runDueWork()
        #expect(backend.targets.count == 1)
    }

    @Test func theFilterHoldsForTheNextCountryToo() async throws {
        model.searchText = "a"
        model.start()
        try await settle(on: ["Alpha", "Beta", "Gamma"])
        model.searchText = "delta"
        model.country = country("gb")
        try await settle(on: ["Delta"])
        model.country = nil
        try await clock.settle { backend.targets.last == "/v2/top-headlines/sources" }
    }

    @Test("Sources without an id are distinguished (T22)")
    func identity() async throws {
        model.start()
        try await settle(on: ["Alpha", "Beta", "Gamma"])
        let ids = Set(model.sources.value?.map(\.id) ?? [])
        #expect(ids.count == 3)
    }

    @Test("A slow old country never shows (T3)")
    func latestWins() async throws {
        let gate = Gate()
        backend.respond(to: "country=us", with: .sources([("abc", "Alpha")]), at: gate)
        model.start()
        try await clock.settle { gate.waiterCount == 1 }
        model.country = country("gb")
        try await settle(on: ["Delta"])
        gate.open()
        try await clock.runDueWork()
        #expect(names == ["Delta"])
    }

    @Test("A failure leaves the list and the model alive (T4)")
    func failure() async throws {
        model.start()
        try await settle(on: ["Alpha", "Beta", "Gamma"])
        backend.fail("country=fr")
        model.country = country("fr")
        try await clock.settle { model.selectedError != nil }
        #expect(model.selectedError?.text == "This device is not connected to the internet.")
        #expect(names.count == 3 && model.sources.isStale && model.sources.error != nil)
        model.searchText = "beta"
        #expect(names == ["Beta"])
        #expect(model.sources.error != nil)
        model.dismissError()
        #expect(model.selectedError == nil && model.sources.error == nil)
        #expect(names == ["Beta"])
        model.searchText = ""
        backend.respond(to: "country=fr", with: .sources([("fr", "Epsilon")]))
        model.retry()
        try await settle(on: ["Epsilon"])
        #expect(!model.sources.isStale)
    }

    @Test func aCancelLeavesWhatWasShown() async throws {
        model.start()
        try await settle(on: ["Alpha", "Beta", "Gamma"])
        backend.hold("country=gb")
        model.country = country("gb")
        try await clock.settle { backend.openCount() == 1 }
        #expect(model.sources.isFetching && names.count == 3)
        model.cancel()
        try await clock.settle { backend.openCount() == 0 }
        #expect(!model.sources.isFetching && model.selectedError == nil && names.count == 3)
    }

    @Test func thePickerOffersNineCountries() {
        #expect(SourcesViewModel.countries.map(\.rawValue) == ["us", "gb", "ca", "ru", "fr", "de", "it", "in", "sa"])
    }
}
