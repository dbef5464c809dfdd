import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import HackerNews
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct ThreadViewModelTests {
    let clock = ManualClock()
    let backend = Backend()

    /// A story of ann's with two comments, of which the first has two responses, one below the other.
    init() {
        backend.respond(to: "/item/1.json", with: .story(1, fields: #","kids":[2,3],"descendants":4"#))
        backend.respond(to: "/item/2.json", with: .comment(2, kids: [4]))
        backend.respond(to: "/item/3.json", with: .comment(3))
        backend.respond(to: "/item/4.json", with: .comment(4, by: "ann", kids: [5]))
        backend.respond(to: "/item/5.json", with: .comment(5))
    }

    private func model(_ id: Int = 1, maxDepth: Int = .max) -> ThreadViewModel {
        ThreadViewModel(
            Client(HackerNews(), transport: backend.transport, cache: nil, retry: .never), id: id, maxDepth: maxDepth,
            scheduler: clock.scheduler)
    }

    @Test func theThreadIsShownInItsOrder() async throws {
        let model = model()
        try await clock.runDueWork()
        #expect(backend.targets.isEmpty)
        model.load()
        try await clock.settle { model.loadedCount == 4 && !model.isLoadingComments }
        #expect(model.root.value?.headline == "Story 1")
        #expect(model.rows.map(\.id) == [2, 4, 5, 3])
        #expect(model.rows.map(\.depth) == [0, 1, 2, 0])
        #expect(model.rows.map(\.isByAuthor) == [false, true, false, false])
        #expect(backend.targets.count == 5)
        #expect(model.failureCount == 0)
    }

    @Test func itGrowsAsCommentsCome() async throws {
        let gate = Gate()
        backend.respond(to: "/item/2.json", with: .comment(2, kids: [4]), at: gate)
        let model = model()
        let counts = PublisherRecorder(model.$loadedCount)
        model.load()
        try await clock.settle { model.rows.map(\.id) == [3] }
        #expect(model.isLoadingComments)
        gate.open()
        try await clock.settle { model.rows.map(\.id) == [2, 4, 5, 3] && !model.isLoadingComments }
        #expect(counts.values == counts.values.sorted())
    }

    @Test func notMoreLevelsAreAskedForThanWanted() async throws {
        let model = model(maxDepth: 1)
        model.load()
        try await clock.settle { model.loadedCount == 2 && !model.isLoadingComments }
        #expect(model.rows.map(\.id) == [2, 3])
        #expect(backend.count("/item/4.json") == 0)
    }

    @Test func aCommentThatFailsIsCounted() async throws {
        backend.fail("/item/2.json")
        let model = model()
        model.load()
        try await clock.settle { model.failureCount == 1 && !model.isLoadingComments }
        #expect(model.rows.map(\.id) == [3])
        #expect(model.selectedError == nil)
    }

    // MARK: - Folding

    @Test func foldingHidesWhatIsBelow() async throws {
        let model = model()
        model.load()
        try await clock.settle { model.loadedCount == 4 }
        model.toggle(2)
        #expect(model.rows.map(\.id) == [2, 3])
        #expect(model.rows[0].isFolded && model.rows[0].hiddenCount == 2)
        model.toggle(2)
        #expect(model.rows.map(\.id) == [2, 4, 5, 3])
        #expect(model.rows[0].hiddenCount == 0)
        model.foldAll()
        #expect(model.rows.map(\.id) == [2, 3])
        #expect(model.rows.map(\.isFolded) == [true, true])
        #expect(model.nextTopLevel(after: 2) == 3)
        model.unfoldAll()
        #expect(model.rows.count == 4)
        #expect(model.nextTopLevel(after: 5) == 3)
        #expect(model.nextTopLevel(after: 3) == nil && model.nextTopLevel(after: 99) == nil)
    }

    @Test func aFoldedCommentStaysFoldedWhileTheThreadGrows() async throws {
        let gate = Gate()
        backend.respond(to: "/item/4.json", with: .comment(4, kids: [5]), at: gate)
        let model = model()
        model.load()
        try await clock.settle { model.rows.map(\.id) == [2, 3] }
        model.toggle(2)
        gate.open()
        try await clock.settle { model.loadedCount == 4 }
        #expect(model.rows.map(\.id) == [2, 3])
        #expect(model.rows[0].hiddenCount == 2)
    }

    // MARK: - Polls and what is absent

    @Test func theOptionsOfAPollComeInTheirOrder() async throws {
        backend.respond(
            to: "/item/6.json",
            with: .json(#"{"by":"pg","id":6,"parts":[9,7,8],"title":"Poll","type":"poll","score":46}"#))
        for id in 7...9 {
            backend.respond(
                to: "/item/\(id).json", with: .json(#"{"by":"pg","id":\#(id),"poll":6,"text":"Yes","type":"pollopt"}"#))
        }
        let gate = Gate()
        backend.respond(to: "/item/8.json", with: .null, at: gate)
        let model = model(6)
        model.load()
        // Its comments are there before them.
        try await clock.settle { gate.waiterCount == 1 && !model.isLoadingComments && !model.root.isFetching }
        #expect(model.isLoadingOptions && model.options.isEmpty)
        gate.open()
        try await clock.settle { !model.isLoadingOptions }
        #expect(model.options.map(\.id) == [9, 7])
        #expect(model.rows.isEmpty)
    }

    @Test func anAbsentItemIsReportedAsSuch() async throws {
        backend.respond(to: "/item/44.json", with: .null)
        let model = model(44)
        model.load()
        try await clock.settle { model.selectedError != nil }
        #expect(model.selectedError?.title == "Nothing to show")
        #expect(model.selectedError?.text.contains("44") == true)
        #expect(!model.isLoadingComments && model.root.value == nil)
        model.dismissError()
        #expect(model.selectedError == nil && model.root.error == nil)
        // T4: it may be there by now.
        backend.respond(to: "/item/44.json", with: .story(44))
        model.load()
        try await clock.settle { model.root.value?.id == 44 }
    }

    // MARK: - Again, and not at all

    @Test func theOldCommentsStayWhileTheyComeAgain() async throws {
        let model = model()
        model.load()
        try await clock.settle { model.loadedCount == 4 && !model.isLoadingComments }
        let gate = Gate()
        backend.respond(to: "/item/2.json", with: .comment(2, kids: [4]), at: gate)
        backend.respond(to: "/item/4.json", with: .comment(4, kids: [5, 7]))
        backend.respond(to: "/item/7.json", with: .comment(7))
        model.load()
        try await clock.settle { gate.waiterCount == 1 }
        try await clock.runDueWork()
        #expect(model.rows.map(\.id) == [2, 4, 5, 3])
        gate.open()
        try await clock.settle { model.rows.map(\.id) == [2, 4, 5, 7, 3] }
    }

    @Test("What was read is not lost when it can't be had again (T69)")
    func failedReload() async throws {
        let model = model()
        model.load()
        try await clock.settle { model.loadedCount == 4 && !model.isLoadingComments }
        for id in 2...3 { backend.fail("/item/\(id).json") }
        model.load()
        try await clock.settle { model.failureCount == 2 && !model.isLoadingComments }
        #expect(model.rows.map(\.id) == [2, 4, 5, 3])
        backend.fail("/item/1.json")
        model.load()
        try await clock.settle { model.selectedError != nil }
        #expect(model.root.value != nil && model.rows.count == 4)
    }

    @Test func cancellingEndsEveryCall() async throws {
        for id in 2...3 { backend.hold("/item/\(id).json") }
        let model = model()
        model.load()
        try await clock.settle { backend.openCount() == 2 }
        model.cancel()
        try await clock.settle { backend.openCount() == 0 && !model.isLoadingComments }
        #expect(model.root.value != nil && model.selectedError == nil)
    }

    @Test func cancellingAReloadAsksForNothing() async throws {
        let model = model()
        model.load()
        try await clock.settle { model.loadedCount == 4 && !model.isLoadingComments }
        backend.hold("/item/1.json")
        model.load()
        try await clock.settle { backend.openCount() == 1 }
        let count = backend.targets.count
        model.cancel()
        clock.advance()
        #expect(!model.root.isFetching && !model.isLoadingComments)
        try await clock.runDueWork()
        #expect(backend.targets.count == count)
        #expect(model.rows.count == 4)
    }
}
