import ArgumentParser
import Foundation
import Freshet
import HackerNews
import NewsAPI
import ReaderModels
import Testing

@testable import GazetteCommands

struct OutputTests {
    @Test(
        "Display width",
        arguments: [
            ("abc", 3), ("日本", 4), ("é", 1), ("e\u{301}", 1), ("🙂", 2), ("👩‍👩‍👧", 2), ("한글", 4), ("a\u{200B}b", 2), ("", 0),
            ("ｆ", 2), ("กำลัง", 4), ("น้ำ", 2), ("हिन्दी", 5), ("தமிழ்", 4), ("বাংলা", 5), ("ｶﾞｷﾞ", 4),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("🇩🇪", 2),
        ])
    func width(text: String, expected: Int) {
        #expect(TerminalText.width(text) == expected)
    }

    @Test(
        "Cut and filled to a width",
        arguments: [
            ("abcdef", 4, "abc…"), ("abc", 5, "abc  "), ("日本語", 4, "日…"), ("日本語", 5, "日本…"), ("abc", 3, "abc"),
            ("abc", 0, ""),
            ("日本", 1, "…"),
        ])
    func fitted(text: String, width: Int, expected: String) {
        let fitted = TerminalText.fitted(text, to: width)
        #expect(fitted.trimmingCharacters(in: .whitespaces) == expected.trimmingCharacters(in: .whitespaces))
        #expect(TerminalText.width(fitted) == width)
    }

    @Test func softHyphensAreNotPrinted() {
        #expect(TerminalText.field("Silben\u{AD}trennung \u{AD}") == "Silbentrennung")
    }

    @Test func whatIsMissingIsNamed() {
        let failures = [7: FetchError(.connectionLost), 3: FetchError(.invalidRequest("No such thing."))]
        let note = MissingStories.note(of: [1, 3, 5, 7], failures: failures)
        #expect(note?.hasPrefix("2 of 4 stories could not be fetched: 3, 7. ") == true)
        #expect(note?.contains("No such thing.") == true)
        #expect(note?.hasSuffix("by its number: gazette hn item 3") == true)
        #expect(MissingStories.note(of: [1], failures: [:]) == nil)
    }

    @Test func controlCharactersNeverReachATerminal() {
        #expect(TerminalText.field("a\u{1B}[31mred\u{7}\tb\r\nc\u{202E}d") == "a [31mred b cd")
    }

    @Test func essentialColumnsGiveWayLast() {
        let table = Table(
            columns: [
                .init(title: "TITLE", width: .rest(weight: 1)), .init(title: "BY", width: .upTo(14)),
                .init(title: "ID", width: .upTo(9), isEssential: true), .init(title: "SITE", width: .rest(weight: 1)),
            ],
            rows: [
                [.init("A long enough title to fill"), .init("somebody-known"), .init("40011223"), .init("a.example")]
            ])
        func heading(_ width: Int) -> String {
            table.lines(for: Terminal(isInteractive: true, width: width, hasColour: false))[0]
                .split(separator: " ").joined(separator: " ")
        }
        #expect(heading(100) == "TITLE BY ID SITE")
        #expect(heading(60) == "TITLE BY ID")
        #expect(heading(40) == "TITLE ID")
        #expect(heading(12) == "TITLE")
    }

    @Test(
        "Notes on lists without results",
        arguments: [
            ("xyz", 1, [], "No movie matches “xyz”. Try fewer words."),
            ("xyz", 1, [nil, "--year"], "No movie matches “xyz”. Try fewer words, or without --year."),
            ("xyz", 2, ["--year"], "No movie matches “xyz” on page 2. Try a lower --page."),
            ("x\u{1B}[2Jy", 1, [], "No movie matches “x [2Jy”. Try fewer words."),
            (nil, 1, ["--category", "--country"], "No movie was found. Try another --category or --country."),
            (nil, 1, [], "No movie was found."), (nil, 3, [], "No movie on page 3. Try a lower --page."),
        ] as [(String?, Int, [String?], String)])
    func noResults(query: String?, page: Int, options: [String?], expected: String) {
        let note = NoResults.note("No movie", matching: query, page: page, advice: "Try fewer words", options: options)
        #expect(note == expected)
    }

