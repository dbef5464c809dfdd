import Foundation
import FreshetCombine
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(2)))
struct LabExampleTests {
    let clock = ManualClock()

    private func lab(_ response: StubTransport.Response = .json("{}"), _ gate: Gate? = nil) -> (LabViewModel, MockAPI) {
        let api = MockAPI(scheduler: clock.scheduler)
        let stub = StubTransport { _ in
            if let gate = gate { await gate.wait() }
            return response
        }
        return (
            LabViewModel(
                Client(Meals(), transport: stub, cache: nil, retry: .never), mock: api, scheduler: clock.scheduler), api
        )
    }

    private func settle(_ isDone: () throws -> Bool) async throws {
        try await clock.run(upTo: .zero, until: isDone)
    }

    @Test func theMockFetchesFailsAndIsCancelled() {
        let (model, api) = lab()
        #expect(model.mockText == "Tap to fetch")
        model.fetchMock()
        clock.advance(by: .seconds(1))
        #expect(model.mockText == "Fetching...")
        #expect(model.mockStatus.value == .ongoing)
        #expect(model.showsLoading)
        // The switch was read when the fetch started.
        api.fails = true
        clock.advance(by: .seconds(1))
        clock.advance()
        #expect(model.mockText == "Success Result")
        #expect(model.mockStatus.value == .finished)
        #expect(!model.showsLoading)

        model.fetchMock()
        clock.advance(by: .seconds(2))
        clock.advance()
        // T44, T47: the failure is reported, and the trigger keeps working.
        #expect(model.mockText == "(Mock Error)")
        #expect(model.mockStatus.value == .ready)

        model.fetchMock()
        clock.advance(by: .seconds(1))
        model.cancelMock()
        clock.advance(by: .seconds(5))
        #expect(model.mockText == "(Mock Error)")
        #expect(model.mockStatus.value == .ready)
        #expect(model.running.value == 0)
    }

    @Test func aSubjectWithSwitchToLatestReplacesItsCallAndSurvivesFailures() {
        let (model, api) = lab()
        let texts = PublisherRecorder(model.$switchedText.removeDuplicates())
        api.fails = true
        model.fetchSwitched()
        clock.advance(by: .seconds(1))
        api.fails = false
        model.fetchSwitched()
        #expect(model.running.value == 1)
        clock.advance(by: .seconds(1))
        // The first call, which would fail now, was replaced.
        #expect(model.switchedText == "Fetching...")
        clock.advance(by: .seconds(1))
        api.fails = true
        model.fetchSwitched()
        clock.advance(by: .seconds(2))
        api.fails = false
        model.fetchSwitched()
        clock.advance(by: .seconds(2))
        // T44
        #expect(
            texts.values == [
                "Tap to fetch", "Fetching...", "Success Result", "Fetching...", "(Mock Error)", "Fetching...",
                "Success Result",
            ])
        #expect(model.running.value == 0)
    }

    @Test func aTaskThatTakesTheSlotKeepsTheStatusTrue() async throws {
        let gate = Gate()
        let (model, _) = lab(.json(#"{"categories":[{"strCategory":"Pasta"},{"strCategory":"Beef"}]}"#), gate)
        let statuses = PublisherRecorder(model.categoryStatus)
        model.fetchCategories()
        model.fetchCategories()
        // T40: the cancellation of the old task does not report "ready" while the new one runs.
        #expect(statuses.values == [.ready, .ongoing])
        #expect(model.running.value == 1)
        model.fetchMock()
        clock.advance()
        // T41, T42: the overlay is there while anything runs.
        #expect(model.running.value == 2)
        gate.open()
        // The text and the end come by different ways.
        try await settle { model.categoryText != "Tap to fetch" && model.categoryStatus.value != .ongoing }
        #expect(model.categoryStatus.value == .finished)
        #expect(model.categoryText == "2 categories")
        #expect(model.isBusy.value)
        #expect(model.showsLoading)
        model.cancelMock()
        // The end of the categories is reported to one observer after the other, on the thread it came on.
        try await settle { !model.isBusy.value && !model.showsLoading }
        #expect(model.running.value == 0)
    }

    @Test(
        "Texts of errors",
        arguments: [
            (StubTransport.Response.status(500), "The server responded with status 500."),
            (.json("nonsense"), "The data could not be read."),
        ])
    func texts(response: StubTransport.Response, text: String) async throws {
        let (model, _) = lab(response)
        model.fetchCategories()
        try await settle { model.categoryText != "Tap to fetch" }
        #expect(model.categoryText == text)
        #expect(model.categoryStatus.value == .ready)
    }

    @Test func anotherTwoHundredCounts() async throws {
        let response = StubTransport.Response(
            status: 203, headers: [.contentType: "application/json"], chunks: [Data(#"{"categories":[]}"#.utf8)])
        let (model, _) = lab(response)
        model.fetchCategories()
        try await settle { model.categoryText != "Tap to fetch" && model.categoryStatus.value != .ongoing }
        // T39
        #expect(model.categoryText == "0 categories")
        #expect(model.categoryStatus.value == .finished)
    }

    @Test func cancellingOneRowSetsItBack() async {
        let (model, _) = lab(.json("{}"), Gate())
        model.fetchCategories()
        model.cancelCategories()
        #expect(model.categoryStatus.value == .ready)
        #expect(model.categoryText == "Tap to fetch")
        #expect(model.running.value == 0)
    }

    @Test func theLabIsReleased() {
        weak var released: LabViewModel?
        do {
            let (model, _) = lab(.json("{}"), Gate())
            released = model
            model.fetchMock()
            model.fetchCategories()
            clock.advance()
        }
        // T45: nothing waits for a model that is gone.
        #expect(released == nil)
    }
}
