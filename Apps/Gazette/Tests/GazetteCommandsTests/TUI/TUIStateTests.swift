import Foundation
import ReaderModels
import Testing

@testable import GazetteCommands

/// What keys do, and what a screen shows, without a terminal.
struct TUIStateTests {
    private func rows(_ count: Int, _ section: TUISection = .news) -> [TUIRow] {
        (0..<count).map {
            TUIRow(
                section: section, id: "\($0)", title: "Title \($0)", facts: "Facts \($0)",
                url: "https://a.example/\($0)")
        }
    }

    private func state(_ count: Int = 30, columns: Int = 130, lines: Int = 24) -> TUIState {
        var state = TUIState(size: (columns, lines), isSample: true)
        _ = state.receive(rows(count), in: .news, status: "\(count) articles", problem: nil, newCount: 0)
        return state
    }

    private func type(_ text: String, _ state: inout TUIState) -> [TUIState.Command] {
        text.flatMap { state.handle(.character($0)) }
    }

    private func text(_ state: TUIState) -> [String] { state.screen.map(\.text) }

    // MARK: - Moving

    @Test func movingSelectsAndStaysWithinTheList() {
        var state = state(3)
        #expect(state.handle(.character("k")).contains(.select(nil)) == false)
        #expect(state.list.selected == 0)
        #expect(type("jj", &state).contains(.select(state.list.rows[2])))
        _ = type("jj", &state)
        #expect(state.list.selected == 2)
        _ = type("gg", &state)
        #expect(state.list.selected == 0)
        _ = type("G", &state)
        #expect(state.list.selected == 2)
    }

    @Test func theSelectionIsAlwaysInSight() {
        var state = state(30, lines: 13)
        for step in 0..<60 {
            _ = state.handle(step < 30 ? .down : .up)
            let shown = state.list.top..<(state.list.top + 10)
            #expect(shown.contains(state.list.selected))
        }
        _ = type("G", &state)
        state.resize(columns: 100, lines: 7)
        #expect(state.list.top == 26)
        state.resize(columns: 100, lines: 100)
        #expect(state.list.top == 0)
    }

    @Test func anEmptyListSaysWhyInFull() {
        let advice = "No movie matches “zzzqq”. Try fewer words."
        var state = TUIState(size: (40, 12), isSample: false)
        _ = state.handle(.character("/"))
        _ = state.receive([], in: .news, status: advice, problem: nil, newCount: 0)
        #expect(!text(state)[1].contains("fewer words."))
        let body = text(state).dropFirst(2).joined(separator: " ")
        #expect(body.split(separator: " ").joined(separator: " ").contains(advice))
        // Where the line has room, it is said once.
        state.resize(columns: 100, lines: 12)
        #expect(text(state)[1].contains(advice))
        #expect(!text(state).dropFirst(2).joined().contains("Try"))
    }

    @Test func theEndOfTheListAsksForMore() {
        var state = state(10)
        #expect(type("jjjjj", &state).contains(.loadMore(.news)) == false)
        #expect(type("jj", &state).contains(.loadMore(.news)))
    }

    @Test func whatIsSelectedStaysSelectedWhenTheListChanges() {
        var state = state(5)
        _ = type("jj", &state)
        let selected = state.list.row
        let commands = state.receive(
            Array(rows(5).reversed()), in: .news, status: "", problem: nil, newCount: 0)
        #expect(state.list.row == selected)
        #expect(commands == [])
        // One that is gone gives way to what is in its place.
        let others = state.receive(Array(rows(1)), in: .news, status: "", problem: nil, newCount: 0)
        #expect(others == [.select(rows(1)[0])])
        #expect(state.receive([], in: .news, status: "", problem: nil, newCount: 0) == [.select(nil)])
        #expect(type("jkGo v", &state) == [])
    }

    // MARK: - Sections

