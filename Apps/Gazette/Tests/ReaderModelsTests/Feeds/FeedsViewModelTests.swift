import Foundation
import FreshetCombine
import FreshetTesting
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct FeedsViewModelTests {
    let clock = ManualClock()
    let feeds = StubFeeds([5, 4, 3, 2, 1])

    private func query(_ scope: ItemQuery.Scope) -> ItemQuery {
        var query = ItemQuery()
        query.scope = scope
        return query
    }

    private func loaded(
        _ scope: ItemQuery.Scope? = .all, pageSize: Int = 50, pageCount: Int = 1
    ) async throws -> FeedsViewModel {
        let model = FeedsViewModel(
            feeds, scope.map(query), pageSize: pageSize, pageCount: pageCount, scheduler: clock.scheduler)
        model.load()
        try await clock.settle { model.subscriptions != nil && !model.isLoading }
        return model
    }

    private func ids(_ model: FeedsViewModel) -> [Int] { model.shown.items.map(\.id) }

    private func unread(_ model: FeedsViewModel) -> [Int] { model.shown.items.filter(\.isUnread).map(\.id) }

    // MARK: - Loading

    @Test func theItemsComeInPages() async throws {
        let model = try await loaded(pageSize: 2)
        #expect(ids(model) == [5, 4] && model.shown.hasMore)
        model.loadMore()
        model.loadMore()
        #expect(model.isLoadingMore && !model.isLoading)
        try await clock.settle { !model.isLoadingMore }
        #expect(ids(model) == [5, 4, 3, 2] && model.shown.hasMore)
        model.loadMore()
        try await clock.settle { !model.shown.hasMore }
        model.loadMore()
        #expect(ids(model) == [5, 4, 3, 2, 1] && !model.isLoadingMore)
        #expect(feeds.state.queries.map(\.before) == [nil, 4, 2] && model.pageCount == 3)
        #expect(feeds.state.queries.allSatisfy { $0.limit == 3 })
        // What has been loaded is loaded again, and a list may begin with several pages.
        model.load()
        try await clock.settle { !model.isLoading }
        #expect(ids(model) == [5, 4, 3, 2, 1] && feeds.state.queries.last?.limit == 7)
        let long = try await loaded(pageSize: 2, pageCount: 2)
        #expect(ids(long) == [5, 4, 3, 2] && long.shown.hasMore)
        long.selection = .all
        try await clock.settle { !long.isLoading }
        #expect(ids(long) == [5, 4] && long.pageCount == 1)
    }

    @Test func anotherSelectionCancelsTheLoadBefore() async throws {
        let gate = Gate()
        feeds.state.gates[.unread] = gate
        feeds.state.items[0].isUnread = false
        let model = FeedsViewModel(feeds, ItemQuery(), scheduler: clock.scheduler)
        let lengths = PublisherRecorder(model.$shown.map(\.items.count))
        model.load()
        try await clock.settle { gate.waiterCount == 1 }
        model.selection = .all
        try await clock.settle { !model.isLoading }
        #expect(ids(model) == [5, 4, 3, 2, 1])
        try await clock.settle { feeds.state.cancelled == [.unread] }
        gate.open()
        try await clock.runDueWork()
        #expect(ids(model).count == 5 && !lengths.values.contains(4))
    }

    @Test func anotherListEmptiesTheItemsAndAnotherSelectionKeepsThem() async throws {
        let model = try await loaded()
        let gate = Gate()
        feeds.state.gates[.fresh] = gate
        model.selection = .fresh
        #expect(model.isLoading && ids(model).count == 5)
        gate.open()
        try await clock.settle { !model.isLoading }
        #expect(model.emptyText == "There are no new items since your last visit.")
        model.open(.feed(2))
        #expect(ids(model).isEmpty && model.selection == .unread && model.title == "Tides" && model.emptyText == nil)
        try await clock.settle { !model.isLoading }
        #expect(model.emptyText == "You have read everything." && model.countText == "1 feed · 2 unread")
        model.open(nil)
        #expect(!model.isLoading && model.title == "Feeds" && model.countText == "2 feeds · 4 unread")
    }

    @Test func aSearchFindsItemsOfAllFeeds() async throws {
        let model = try await loaded(nil)
        #expect(model.query == nil && model.emptyText == nil)
        model.searchText = " "
        #expect(model.query == nil)
        model.searchText = "4"
        try await clock.settle { ids(model) == [4] }
        model.searchText = "x"
        try await clock.settle { model.emptyText == "No item contains “x”." }
        model.searchText = ""
        #expect(ids(model).isEmpty && !model.isLoading && model.emptyText == nil)
    }

    @Test func aFailureKeepsWhatIsShown() async throws {
        let model = try await loaded()
        feeds.state.isFailing = true
        model.load()
        try await clock.settle { model.selectedError != nil && !model.isLoading }
        #expect(model.selectedError?.text == FeedTexts.unreadable && model.isShowingError)
        #expect(ids(model).count == 5 && model.subscriptions?.count == 2)
        model.selection = .fresh
        try await clock.settle { model.selectedError != nil && !model.isLoading }
        #expect(ids(model).count == 5 && model.emptyText == nil)
        feeds.state.isFailing = false
        // The shown items are those of another selection, which this one can't be compared with.
        model.update()
        try await clock.settle { model.emptyText != nil }
        model.selection = .all
        #expect(model.selectedError == nil)
        try await clock.settle { !model.isLoading }
        #expect(ids(model).count == 5 && model.selectedError == nil)
    }

    @Test func whereAnUpdateFailsTheMarksThatWaitAreShown() async throws {
        let model = try await loaded()
        feeds.state.isFailing = true
        feeds.state.waiting = [4]
        model.update()
        try await clock.settle { unread(model) == [5, 3, 2, 1] }
        #expect(model.selectedError == nil && ids(model).count == 5)
    }

    @Test func aChangeWhileLoadingIsShownAfterwards() async throws {
        let gate = Gate()
        feeds.state.gates[.unread] = gate
        let model = FeedsViewModel(feeds, ItemQuery(), scheduler: clock.scheduler)
        model.load()
        try await clock.settle { gate.waiterCount == 1 }
        // The load goes on, however often something changes.
        model.update()
        model.update()
        gate.open()
        try await clock.settle { ids(model).count == 5 }
        try await clock.runDueWork()
        try await clock.settle { feeds.state.queries.count == 2 }
        #expect(feeds.state.cancelled.isEmpty && !model.isLoading)
    }

    @Test func newItemsAreCountedAndNotInserted() async throws {
        let model = try await loaded(pageSize: 3)
        feeds.state.items.insert(contentsOf: [.stub(7), .stub(6)], at: 0)
        feeds.state.items.removeAll { $0.id == 4 }
        model.update()
        try await clock.settle { model.newText == "2 new" }
        // An unread item that is missing was read elsewhere.
        #expect(ids(model) == [5, 4, 3] && unread(model) == [5, 3])
        model.showNew()
        try await clock.settle { ids(model) == [7, 6, 5] }
        #expect(model.newText == nil)
    }

    @Test func sitesAreReadOnDemand() async throws {
        let model = try await loaded(.feed(1))
        let gate = Gate()
        feeds.state.changeGate = gate
        model.readSites()
        model.readSites()
        #expect(model.isReadingSites)
        feeds.state.items.insert(.stub(6), at: 0)
        gate.open()
        try await clock.settle { ids(model).first == 6 }
        feeds.state.items.insert(.stub(7), at: 0)
        model.readSites(onlyDue: true)
        try await clock.settle { model.newText == "1 new" }
        #expect(feeds.state.refreshed == [[1], nil] && ids(model).first == 6)
    }

    // MARK: - Changes

    @Test func aMarkShowsAtOnce() async throws {
        let model = try await loaded()
        model.mark([4], isRead: true)
        model.mark([3, 2], isRead: true)
        model.mark([2], isRead: false)
        #expect(unread(model) == [5, 2, 1])
        try await clock.settle { feeds.state.changes.count == 3 }
        try await clock.runDueWork()
        #expect(feeds.state.changes == ["read [4]", "read [3, 2]", "unread [2]"])
        #expect(ids(model) == [5, 4, 3, 2, 1] && unread(model) == [5, 2, 1])
    }

    @Test func aMarkThatCannotBeStoredIsTakenBack() async throws {
        let model = try await loaded()
        let gate = Gate()
        feeds.state.changeGate = gate
        model.mark([4], isRead: true)
        #expect(unread(model) == [5, 3, 2, 1])
        // What is loaded meanwhile does not have the mark yet.
        model.load()
        try await clock.settle { !model.isLoading }
        #expect(unread(model) == [5, 3, 2, 1])
        feeds.state.isFailing = true
        gate.open()
        try await clock.settle { model.selectedError != nil }
        #expect(unread(model) == [5, 4, 3, 2, 1])
    }

    @Test func allShownItemsAreMarked() async throws {
        let model = try await loaded(pageSize: 2)
        model.markAll()
        #expect(unread(model).isEmpty && ids(model) == [5, 4])
        try await clock.settle { feeds.state.changes == ["all down to 4"] }
        model.searchText = "Item 3"
        try await clock.settle { ids(model) == [3] }
        model.markAll()
        try await clock.settle { feeds.state.changes.last == "read [3]" }
        model.markAll(in: .all)
        try await clock.settle { feeds.state.changes.last == "all down to 0" }
    }

    @Test func whatHasComeSinceTheItemsWereLoadedStaysUnread() async throws {
        let model = try await loaded()
        feeds.state.date += 60
        model.update()
        try await clock.settle { feeds.state.queries.count == 2 }
        try await clock.runDueWork()
        model.markAll()
        try await clock.settle { feeds.state.changes == ["all down to 1 as of before"] }
        // The list of feeds counts what has come as well.
        model.open(nil)
        model.update()
        try await clock.settle { model.loaded == feeds.state.date }
        model.markAll(in: .feed(1))
        try await clock.settle { feeds.state.changes.last == "all down to 0" }
    }

    @Test func aPageMayLinkToSeveralFeeds() async throws {
        let model = try await loaded(nil)
        let choice = FeedAddition.Choice(address: "https://feeds.example/3", title: nil)
        let new = FeedSubscription.stub(3, "Low Tide")
        feeds.state.additions = ["feeds.example": .choices([choice]), choice.address: .added(new)]
        model.add("feeds.example")
        #expect(model.isAdding)
        try await clock.settle { !model.isAdding }
        guard case .choices(let choices)? = model.addition else {
            Issue.record("\(String(describing: model.addition))")
            return
        }
        #expect(choices == [choice])
        feeds.state.subscriptions.append(new)
        model.add(choices[0].address)
        try await clock.settle { model.subscriptions?.count == 3 }
        if case .added(let feed)? = model.addition { #expect(feed.id == 3) } else { Issue.record("It is not added.") }
        model.add("x")
        try await clock.settle { !model.isAdding }
        if case .failed(let reason)? = model.addition { #expect(reason.hasPrefix("“x”")) } else { Issue.record() }
    }

    @Test func aRemovedFeedGoesAtOnceAndComesBackIfThatFails() async throws {
        let model = try await loaded(nil)
        model.remove(1)
        #expect(model.subscriptions?.map(\.id) == [2])
        try await clock.settle { feeds.state.changes == ["remove 1"] }
        feeds.state.isFailing = true
        model.remove(2)
        #expect(model.subscriptions?.isEmpty == true && model.emptyText == FeedTexts.noFeeds)
        await model.waitForChanges()
        try await clock.settle { model.selectedError != nil }
        feeds.state.isFailing = false
        model.retry()
        try await clock.settle { model.subscriptions?.map(\.id) == [2] }
    }

    // MARK: - Values

    @Test func feedsAreGroupedByFolder() {
        let all = [
            FeedSubscription.stub(1, "A", unread: 1), .stub(2, "B", in: "X", unread: 2), .stub(3, "C", in: "X"),
            .stub(4, "D", in: "Y", unread: 0),
        ]
        #expect(all.folders.map(\.name) == ["", "X", "Y"] && all.folders[1].feeds.map(\.id) == [2, 3])
        #expect(all.unread == 5 && all.members(of: .folder("X")).unread == 4)
        #expect([.all, .folder("X"), .feed(4), .feed(9)].map { all.title(of: $0) } == ["All feeds", "X", "D", nil])
    }

    @Test func itemsAfterTheLoadedOnesStayAsTheyAre() {
        var shown = ShownItems([.stub(3), .stub(2), .stub(1)], limit: 3)
        shown.update(ShownItems([.stub(5), .stub(4), .stub(2)], limit: 2))
        #expect(shown.newCount == 2 && shown.items.map(\.isUnread) == [true, true, true])
        shown.update(ShownItems([.stub(2)], limit: 2))
        #expect(shown.newCount == 0 && shown.items.map(\.isUnread) == [false, true, false])
    }
}
