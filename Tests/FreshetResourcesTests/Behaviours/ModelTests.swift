import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import Observation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ModelTests {
    let bench = LibraryBench()

    @Test func makingAModelSendsNothingAndStartingItFetches() async throws {
        let model = ResourceModel(bench.client.resource(.book(7)))
        #expect(model.activity == .idle)
        #expect(bench.sent == 0)
        let gate = bench.server.hold()
        model.start()
        #expect(model.isFetching)
        gate.open()
        try await eventually { model.value != nil && !model.isFetching }
        #expect(model.value?.title == "First")
        #expect(!model.isStale)
        model.stop()
        #expect(model.value?.title == "First")
    }

    @Test("The value of a synchronous cache is there when the model has started", arguments: [30, 90])
    func synchronousCache(age: Int) async throws {
        let store = MemoryCacheStore()
        let clock = ManualClock()
        _ = try await LibraryBench(cache: store, clock: clock).client.resource(.book(7)).value()
        clock.advance(by: .seconds(age))
        let later = LibraryBench(cache: store, clock: clock)
        let gate = later.server.hold()
        let model = ResourceModel(later.client.resource(.book(7)))
        #expect(model.value == nil)
        model.start()
        #expect(model.value?.title == "First")
        #expect(model.origin == .store)
        #expect(model.date == clock.date - Double(age))
        #expect(model.isStale == (age > 60))
        #expect(model.isFetching == (age > 60))
        gate.open()
        try await eventually { !model.isStale && !model.isFetching }
        #expect(later.sent == (age > 60 ? 1 : 0))
    }

    @Test func aPartAndWhatAValueLeadsToAreThereToo() async throws {
        let store = MemoryCacheStore()
        let before = LibraryBench(cache: store)
        _ = try await before.client.resource(.book(7)).value()
        _ = try await before.client.resource(.shelf).value()
        let client = LibraryBench(cache: store, clock: before.clock).client
        let title = ResourceModel(client.resource(.shelf).map(\.first?.title))
        title.start()
        #expect(title.value == "First")
        let first = ResourceModel(
            client.resource(.shelf).then { books in books.first.map { client.resource(.book($0.id)) } })
        first.start()
        #expect(first.value?.id == 7)
    }

    @Test func whileASlowCacheIsReadTheModelIsRestoring() async throws {
        let store = SlowStore()
        let before = LibraryBench(cache: store)
        _ = try await before.client.resource(.book(7)).value()
        let gate = store.hold()
        let later = LibraryBench(cache: store, clock: before.clock)
        let model = ResourceModel(later.client.resource(.book(7)))
        model.start()
        #expect(model.activity == .restoring)
        #expect(model.value == nil)
        gate.open()
        try await eventually { model.value?.title == "First" && model.activity == .idle }
        #expect(later.sent == 0)
    }

    @Test func aModelOfAPartFollowsAResourceThatWasRemovedAndCameBack() async throws {
        let book = bench.client.resource(.book(7))
        let title = book.map(\.title)
        for name in ["A", "B", "C"] {
            book.set(Library.Book(title: name), freshFor: .seconds(60))
            #expect(title.state.value == name)
        }
        bench.client.resources.removeUnused()
        book.set(Library.Book(title: "D"), freshFor: .seconds(60))
        let model = ResourceModel(title)
        model.start()
        #expect(model.value == "D")
        book.set(Library.Book(title: "E"), freshFor: .seconds(60))
        try await eventually { model.value == "E" }
    }

    @Test func showingAnotherResourceKeepsTheValueMarkedUntilThatHasOne() async throws {
        let model = ResourceModel(bench.client.resource(.book(1)))
        model.start()
        try await eventually { model.value != nil }
        let gate = bench.server.hold()
        bench.server.set { $0.title = "Second" }
        model.show(bench.client.resource(.book(2)))
        #expect(model.value?.title == "First")
        #expect(model.isPrevious)
        #expect(model.isFetching)
        gate.open()
        try await eventually { !model.isPrevious && model.value?.title == "Second" }
    }

    @Test func thePreviousValueStaysBesideTheErrorOfTheOtherResource() async throws {
        let model = ResourceModel(bench.client.resource(.book(1)))
        model.start()
        try await eventually { model.value != nil }
        bench.server.set { $0.status = 500 }
        model.show(bench.client.resource(.book(2)))
        try await eventually { model.error != nil }
        #expect(model.value?.title == "First")
        #expect(model.isPrevious)
        model.show(nil)
        #expect(model.value == nil)
        #expect(model.error == nil)
    }

    @Test func onTheWayBackTheOwnValueIsShown() async throws {
        let model = ResourceModel(bench.client.resource(.book(1)))
        model.start()
        try await eventually { model.value != nil }
        let gate = bench.server.hold()
        model.show(bench.client.resource(.book(2)))
        #expect(model.isPrevious)
        model.show(bench.client.resource(.book(1)))
        #expect(model.value?.title == "First")
        #expect(!model.isPrevious)
        gate.open()
    }

    @Test func anotherAccountNeverSeesAPreviousValue() async throws {
        let account = Account()
        let bench = LibraryBench(account: account)
        let model = ResourceModel(bench.client.resource(.book(1)))
        model.start()
        try await eventually { model.value != nil }
        let gate = bench.server.hold()
        model.show(bench.client.resource(.book(2)))
        #expect(model.isPrevious)
        account.name = "bob"
        bench.client.resources.accountDidChange()
        try await eventually { model.value == nil }
        #expect(!model.isPrevious)
        gate.open()
    }

    @Test func aModelOfAPartShowsThatItIsFetched() async throws {
        let book = bench.client.resource(.book(7))
        _ = try await book.value()
        let model = ResourceModel(book.map(\.title))
        model.start()
        let gate = bench.server.hold()
        let refetch = Task { try await book.refetch() }
        try await eventually { model.isFetching }
        gate.open()
        _ = try await refetch.value
        try await eventually { !model.isFetching }
        #expect(model.value == "First")
    }

    @Test func aModelShowsAWriteAsSoonAsItHasBegun() async throws {
        let model = ResourceModel(bench.client.resource(.book(7)))
        let title = ResourceModel(bench.client.resource(.book(7)).map(\.title))
        model.start()
        title.start()
        try await eventually { model.value != nil && title.value != nil }
        let gate = bench.server.hold()
        let rename = WriteModel<Library, String, Library.Book>(bench.client) { title in
            .put(Library.Book(title: title))
        } plan: { title, write in
            write.update(.book(7)) { $0.title = title }
        }
        rename.start("New")
        #expect(model.value?.title == "New")
        #expect(title.value == "New")
        #expect(model.pendingChanges == 1)
        try await gate.waitUntilWaiting()
        bench.client.resource(.book(7)).update { $0.title = "Newer" }
        #expect(model.value?.title == "Newer")
        rename.cancel()
        gate.open()
    }

    @Test func afterARefusedWriteAModelShowsWhatTheResourceHas() async throws {
        let book = bench.client.resource(.book(7))
        let model = ResourceModel(book)
        model.start()
        try await eventually { model.value != nil && !model.isFetching }
        let gate = bench.server.hold()
        bench.server.set { $0.status = 409 }
        let write = Task {
            let title = "New"
            let result = try? await bench.client.write(.put(Library.Book(title: title))) {
                $0.update(.book(7)) { $0.title = title }
            }
            #expect(result == nil)
            #expect(book.state.value?.title == "First")
            #expect(model.value?.title == "First")
            #expect(model.isStale)
        }
        try await gate.waitUntilWaiting()
        #expect(model.value?.title == "New")
        // What is fetched after the write has to wait.
        bench.server.set { $0.status = 200 }
        let later = bench.server.hold()
        gate.open()
        await write.value
        later.open()
    }

    @Test func aViewOfTheValueIsNotDrawnAgainWhenAFetchBegins() async throws {
        let model = ResourceModel(bench.client.resource(.book(7)))
        model.start()
        try await eventually { model.value != nil && !model.isFetching }
        let changes = Lock((value: 0, activity: 0))
        withObservationTracking {
            _ = model.value
        } onChange: {
            changes.withLock { $0.value += 1 }
        }
        withObservationTracking {
            _ = model.activity
        } onChange: {
            changes.withLock { $0.activity += 1 }
        }
        let gate = bench.server.hold()
        let refetch = Task { await model.refetch() }
        try await eventually { model.isFetching }
        #expect(changes.withLock { $0.activity } == 1)
        gate.open()
        await refetch.value
        #expect(changes.withLock { $0.value } == 0)
        bench.client.resource(.book(7)).update { $0.title = "Changed" }
        try await eventually { model.value?.title == "Changed" }
        #expect(changes.withLock { $0.value } == 1)
    }

    @Test func aTaskThatRunsItObservesUntilItIsCancelled() async throws {
        let model = ResourceModel(bench.client.resource(.book(7)))
        let task = Task { await model.run() }
        try await eventually { model.value != nil }
        task.cancel()
        await task.value
        bench.clock.advance(by: .seconds(300))
        try await eventually { bench.client.resources.count == 0 }
    }

    @Test func aReleasedModelObservesNoMore() async throws {
        var model: ResourceModel? = ResourceModel(bench.client.resource(.book(7)))
        model?.start()
        try await eventually { model?.value != nil }
        model = nil
        bench.clock.advance(by: .seconds(300))
        try await eventually { bench.client.resources.count == 0 }
    }
}

/// A store that has to be waited for, and that a test holds.
private final class SlowStore: CacheStore {
    private let store = MemoryCacheStore()
    private let gate = Lock<Gate?>(nil)

    /// Holds what is looked up from now on.
    func hold() -> Gate {
        let new = Gate()
        gate.withLock { $0 = new }
        return new
    }

    func entries(for key: CacheKey) async -> [CacheEntry] {
        await gate.withLock { $0 }?.wait()
        return store.entries(for: key)
    }

    func body(of entry: CacheEntry) async -> Data? { store.body(of: entry) }
    func insert(_ entry: CacheEntry, body: Data) async { store.insert(entry, body: body) }
    func update(_ entry: CacheEntry) async { store.update(entry) }
    func remove(_ entry: CacheEntry) async { store.remove(entry) }
    func removeAll(at url: String) async { store.removeAll(at: url) }
    func removeAll(withPrefix prefix: String) async { store.removeAll(withPrefix: prefix) }
    func entries(withPrefix prefix: String) async -> [CacheEntry] { store.entries(withPrefix: prefix) }
    func usage() async -> CacheUsage { store.usage() }
}