    @Test func keysGoToSections() {
        var state = state()
        #expect(type("gh", &state).contains(.load(.hn)))
        #expect(state.section == .hn)
        #expect(state.handle(.tab).contains(.load(.feeds)))
        #expect(state.handle(.backTab).contains(.load(.hn)))
        #expect(type("1", &state).contains(.load(.news)))
        #expect(state.handle(.backTab).contains(.load(.saved)))
        #expect(type("9", &state) == [])
        #expect(type("gx", &state) == [])
        #expect(Set(TUISection.allCases.map(\.letter)).count == TUISection.allCases.count)
    }

    @Test func anotherListOfTheSectionIsShown() {
        var state = state()
        _ = type("jjj", &state)
        #expect(type("]", &state) == [.turn(.news, by: 1)])
        #expect(state.list.selected == 0)
        #expect(type("[", &state) == [.turn(.news, by: -1)])
    }

    // MARK: - Search

    @Test func searchingGoesAlongWithTyping() {
        var state = state()
        #expect(type("/", &state) == [])
        #expect(type("ab", &state) == [.search(.news, "a"), .search(.news, "ab")])
        #expect(state.handle(.backspace) == [.search(.news, "a")])
        // Keys of the list are letters here.
        #expect(type("jq?", &state).last == .search(.news, "ajq?"))
        #expect(text(state)[1].hasPrefix("/ajq?▏"))
        #expect(state.handle(.enter) == [])
        #expect(state.handle(.escape) == [.search(.news, nil)])
        #expect(state.list.search == nil)
    }

    @Test func anEmptySearchEndsWithBackspace() {
        var state = state()
        _ = type("/a", &state)
        #expect(state.handle(.backspace) == [.search(.news, "")])
        #expect(state.handle(.backspace) == [.search(.news, nil)])
        #expect(type("q", &state) == [.quit])
    }

    // MARK: - What is selected

    private func detail(_ row: TUIRow, _ paragraphs: Int) -> TUIDetail {
        var detail = TUIDetail(key: row.key, title: row.title, facts: "by nobody", url: row.url)
        detail.blocks = (0..<paragraphs).map { .text("Paragraph \($0)") }
        return detail
    }

    @Test func onlyTheDetailsOfWhatIsSelectedAreShown() {
        var state = state()
        state.receive(detail(state.list.rows[4], 1))
        #expect(state.detail == nil)
        state.receive(detail(state.list.rows[0], 1))
        #expect(text(state).contains { $0.contains("│ Paragraph 0") })
        _ = type("j", &state)
        #expect(state.detail == nil)
        #expect(!text(state).joined().contains("Paragraph 0"))
    }

    @Test func detailsScrollToTheirEndAndNoFurther() {
        var state = state()
        state.receive(detail(state.list.rows[0], 40))
        #expect(state.handle(.enter).first != nil)
        #expect(state.focus == .detail)
        #expect(type("jj", &state) == [])
        #expect(state.detailTop == 2)
        _ = type("G", &state)
        let last = text(state)[TUILayout(state.size).bodyLines + 1]
        #expect(last.contains("Paragraph 39"))
        _ = type("jjj ", &state)
        #expect(text(state)[TUILayout(state.size).bodyLines + 1] == last)
        #expect(state.list.selected == 0)
        _ = type("n", &state)
        #expect(state.list.selected == 1 && state.detailTop == 0)
        _ = state.handle(.escape)
        #expect(state.focus == .list)
    }

    @Test func openingShowsTheBrowserTheAddress() {
        var state = state()
        #expect(type("v", &state) == [.open("https://a.example/0")])
        #expect(text(state).last?.hasPrefix("Opening https://a.example/0") == true)
        _ = type("j", &state)
        #expect(text(state).last?.hasPrefix("j k move") == true)
    }

    // MARK: - Marks

    @Test func whatIsSavedIsListed() {
        var state = state()
        _ = type("js", &state)
        #expect(state.marks.saved.map(\.id) == ["1"])
        #expect(text(state)[3].hasPrefix("★ Title 1"))
        _ = type("gb", &state)
        #expect(state.list.rows.map(\.id) == ["1"])
        #expect(type("s", &state).contains(.select(nil)))
        #expect(state.list.rows.isEmpty)
        #expect(text(state)[1].hasPrefix("Nothing is saved. Press s"))
        #expect(type("/", &state) == [])
    }

