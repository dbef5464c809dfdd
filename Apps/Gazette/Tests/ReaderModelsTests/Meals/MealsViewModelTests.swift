import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import ReaderModels
import Testing
import TheMealDB

@Suite(.timeLimit(.minutes(2)))
struct MealsViewModelTests {
    let clock = ManualClock()
    let backend = Backend()
    let model: MealsViewModel

    init() {
        backend.respond(to: "categories.php", with: .categories(["Beef", "Chicken", "Pasta"]))
        backend.respond(to: "c=Pasta", with: .meals([1, 2]))
        backend.respond(to: "c=Breakfast", with: .noMeals)
        model = MealsViewModel(
            Client(TheMealDB(), transport: backend.transport, cache: nil, retry: .never), scheduler: clock.scheduler)
    }

    private func settle(_ row: LabRow, on status: FetchStatus) async throws {
        try await clock.settle { row.status == status }
    }

    @Test func theRowsSayWhatTheyAre() {
        #expect(
            model.rows.map(\.title) == ["Sample API call", "Meal Categories", "Pasta Meals", "Breakfast Meals"])
        let infos = Set(model.rows.map(\.info))
        #expect(infos.count == 4)
        #expect(model.categories.info == "This item fetches all meal categories available.")
        #expect(model.row("pasta") === model.pasta && model.row("soup") == nil)
        for row in model.rows {
            #expect(row.text == "Tap to fetch" && row.status == .ready && row.canFetch && !row.canCancel)
        }
        #expect(!model.isLoading)
    }

    @Test func eachRowOfMealsShowsItsCount() async throws {
        for (row, target, response, text) in [
            (model.categories, "categories.php", StubTransport.Response.categories(["A", "B", "C"]), "3 categories"),
            (model.pasta, "c=Pasta", .meals([1, 2]), "2 meals for pasta"),
            (model.breakfast, "c=Breakfast", .noMeals, "0 meals for breakfast"),
        ] {
            let gate = Gate()
            backend.respond(to: target, with: response, at: gate)
            row.fetch()
            clock.advance()
            #expect(row.text == "Fetching..." && row.status == .ongoing && !row.canFetch && row.canCancel)
            gate.open()
            try await settle(row, on: .finished)
            #expect(row.text == text)
        }
        #expect(backend.targets.count == 3)
    }

    @Test("The rows of meals share one slot: the newest runs, and it never looks as if nothing did (T40, T41, T42)")
    func sharedSlot() async throws {
        backend.hold("c=Pasta")
        let gate = Gate()
        backend.respond(to: "c=Breakfast", with: .meals([1]), at: gate)
        model.pasta.fetch()
        try await clock.settle { backend.openCount("c=Pasta") == 1 }
        let loading = PublisherRecorder(model.objectWillChange.map { [model] in model.isLoading })
        model.breakfast.fetch()
        clock.advance()
        #expect(model.pasta.status == .ready && model.pasta.text == "Tap to fetch")
        #expect(model.breakfast.status == .ongoing)
        #expect(!loading.values.isEmpty && !loading.values.contains(false))
        try await clock.settle { backend.openCount("c=Pasta") == 0 && gate.waiterCount == 1 }
        #expect(model.breakfast.status == .ongoing && model.isLoading)
        gate.open()
        try await settle(model.breakfast, on: .finished)
        #expect(model.breakfast.text == "1 meals for breakfast")
        #expect(!model.isLoading)
    }

    @Test("A row that takes over from itself stays ongoing (T40)")
    func itself() async throws {
        model.pasta.fetch()
        try await settle(model.pasta, on: .finished)
        backend.hold("c=Pasta")
        model.pasta.fetch()
        try await clock.settle { backend.openCount() == 1 }
        let statuses = PublisherRecorder(model.pasta.$status)
        model.pasta.fetch()
        clock.advance()
        #expect(Set(statuses.values) == [.ongoing])
        #expect(model.pasta.text == "Fetching...")
        model.pasta.cancel()
        clock.advance()
        #expect(model.pasta.status == .ready && model.pasta.text == "2 meals for pasta")
    }

    @Test("It loads while anything runs (T41, T42, T43)")
    func overlapping() async throws {
        let gate = Gate()
        backend.respond(to: "categories.php", with: .categories(["Beef"]), at: gate)
        model.sample.fetch()
        model.categories.fetch()
        clock.advance()
        #expect(model.sample.status == .ongoing && model.categories.status == .ongoing)
        clock.advance(by: .seconds(2))
        #expect(model.sample.status == .finished)
        #expect(model.isLoading)
        gate.open()
        try await settle(model.categories, on: .finished)
        #expect(!model.isLoading)
        model.sample.fetch()
        clock.advance()
        #expect(model.isLoading)
        model.cancelAll()
        clock.advance()
        #expect(!model.isLoading)
    }

    @Test func theButtonOfTheOverlayCancelsWhateverRuns() async throws {
        backend.hold("c=Pasta")
        model.sample.fetch()
        model.pasta.fetch()
        try await clock.settle { backend.openCount() == 1 }
        model.cancelAll()
        try await clock.settle { backend.openCount() == 0 }
        #expect(!model.isLoading)
        #expect(model.rows.map(\.status) == [.ready, .ready, .ready, .ready])
        #expect(model.rows.map(\.text) == Array(repeating: "Tap to fetch", count: 4))
        clock.advance(by: .seconds(5))
        #expect(model.sample.text == "Tap to fetch" && clock.actionCount == 0)
    }

    // MARK: - The mock

    @Test("The mock always responds after two seconds of the clock (T45)")
    func mock() {
        let texts = PublisherRecorder(model.sample.$text.removeDuplicates())
        model.sample.fetch()
        clock.advance(by: .milliseconds(1999))
        #expect(model.sample.status == .ongoing)
        clock.advance(by: .milliseconds(1))
        #expect(model.sample.status == .finished)
        #expect(texts.values == ["Tap to fetch", "Fetching...", "Success Result"])
    }

    @Test("The switch is read when the fetch starts; a failure is shown and the row keeps working (T44, T47)")
    func mockSwitch() {
        model.sample.fetch()
        clock.advance()
        model.mockFails = true
        clock.advance(by: .seconds(2))
        #expect(model.sample.text == "Success Result")
        model.sample.fetch()
        clock.advance()
        model.mockFails = false
        clock.advance(by: .seconds(2))
        #expect(model.sample.text == "(Mock Error)")
        #expect(model.sample.status == .ready && model.sample.error != nil)
        #expect(model.sample.canFetch && !model.isLoading)
        model.sample.fetch()
        clock.advance(by: .seconds(2))
        #expect(model.sample.text == "Success Result" && model.sample.error == nil)
    }

    @Test("A cancellation restores the text, which differs from never begun (T47)")
    func cancelMock() {
        model.mockFails = true
        model.sample.fetch()
        clock.advance(by: .seconds(2))
        model.sample.fetch()
        clock.advance(by: .seconds(1))
        #expect(model.sample.text == "Fetching...")
        model.sample.cancel()
        clock.advance(by: .seconds(9))
        #expect(model.sample.text == "(Mock Error)" && model.sample.status == .ready)
    }

    // MARK: - Failures

    @Test(
        "Texts of failures",
        arguments: [
            (StubTransport.Response.json("nonsense"), "The data could not be read."),
            (.text("<html>"), "The data could not be read."),
            (.status(500), "www.themealdb.com responded with status 500."),
        ])
    func texts(response: StubTransport.Response, text: String) async throws {
        backend.respond(to: "categories.php", with: response)
        model.categories.fetch()
        try await clock.settle { model.categories.error != nil }
        #expect(model.categories.text == text)
        #expect(model.categories.status == .ready && !model.isLoading)
        backend.respond(to: "categories.php", with: .categories(["Beef"]))
        model.categories.fetch()
        try await settle(model.categories, on: .finished)
        #expect(model.categories.text == "1 categories" && model.categories.error == nil)
    }

    @Test func aFailureOfTheNetworkNamesItself() async throws {
        backend.fail("c=Pasta")
        model.pasta.fetch()
        try await clock.settle { model.pasta.error != nil }
        #expect(model.pasta.text == "Network error occurred. This device is not connected to the internet.")
    }
}
