import ArgumentParser
import Foundation
import Testing

@testable import GazetteCommands

/// The command `gazette read` with the sites of the emulator.
@Suite(.timeLimit(.minutes(5)))
struct ReadCommandTests {
    private static let origin = FeedMachine.origin

    @Test func whatIsUnreadIsListed() async throws {
        try await FeedMachine.with { machine in
            #expect(try await machine.run("read").error.hasPrefix("You have no feeds. "))
            try await machine.add("night-sky", folder: "Science")
            try await machine.add("build-log", folder: "Craft")
            let list = try await machine.run("read", "-n", "5")
            #expect(list.code == 0 && list.error.isEmpty && list.lines.count == 5)
            let fields = try #require(list.lines.first).split(separator: "\t", omittingEmptySubsequences: false)
            #expect(fields.count == 6 && fields[3].contains("unread") && fields[5].hasPrefix("\(Self.origin)/"))
            let science = try await machine.records("read", "--folder", "sci", "-n", "50")
            #expect(science.count == 24 && science.allSatisfy { $0["source"] as? String == "The Night Sky Almanac" })
            #expect(
                Set(science[0].keys).isSuperset(of: ["id", "title", "url", "source", "date", "isUnread", "isFresh"]))
            let feed = try await machine.records("read", "--feed", "build", "-n", "100")
            #expect(feed.count == 40 && feed.allSatisfy { $0["source"] as? String == "Build Log" })
            let dates = feed.compactMap { $0["date"] as? String }
            #expect(dates == dates.sorted(by: >))

            let title = try #require(science.first?["title"] as? String)
            let found = try await machine.records("read", "--search", title)
            #expect(found.contains { $0["title"] as? String == title })
            let none = try await machine.run("read", "--search", "zzzqq", "--folder", "Science")
            #expect(none.code == 0 && none.output.isEmpty)
            #expect(none.error == "No item matches “zzzqq”. Try fewer words, or without --folder.\n")
            #expect(try await machine.run("read", "--folder", "zz").error.contains("The folders are: Craft, Science."))
        }
    }

    @Test func anItemIsPrintedAndThenRead() async throws {
        try await FeedMachine.with { machine in
            try await machine.add("night-sky")
            #expect(try await machine.run("read", "1").error.contains("The last list isn't a list of feed items."))
            let list = try await machine.records("read", "-n", "3")
            let title = try #require(list[1]["title"] as? String)
            let item = try await machine.run("read", "2")
            #expect(item.code == 0 && item.lines.first == "title\t\(title)", "\(item.error)")
            #expect(item.lines.contains("feed\tThe Night Sky Almanac"))
            #expect(item.lines.count(where: { $0.hasPrefix("text\t") }) >= 3)
            #expect(item.lines.contains { $0.hasPrefix("[1]\t\(Self.origin)/") })
            #expect(!item.output.contains("<p>") && !item.output.contains("&amp;"))
            // By its id, too.
            let id = try #require(list[1]["id"] as? String)
            #expect(try await machine.run("read", id).lines.first == "title\t\(title)")
            let unread = try await machine.records("read", "-n", "50")
            #expect(unread.count == 23 && !unread.contains { $0["title"] as? String == title })
            let all = try await machine.records("read", "--all", "-n", "50")
            #expect(all.first { $0["id"] as? String == id }?["isUnread"] as? Bool == false)
            let opened = try await machine.run("open", "2", "--print")
            #expect(opened.output.hasPrefix("\(Self.origin)/night-sky/articles/"))

            #expect(try await machine.run("read", "99").code == 64)
            #expect(try await machine.run("read", "12345678901").error.contains("There is no item 12345678901"))
            #expect(try await machine.run("read", "x").code == 64)
        }
    }

    @Test func theFullTextComesFromThePage() async throws {
        try await FeedMachine.with { machine in
            // Its feed has only the first sentences.
            try await machine.add("slow-kitchen")
            _ = try await machine.run("read")
            let short = try await machine.records("read", "1")[0]
            let full = try await machine.records("read", "1", "--full")[0]
            #expect(short["isFull"] as? Bool == false && full["isFull"] as? Bool == true)
            let texts = [short, full].compactMap { $0["text"] as? String }
            #expect(texts.count == 2 && texts[0].count * 2 < texts[1].count)
            let offline = try await machine.records("read", "1", "--full", "--offline")[0]
            #expect(offline["text"] as? String == texts[0] && offline["notice"] is String)
        }
    }

    @Test func whatIsListedCanBeMarked() async throws {
        try await FeedMachine.with { machine in
            try await machine.add("night-sky")
            let list = try await machine.run("read", "-n", "20", "--mark-read")
            #expect(list.lines.count == 20)
            #expect(try await machine.run("read").lines.count == 4)
            #expect(try await machine.run("read", "--mark-read").lines.count == 4)
            #expect(try await machine.run("read").error.hasPrefix("There are no unread items. "))
            #expect(try await machine.run("read", "--all", "-n", "50").lines.count == 24)
        }
    }

    @Test func dueFeedsAreReadBefore() async throws {
        try await FeedMachine.with { machine in
            let file = try machine.list(of: ["\(Self.origin)/tidewater/feed.json", "\(Self.origin)/faults/missing.xml"])
            #expect(try await machine.run("feeds", "import", file).code == 0)
            #expect(
                try await machine.run("read").error
                    == "There are no unread items. 2 feeds are due. Refresh them with: gazette feeds refresh\n")
            let list = try await machine.run("read", "--refresh", "-n", "50")
            #expect(list.lines.count == 18 && list.error.contains("There is nothing at this address (status 404)."))
        }
    }

    @Test func anItemFitsATerminal() async throws {
        try await FeedMachine.with { machine in
            try await machine.add("night-sky")
            let list = try await machine.show("read", "-n", "3", "--no-color", columns: 40)
            #expect(list.contains { $0.hasPrefix("#  TITLE") })
            #expect(list.allSatisfy { $0.count <= 40 }, "\(list)")
            let item = try await machine.show("read", "1", "--no-color", "--no-pager", columns: 40)
            // Addresses are left to the terminal, which breaks them.
            #expect(item.allSatisfy { $0.count <= 40 || $0.contains("https://") }, "\(item)")
            #expect(item.contains("Links") && item.contains { $0.hasPrefix("[1] \(Self.origin)/") })
            #expect(!item.joined().contains("\u{1B}"))
            let coloured = try await machine.show("read", "1", "--no-pager").joined()
            #expect(coloured.contains("\u{1B}[1m") && coloured.contains("\u{1B}]8;;\(Self.origin)/"))
        }
    }

    @Test func foreignTextsHaveNoControlSequences() async throws {
        try await FeedMachine.with { machine in
            let file = try machine.list(of: ["\(Self.origin)/faults/hostile.xml"])
            #expect(try await machine.run("feeds", "import", file).code == 0)
            #expect(try await machine.run("feeds", "refresh").code == 0)
            let count = try await machine.run("read", "-n", "50").lines.count
            #expect(count > 0)
            for number in 1...max(1, count) {
                let item = try await machine.run("read", "\(number)")
                #expect(item.code == 0 && !item.output.contains("\u{1B}"))
            }
        }
    }

    @Test(
        "Options of lists and items are not combined",
        arguments: [
            ["1", "--all"], ["--all", "--fresh"], ["--full"], ["--folder", "a", "--feed", "b"], ["-n", "0"],
            ["1", "--mark-read"],
        ])
    func usage(arguments: [String]) async throws {
        let outcome = try await Command.run(["read"] + arguments)
        #expect(outcome.code == 64 && outcome.output.isEmpty && !outcome.error.isEmpty)
    }

    /// The examples of `gazette feeds` and `gazette read`, in their order.
    @Test func theExamplesOfTheHelpWork() async throws {
        try await FeedMachine.with { machine in
            for usage in [FeedsCommand.configuration.usage, ReadCommand.configuration.usage] {
                let usage = try #require(usage)
                for line in usage.split(separator: "\n") where !line.contains(" open ") {
                    let words = line.matches(of: #/"[^"]*"|\S+/#).map { $0.output.filter { $0 != "\"" } }
                    #expect(words.first == "gazette", "\(line)")
                    let outcome = try await Command.run(Array(words.dropFirst()), environment: machine.environment)
                    #expect(outcome.code == 0, "\(line): \(outcome.error)")
                }
            }
        }
    }
}