    @Test func openingAndMarkingMakeItRead() {
        var state = state()
        _ = type("o", &state)
        #expect(state.marks.isRead(state.list.rows[0]))
        _ = state.handle(.escape)
        _ = type("m", &state)
        #expect(!state.marks.isRead(state.list.rows[0]))
        #expect(state.list.selected == 1)
        #expect(type("A", &state) == [.keep(state.marks)])
        #expect(state.list.rows.allSatisfy(state.isRead))
    }

    // MARK: - Lists in lists

    /// A screen with the list of feeds, of which the third is selected.
    private func feeds(columns: Int = 130) -> TUIState {
        var state = TUIState(size: (columns, 24))
        _ = type("gf", &state)
        let rows = ["all", "folder Science", "feed 7"].map { name in
            var row = TUIRow(section: .feeds, id: name, title: name, facts: "2 unread", url: nil)
            row.list = name
            row.isRead = false
            return row
        }
        _ = state.receive(rows, in: .feeds, status: "2 feeds", problem: nil, newCount: 0)
        _ = type("G", &state)
        return state
    }

    /// The same with the items of that feed.
    private func items(columns: Int = 130) -> TUIState {
        var state = feeds(columns: columns)
        _ = state.handle(.enter)
        let rows = (1...3).map { number in
            var row = TUIRow(
                section: .feeds, id: "\(number)", title: "Item \(number)", facts: "", url: "https://a.example")
            row.isRead = number == 3
            return row
        }
        _ = state.receive(rows, in: .feeds, status: "3 items", problem: nil, newCount: 0, isInner: true)
        return state
    }

    @Test func aRowOpensItsListAndBackSelectsIt() {
        var state = feeds()
        let outer = state.list.rows
        #expect(state.handle(.enter) == [.enter(.feeds, "feed 7")])
        #expect(state.focus == .list)
        state = items()
        #expect(state.list.row?.id == "1" && state.list.isInner)
        #expect(text(state).last?.contains("A all read") == true)
        for key in [Key.character("h"), .left, .escape, .backspace] {
            var state = state
            #expect(state.handle(key) == [.enter(.feeds, nil)])
            _ = state.receive(outer, in: .feeds, status: "2 feeds", problem: nil, newCount: 0)
            #expect(state.list.row?.id == "feed 7")
            #expect(state.handle(key) == [])
        }
        // A search in the list ends before the list does.
        _ = type("/x", &state)
        _ = state.handle(.enter)
        #expect(state.handle(.escape) == [.search(.feeds, nil)])
        #expect(state.handle(.escape) == [.enter(.feeds, nil)])
    }

    @Test func theAddressOfAFeedIsTyped() {
        var state = feeds()
        #expect(type("ag.examplf", &state) == [] && state.section == .feeds)
        #expect(state.handle(.backspace) == [])
        #expect(text(state)[1].hasPrefix("Add: g.exampl▏"))
        #expect(type("e", &state) == [] && state.handle(.enter) == [.add(.feeds, "g.example")])
        #expect(!text(state)[1].contains("Add:"))
        // Nothing was typed, or it was given up.
        #expect(type("a", &state) == [] && state.handle(.enter) == [])
        #expect(type("ax", &state) == [] && state.handle(.escape) == [] && state.address == nil)
        var news = self.state()
        #expect(type("a", &news) == [] && news.address == nil)
    }

