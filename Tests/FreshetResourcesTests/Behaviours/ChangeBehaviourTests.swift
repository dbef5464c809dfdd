import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ChangeBehaviourTests {
    @Test func aResponseAskedForEarlierNeverReplacesASetValue() async throws {
        let bench = LibraryBench()
        let gate = bench.server.hold()
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        try await gate.waitUntilWaiting()
        book.set(Library.Book(title: "Set"), freshFor: .seconds(60))
        #expect(book.state.activity == .fetching)
        gate.open()
        let done = try await recorder.settled()
        #expect(done.value?.title == "Set")
        #expect(done.origin == .set)
    }

    @Test func aChangeStaysOnTheResponseThatCameAfterIt() async throws {
        let bench = LibraryBench(maxAge: 0)
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        bench.server.set { $0.title = "Second" }
        let gate = bench.server.hold()
        let refetch = Task { try await book.refetch() }
        try await gate.waitUntilWaiting()
        book.update { $0.pages = 200 }
        #expect(book.state.value == Library.Book(title: "First", pages: 200))
        gate.open()
        _ = try? await refetch.value
        #expect(book.state.value == Library.Book(title: "Second", pages: 200))
        _ = try? await book.refetch()
        #expect(book.state.value == Library.Book(title: "Second", pages: 100))
    }

    @Test func aChangeOfNothingChangesAndCreatesNothing() {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        book.update { $0.pages = 200 }
        #expect(book.state == ResourceState())
        #expect(bench.client.resources.count == 0)
    }

    @Test func whatIsReadAfterAChangeContainsIt() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        _ = try await book.value()
        for pages in 1...100 {
            book.update { $0.pages = pages }
            #expect(book.state.value?.pages == pages)
        }
    }

    @Test func theValuesOfOneTypeWithATagAreChanged() async throws {
        let bench = LibraryBench()
        _ = try await bench.client.resource(.book(7)).value()
        _ = try await bench.client.resource(.shelf).value()
        bench.client.resources.update(.id("book", 7), as: [Library.Book].self) { $0[0].pages = 3 }
        #expect(bench.client.resource(.shelf).state.value?.first?.pages == 3)
        #expect(bench.client.resource(.book(7)).state.value?.pages == 100)
    }

    @Test func resettingForgetsAndFetchesAgainAndRemovingDoesNot() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        let recorder = ResourceRecorder(book)
        try await recorder.settled(updates: 1)
        let gate = bench.server.hold()
        book.reset()
        #expect(book.state.value == nil)
        gate.open()
        try await recorder.settled(updates: 2)
        book.remove()
        #expect(book.state.value == nil)
        #expect(book.state.activity == .idle)
        #expect(bench.sent == 2)
    }

    @Test func aPlaceholderIsMarkedIsNotKeptAndDoesNotStopTheFetch() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        let stood = book.placeholder { Library.Book(title: "…") }
        #expect(stood.state.origin == .placeholder)
        let gate = bench.server.hold()
        let recorder = ResourceRecorder(stood)
        #expect(recorder.states.first?.value?.title == "…")
        #expect(recorder.states.first?.origin == .placeholder)
        #expect(book.state.value == nil)
        gate.open()
        let done = try await recorder.settled(updates: 1)
        #expect(done.value?.title == "First")
        #expect(done.origin == .network)
    }

    @Test func anInitialValueIsDataOfItsDate() async throws {
        let bench = LibraryBench()
        let date = bench.clock.date - 30
        let book = bench.client.resource(.book(7)).initially(Library.Book(title: "Bundled"), at: date)
        let fresh = ResourceRecorder(book.fresh(.lasting(.seconds(60))))
        #expect(fresh.last?.origin == .initial)
        #expect(fresh.last?.date == date)
        #expect(fresh.last?.activity == .idle)
        let stale = ResourceRecorder(book.fresh(.lasting(.seconds(10))))
        #expect(stale.states.first?.value?.title == "Bundled")
        #expect(try await stale.settled(updates: 1).value?.title == "First")
        #expect(bench.sent == 1)
    }
}
