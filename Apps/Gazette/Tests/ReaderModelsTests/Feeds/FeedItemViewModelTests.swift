import Foundation
import Freshet
import FreshetTesting
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct FeedItemViewModelTests {
    let clock = ManualClock()
    let feeds = StubFeeds()

    private func model(
        wantsText: Bool = false, link: URL? = URL(string: "https://feeds.example/item"), offlineNote: String? = nil
    ) -> FeedItemViewModel {
        let file = URL(string: "https://feeds.example/a.mp3").map {
            StoredEnclosure(url: $0, type: "audio/mpeg", byteCount: 1)
        }
        feeds.state.full[1] = FullItem(
            item: .stub(1, link: link), content: "<h1>Item 1</h1><p>Short <a href=\"https://a.example/\">text</a></p>",
            base: nil, comments: nil, enclosures: [file].compactMap(\.self), wantsText: wantsText)
        return FeedItemViewModel(feeds, id: 1, offlineNote: offlineNote, scheduler: clock.scheduler)
    }

    private func article(_ html: String?, problem: String? = nil) throws -> KeptArticle {
        KeptArticle(
            address: try #require(URL(string: "https://feeds.example/item")), title: nil, html: html, picture: nil,
            problem: problem, fetched: .distantPast)
    }

    private func text(_ model: FeedItemViewModel) -> [String] { model.fetch.value?.prose.blocks.map(\.text) ?? [] }

    private func settle(_ model: FeedItemViewModel) async throws {
        try await clock.settle { !model.fetch.isFetching }
    }

    @Test func theTextOfTheFeedIsShownOrThatOfThePage() async throws {
        feeds.state.article = try article("<p>The full text</p>")
        let model = model()
        model.load()
        try await settle(model)
        // The heading that repeats the title is left out.
        #expect(
            text(model) == ["Short text[1]"]
                && model.fetch.value?.prose.numberedLinks.map(\.title) == ["1. https://a.example/"])
        #expect(model.opened?.position == 0.5 && model.fetch.value?.addresses.map(\.name) == ["Sound"])
        let facts = model.fetch.value?.facts(now: Date(timeIntervalSince1970: 1_767_232_800))
        #expect(facts == "Night Sky · by Ann · 2026-01-01 · 2 h")
        model.toggleText()
        try await settle(model)
        #expect(text(model) == ["The full text"] && model.isFullShown)
        model.toggleText()
        #expect(text(model) == ["Short text[1]"] && !model.isFullShown)
    }

    @Test func theFullTextIsLoadedIfTheReaderWantsIt() async throws {
        feeds.state.article = try article("<p>The full text</p>")
        let wanted = model(wantsText: true)
        wanted.load()
        try await settle(wanted)
        #expect(text(wanted) == ["The full text"])
        let toggled = model()
        toggled.load()
        // Before the item is there, this requests the other text.
        toggled.toggleText()
        try await clock.settle { text(toggled) == ["The full text"] }
    }

    @Test func thePageMayHaveNoText() async throws {
        feeds.state.article = try article(nil, problem: "This page is too large.")
        let model = model()
        model.load()
        try await settle(model)
        model.toggleText()
        try await settle(model)
        #expect(text(model) == ["Short text[1]"] && model.fetch.value?.notice == "This page is too large.")
    }

    @Test func aTextMayTakeTooLong() async throws {
        feeds.state.isTooSlow = true
        let model = model()
        model.load()
        try await settle(model)
        #expect(text(model).isEmpty && model.fetch.value?.proseNotice == FeedTexts.tooSlow)
    }

    @Test func aTextWithoutBlocksMayHavePictures() {
        let full = FullItem(
            item: .stub(1), content: nil, base: nil, comments: nil, enclosures: [], wantsText: false)
        let picture = FeedItemText(full, html: "<img src=\"https://a.example/1.png\">")
        #expect(picture.notice == nil && picture.proseNotice == FeedTexts.noText)
        #expect(FeedItemText(full, html: "").notice == FeedTexts.noText)
    }

    @Test func openingAnItemMayMarkItAsRead() async throws {
        _ = model()
        let model = FeedItemViewModel(feeds, id: 1, in: ItemQuery(), marksAsRead: true, scheduler: clock.scheduler)
        model.load()
        try await settle(model)
        #expect(feeds.state.changes == ["read [1]"] && model.isRead && model.opened?.older?.id == 0)
        // It is marked as unread elsewhere while it is open.
        try await feeds.mark([1], isRead: false)
        model.update()
        try await clock.settle { !model.isRead }
        #expect(text(model) == ["Short text[1]"])
    }

    @Test func reasonsNotToReadThePage() async throws {
        let offline = model(wantsText: true, offlineNote: "No network.")
        offline.load()
        try await settle(offline)
        offline.toggleText()
        #expect(offline.problem == "No network." && text(offline) == ["Short text[1]"])
        let withoutLink = model(link: nil)
        withoutLink.load()
        try await settle(withoutLink)
        withoutLink.toggleText()
        #expect(withoutLink.problem == FeedTexts.noPage)
    }

    @Test func failures() async throws {
        let model = model()
        model.load()
        try await settle(model)
        model.toggleText()
        try await settle(model)
        #expect(model.selectedError?.text == FeedTexts.unreadableItem && text(model) == ["Short text[1]"])
        model.dismissError()
        #expect(model.selectedError == nil)
        let other = FeedItemViewModel(feeds, id: 9, scheduler: clock.scheduler)
        other.load()
        try await settle(other)
        #expect(other.selectedError?.text == FeedTexts.absent && other.selectedError?.isAbsent == true)
        other.load()
        other.cancel()
        #expect(!other.fetch.isFetching)
    }
}