    @Test func itemsOfFeedsAreMarkedByTheirSection() {
        var state = items()
        let row = state.list.rows[0]
        #expect(type("m", &state) == [.mark(row, isRead: true), .select(state.list.rows[1]), .loadMore(.feeds)])
        #expect(state.isRead(state.list.rows[0]) && state.marks.readKeys.isEmpty)
        let second = state.list.rows[1]
        #expect(state.handle(.enter).first == .mark(second, isRead: true))
        #expect(state.focus == .detail && state.list.rows[1].isRead == true)
        // The next one is open and so read, unless it was before.
        #expect(type("p", &state).contains { if case .mark = $0 { true } else { false } } == false)
        _ = state.handle(.escape)
        let first = state.list.rows[0]
        #expect(type("m", &state).first == .mark(first, isRead: false))
        #expect(type("A", &state) == [.markAll(.feeds, nil)])
        #expect(state.list.rows.allSatisfy { $0.isRead == true })

        var feeds = feeds()
        #expect(type("A", &feeds) == [.markAll(.feeds, "feed 7")])
        #expect(type("ms", &feeds) == [])
        #expect(text(feeds).last?.hasPrefix("Only items can be saved, not feeds.") == true)
    }

    @Test func theFullTextIsOfWhatIsOpen() {
        var state = items(columns: 80)
        #expect(type("t", &state) == [])
        _ = state.handle(.enter)
        #expect(type("t", &state) == [.fullText])
        var news = self.state(3)
        _ = news.handle(.enter)
        #expect(type("t", &news) == [])
    }

    @Test func aSavedItemOfAFeedLosesItsMark() throws {
        var state = items()
        _ = type("js", &state)
        #expect(state.marks.saved.map(\.id) == ["2"] && state.marks.saved[0].isRead == nil)
        #expect(state.marks.saved[0].sharedKey == nil)
        let stored = try JSONDecoder().decode(TUIMarks.self, from: JSONEncoder().encode(state.marks))
        #expect(stored == state.marks)
    }

