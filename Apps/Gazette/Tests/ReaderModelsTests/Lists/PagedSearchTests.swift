import Foundation
import FreshetCombine
import FreshetTesting
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct PagedSearchTests {
    let clock = ManualClock()
    let book = Book()
    let model: PagedSearch<Books.Thing>

    init() {
        let client = book.client(time: clock.time)
        model = PagedSearch(rules: SearchRules(length: 2...9), scheduler: clock.scheduler) { client.window(on: $0) }
    }

    private var ids: [Int] { model.results.items.map(\.id) }

    private func type(_ text: String) {
        model.text = text
        clock.advance(by: .milliseconds(300))
    }

    /// Responds to the request for a text.
    private func respond(to text: String, _ response: (Book.Call) -> Void) async throws {
        // A call that was cancelled before may be sent after it.
        func call() -> Book.Call? { book.calls.last { $0.name == "\(text) 1" && $0.isWaiting } }
        try await clock.settle { call() != nil }
        call().map(response)
        try await clock.settle { !model.results.fetch.isFetching }
    }

    @Test func whatIsTypedIsSearched() async throws {
        #expect(model.idleReason == .empty)
        type("  apple ")
        #expect(model.text == "  apple ")
        try await respond(to: "apple") { $0.send([1]) }
        #expect(ids == [1])
        type("apple")
        model.submit()
        try await clock.runDueWork()
        #expect(book.names == ["apple 1"])
    }

    @Test func whatIsTooShortClearsTheResultsAndSaysSo() async throws {
        type("apple")
        try await respond(to: "apple") { $0.send([1]) }
        type("a")
        #expect(model.results.fetch.value == nil)
        #expect(model.idleReason == .tooShort(minimum: 2))
        type("apple")
        #expect(ids == [1])
    }

    @Test func aFailureIsReportedAndTheNextQueryWorks() async throws {
        type("apple")
        try await respond(to: "apple") { $0.send([1]) }
        type("pear")
        try await respond(to: "pear") { $0.fail(.connectionLost) }
        // T4: the results that were there stay.
        #expect(ids == [1])
        #expect(model.results.selectedError != nil)
        model.retry()
        try await clock.settle { book.calls.count == 3 }
        try await respond(to: "pear") { $0.send([2]) }
        #expect(ids == [2])
    }

    @Test func whoShowsTheWholeHearsOfItsParts() {
        let changes = PublisherRecorder(model.objectWillChange.map { 1 })
        model.text = "apple"
        #expect(changes.values.count == 1)
        clock.advance(by: .milliseconds(300))
        #expect(changes.values.count > 3)
    }
}