    @Test func whatIsLaidOutAndAddressesAreNotFolded() {
        let message =
            "Error: This is wider than it may be.\nUsage: gazette\n       gazette headlines --category science"
        #expect(
            TerminalText.folded(message, to: 20) == [
                "Error: This is wider", "than it may be.", "Usage: gazette",
                "       gazette headlines --category science",
            ])
        let address = "https://reader.example/a/long/path"
        #expect(
            TerminalText.wrapped("see \(address) there", to: 12, wholeAddresses: true) == ["see", address, "there"])
        let details = Details(title: "T", parts: [.fact("Link", address)])
        #expect(
            details.lines(for: Terminal(isInteractive: true, width: 20, hasColour: true)).last
                == "Link  \u{1B}]8;;\(address)\u{1B}\\\(address)\u{1B}]8;;\u{1B}\\")
    }

    @Test func newStoriesAreDrawnInPlace() throws {
        func story(_ id: Int) throws -> HackerNews.Item {
            let text = #"{"id":\#(id),"type":"story","title":"Story \#(id)","by":"a","time":1700000000,"score":1}"#
            return try HackerNews().decode(HackerNews.Item.self, from: Data(text.utf8))
        }
        func terminal(_ width: Int, height: Int = 24) -> Terminal {
            Terminal(isInteractive: true, width: width, height: height, hasColour: false)
        }
        func titles(_ text: String?) -> [String] { (text ?? "").matches(of: /Story \d+/).map { String($0.output) } }
        var display = StoryDisplay(try OutputOptions.parse([]))
        #expect(display.text(adding: [], to: terminal(60), now: Date()) == nil)
        let first = display.text(adding: [try story(1), try story(2)], to: terminal(60), now: Date())
        #expect(first?.hasPrefix("TITLE") == true)
        #expect(titles(first) == ["Story 2", "Story 1"])
        // The heading and two rows are replaced.
        let second = display.text(adding: [try story(3)], to: terminal(60), now: Date())
        #expect(second?.hasPrefix("\r\u{1B}[3A\u{1B}[JTITLE") == true)
        #expect(titles(second) == ["Story 3", "Story 2", "Story 1"])
        // The terminal has become narrower: each of the four lines takes two rows there.
        let third = display.text(adding: [], to: terminal(30, height: 5), now: Date())
        #expect(third?.hasPrefix("\r\u{1B}[8A\u{1B}[JTITLE") == true)
        #expect(titles(third) == ["Story 3", "Story 2"])
        display.leave()
        #expect(display.text(adding: [], to: terminal(30), now: Date())?.hasPrefix("TITLE") == true)
    }

    @Test func oneIsSingular() throws {
        let story = #"{"id":1,"type":"poll","title":"T","by":"a","time":1700000000,"score":1,"descendants":1}"#
        let option = #"{"id":2,"type":"pollopt","text":"1 to 3","score":1}"#
        let root = try HackerNews().decode(HackerNews.Item.self, from: Data(story.utf8))
        let vote = try HackerNews().decode(HackerNews.Item.self, from: Data(option.utf8))
        let thread = Thread(tree: HackerNews.CommentTree(root: root, maxDepth: 1), options: [vote])
        let lines = thread.lines(for: Terminal(isInteractive: true, width: 80, hasColour: false), now: Date())
        #expect(lines[1].hasPrefix("1 point · by a · "))
        #expect(lines[1].hasSuffix(" · 1 comment"))
        #expect(lines.contains("  1 to 3: 1 point"))
    }

    @Test func aTerminalWithoutControlsGetsNone() {
        #expect(Terminal(isInteractive: true, width: 80, hasColour: false).hasControls)
        #expect(!Terminal(isInteractive: true, width: 80, hasColour: false, hasControls: false).hasControls)
        #expect(!Terminal(isInteractive: false, width: 80, hasColour: false).hasControls)
    }

    @Test(
        "Times with a unit",
        arguments: [("300ms", 0.3), ("2s", 2), ("10m", 600), ("2h", 7200), ("1d", 86_400), ("5", 5), ("0", 0)])
    func time(text: String, seconds: Double) throws {
        #expect(try #require(Latency(argument: text)).duration == .seconds(seconds))
    }

    @Test("Times that are none", arguments: ["", "s", "-1s", "1w", "ten", "400d"])
    func noTime(text: String) { #expect(Latency(argument: text) == nil) }

    private func table(_ titles: [String]) -> Table {
        Table(
            columns: [
                .init(title: "TITLE", width: .rest(weight: 7)), .init(title: "SOURCE", width: .upTo(18), isDim: true),
                .init(title: "WHEN", width: .upTo(6)), .init(title: "LINK", width: .rest(weight: 3)),
            ],
            rows: titles.map {
                [
                    .init($0, link: "https://a.example/\($0.count)"), .init("The Source"), .init("2026", shown: "3 h"),
                    .init("a.example/x"),
                ]
            })
    }

    @Test("A table is never wider than its terminal", arguments: [20, 40, 60, 80, 100, 200])
    func tableWidth(width: Int) {
        let terminal = Terminal(isInteractive: true, width: width, hasColour: false)
        let table = table([
            "Short", String(repeating: "A long headline ", count: 20), String(repeating: "日本語", count: 40),
        ])
        let lines = table.lines(for: terminal)
        #expect(lines.count == 4)
        for line in lines { #expect(TerminalText.width(line) <= width) }
        #expect(lines[1].hasPrefix("Short"))
    }

    @Test func linksAndColoursAreForTerminalsThatHaveThem() {
        let coloured = table(["A"]).lines(for: Terminal(isInteractive: true, width: 80, hasColour: true))[1]
        #expect(coloured.contains("\u{1B}]8;;https://a.example/1\u{1B}\\"))
        let plain = table(["A"]).lines(for: Terminal(isInteractive: true, width: 80, hasColour: false)).joined()
        #expect(!plain.contains("\u{1B}"))
    }

    @Test func recordsAreWholeAndTabSeparated() {
        let long = String(repeating: "x", count: 500)
        let pipe = Terminal(isInteractive: false, width: 80, hasColour: false)
        #expect(
            table(["\(long)\twith tab"]).records(for: pipe) == ["\(long) with tab\tThe Source\t2026\ta.example/x"])
    }

    @Test(
        "What decides about colour",
        arguments: [
            (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
            (true, ["TERM": "dumb"], false), (false, ["FORCE_COLOR": "1"], true),
            (true, ["FORCE_COLOR": "1", "NO_COLOR": "1"], false),
        ] as [(Bool, [String: String], Bool)])
    func colour(isInteractive: Bool, environment: [String: String], expected: Bool) {
        #expect(Terminal.hasColour(isInteractive: isInteractive, environment) == expected)
    }

    @Test(
        "How long ago",
        arguments: [
            (0.0, "now"), (59, "now"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (86_400, "1 d"),
            (5_184_000, "2 mo"),
            (63_072_000, "2 y"), (-500, "now"),
        ])
    func relativeTime(seconds: Double, expected: String) {
        let now = Date(timeIntervalSince1970: 1_000_000_000)
        #expect(RelativeTime.text(from: now.addingTimeInterval(-seconds), to: now) == expected)
    }
}