    @Test func textsWithBlocksAreShown() {
        var state = items(columns: 60)
        _ = state.handle(.enter)
        var detail = TUIDetail(state.list.rows[0])
        detail.blocks = [
            .prose(
                Prose(cleanHTML: "<h2>A</h2><p>b <a href=\"https://a.example/c\">c</a></p><blockquote>d</blockquote>"))
        ]
        state.receive(detail)
        let lines = text(state).map { $0.trimmingCharacters(in: .whitespaces) }
        for line in ["A", "b c[1]", "│ d", "Links", "[1] https://a.example/c"] { #expect(lines.contains(line)) }
        #expect(text(state).last?.contains("t full text") == false)
    }

    @Test func marksAreBounded() {
        var marks = TUIMarks()
        for row in rows(2100) { marks.read(row) }
        #expect(marks.readKeys.count == 2000)
        #expect(marks.readKeys.last == "news 2099")
    }

    // MARK: - The screen

    @Test(
        "The screen has its size, whatever is shown",
        arguments: [(1, 1), (12, 3), (40, 10), (59, 20), (60, 24), (80, 24), (119, 30), (120, 30), (220, 60)])
    func sizes(columns: Int, lines: Int) {
        var state = state(30, columns: columns, lines: lines)
        func check(_ what: String) {
            let screen = state.screen
            #expect(screen.count == lines, "\(what)")
            for line in screen { #expect(line.width == columns, "\(what): \(line.text)") }
        }
        check("list")
        var full = detail(state.list.rows[0], 3)
        full.blocks += [
            .heading("Cast"), .entry(String(repeating: "long ", count: 40)), .code("let a = 1\n  b", depth: 2),
            .comment(TUIComment(id: 1, facts: "jl · 5 min", depth: 30, isByAuthor: true, hiddenCount: 4)),
            .commentText(String(repeating: "日本語 ", count: 40), depth: 30),
        ]
        full.problem = "It failed."
        full.isLoading = true
        state.receive(full)
        check("detail")
        _ = state.handle(.enter)
        check("focus")
        _ = type("?", &state)
        check("help")
        _ = type("?/search", &state)
        check("search")
    }

    @Test func aWideScreenHasBothPanes() {
        let lines = text(state(3, columns: 120))
        #expect(lines[0].hasPrefix(" News  Hacker News  Feeds  Movies  Meals  People  Saved "))
        #expect(lines[2].contains(" │ Title 0"))
        #expect(lines[3].hasPrefix("  Title 1"))
        let narrow = text(state(3, columns: 40))
        #expect(!narrow.joined().contains("│"))
        #expect(narrow[0].contains("1 of 7"))
    }

    @Test("A row has one line, and most of it is the title", arguments: [(80, 50), (100, 70), (59, 57)])
    func rows(columns: Int, least: Int) throws {
        var state = TUIState(size: (columns, 24))
        let row = TUIRow(
            section: .hn, id: "1", title: String(repeating: "word ", count: 20), facts: "by somebody · 3 h",
            brief: "389 points · 1,200 comments", url: nil)
        _ = state.handle(.character("2"))
        _ = state.receive([row], in: .hn, status: "", problem: nil, newCount: 0)
        let line = text(state)[2]
        let title = line.prefix { $0 != "…" }
        #expect(title.count >= least - 2, "\(line)")
        #expect(line.contains("389 points · 1,200 comments") == (columns >= 60))
        #expect(!line.contains("by somebody"))
        // Marks of an earlier version have no brief facts.
        let old = #"{"section":"hn","id":"1","title":"T","facts":"F"}"#
        #expect(try JSONDecoder().decode(TUIRow.self, from: Data(old.utf8)).brief == nil)
    }

    @Test func withOnePaneDetailsAreLoadedOnceTheyAreOpen() {
        var state = state(5, columns: 80)
        #expect(type("j", &state) == [.select(nil)])
        let row = state.list.rows[1]
        #expect(state.handle(.enter).contains(.select(row)))
        state.receive(detail(row, 2))
        #expect(text(state)[2].hasPrefix("Title 1"))
        _ = state.handle(.escape)
        #expect(text(state)[2].hasPrefix("  Title 0"))
        #expect(!state.handle(.enter).contains(.select(row)))
        #expect(type("n", &state).contains(.select(state.list.rows[2])))
        _ = state.handle(.escape)
        _ = type("j", &state)
        #expect(state.resize(columns: 130, lines: 24) == [.select(state.list.rows[3])])
        #expect(state.resize(columns: 80, lines: 24) == [])
    }

    // MARK: - Comments

    /// An open story with three threads, of one comment and two replies each.
    private func thread() -> TUIState {
        var state = state(3, columns: 80, lines: 13)
        _ = state.handle(.enter)
        var detail = detail(state.list.rows[0], 8)
        for id in 1...9 {
            let comment = TUIComment(
                id: id, facts: "by \(id)", depth: (id - 1) % 3, isByAuthor: false, hiddenCount: id == 4 ? 2 : 0)
            detail.blocks += [.comment(comment), .commentText("Text \(id)", depth: (id - 1) % 3)]
        }
        state.receive(detail)
        return state
    }

    @Test func keysGoFromThreadToThread() {
        var state = thread()
        for id in [1, 4, 7, 7] {
            #expect(type("J", &state) == [])
            #expect(state.comment == id)
            #expect(text(state).contains { $0.hasPrefix("by \(id)") })
        }
        #expect(text(state)[2] == String(repeating: " ", count: 80) || state.detailTop > 0)
        for id in [4, 1, 1] {
            _ = type("K", &state)
            #expect(state.comment == id)
        }
        // Scrolling takes the current comment along.
        _ = type("   ", &state)
        let line = state.detailContent.comments.first { $0.comment.id == state.comment }?.line ?? 0
        #expect(state.comment != 1 && (state.detailTop..<(state.detailTop + 10)).contains(line))
    }

    @Test func repliesAreFolded() {
        var state = thread()
        #expect(text(state).last?.contains("x fold") == true)
        _ = type("JJ", &state)
        #expect(type("x", &state) == [.fold(4)])
        #expect(text(state).contains { $0.hasPrefix("by 4 2 replies folded") })
        #expect(type("X", &state) == [.fold(nil)])
        // Without a current comment, it is the first on the screen.
        var other = thread()
        _ = type("G", &other)
        #expect(type("x", &other).first != nil && other.comment != nil)
        // Where there are no comments, the keys do nothing.
        var news = self.state(3)
        _ = news.handle(.enter)
        #expect(type("JKxX", &news) == [])
    }

    @Test func inventedContentsAreMarked() {
        #expect(text(state(columns: 80))[0].hasSuffix(" Sample data "))
        #expect(text(state(columns: 40))[0].hasSuffix(" Sample "))
        #expect(!TUIState(size: (80, 24)).screen[0].text.contains("Sample"))
    }

    @Test func failuresAndNewsAreInTheStatus() {
        var state = state()
        _ = state.receive(rows(2), in: .news, status: "2 articles", problem: "No network.", newCount: 3)
        #expect(text(state)[1].hasPrefix("3 new (u)  No network."))
        #expect(type("u", &state) == [.showNew(.news)])
    }

    @Test func controlCharactersOfContentsAreNotShown() {
        var state = TUIState(size: (60, 10))
        let row = TUIRow(
            section: .news, id: "1", title: "a\u{1B}[31mb", facts: "\u{7}", url: "https://a.example/\u{1B}[2J")
        _ = state.receive([row], in: .news, status: "\u{1B}]0;x", problem: nil, newCount: 0)
        #expect(!text(state).joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test func theKeyboardEndsTheScreen() {
        var state = state()
        #expect(state.handle(.control("c")) == [.quit])
        #expect(state.handle(.control("z")) == [.suspend])
        _ = type("?", &state)
        #expect(type("q", &state) == [])
        #expect(type("q", &state) == [.quit])
    }

    // MARK: - Positions

    private static func text(_ state: TUIState, lines: Int, position: Double?) -> TUIDetail? {
        guard let row = state.list.row else { return nil }
        var detail = TUIDetail(row)
        detail.blocks = (0..<lines).map { .code("Line \($0)", depth: 0) }
        detail.position = position
        return detail
    }

    @Test func aTextOpensWhereItWasLeftAndStoresWhereItIsLeftAgain() throws {
        var state = state()
        _ = type("l", &state)
        state.receive(try #require(Self.text(state, lines: 200, position: 0.5)))
        let top = state.detailTop
        #expect(top > 90 && top < 110)
        #expect(state.position == nil)
        // Its full text arrives later, and it stays where it is.
        state.receive(try #require(Self.text(state, lines: 300, position: 0.5)))
        #expect(state.detailTop == top)
        _ = type("jj", &state)
        let commands = type("n", &state)
        guard case .keepPosition(let position)? = commands.first else {
            Issue.record("No position is stored: \(commands)")
            return
        }
        #expect(position > 0.3 && position < 0.4)
        #expect(state.detailTop == 0 && state.position == nil)
    }

    @Test func aTextThatIsReadToItsEndIsReadWhole() throws {
        var state = state()
        _ = type("l", &state)
        state.receive(try #require(Self.text(state, lines: 200, position: 0)))
        #expect(state.detailTop == 0)
        _ = type("G", &state)
        #expect(state.position == 1)
    }

    @Test func whoHasScrolledAlreadyStaysThereAndOtherDetailsStoreNothing() throws {
        var state = state()
        _ = type("l", &state)
        state.receive(try #require(Self.text(state, lines: 200, position: nil)))
        _ = type("jjj", &state)
        #expect(state.position == nil)
        state.receive(try #require(Self.text(state, lines: 200, position: 0.5)))
        #expect(state.detailTop == 3)
    }

    @Test func whoGoesFromATextToAnEmptyListLosesNoPosition() throws {
        var state = state()
        _ = type("l", &state)
        state.receive(try #require(Self.text(state, lines: 200, position: 0)))
        _ = type("jjjjjjjjjj", &state)
        guard case .keepPosition(let position)? = type("gh", &state).first else {
            Issue.record("No position is stored.")
            return
        }
        #expect(position > 0.02 && position < 0.1)
    }
}
