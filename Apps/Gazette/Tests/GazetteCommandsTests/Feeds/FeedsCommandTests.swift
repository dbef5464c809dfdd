import Foundation
import ReaderModels
import Testing

@testable import FeedEngine
@testable import GazetteWeb
@testable import ReaderStorage

/// The command `gazette feeds` with the sites of the emulator.
@Suite(.timeLimit(.minutes(5)))
struct FeedsCommandTests {
    private static let origin = FeedMachine.origin

    @Test func aFeedIsAddedByTheAddressOfItsPage() async throws {
        try await FeedMachine.with { machine in
            #expect(
                try await machine.run("feeds").error
                    == "You have no feeds. Add one with: gazette feeds add ADDRESS\n")
            let added = try await machine.run("feeds", "add", "\(Self.origin)/night-sky/", "--folder", "Science")
            #expect(added.code == 0 && added.output.isEmpty)
            #expect(
                added.error == "Added: The Night Sky Almanac, 24 unread. Read it with: gazette read\n")
            let again = try await machine.run("feeds", "add", "feeds.example/feeds/night-sky/rss.xml")
            #expect(again.code == 0 && again.error == "You already have this feed: The Night Sky Almanac.\n")
            let list = try await machine.run("feeds")
            #expect(list.code == 0 && list.error.isEmpty && list.lines.count == 1)
            let fields = try #require(list.lines.first).split(separator: "\t", omittingEmptySubsequences: false)
            #expect(fields.count == 6 && fields[0] == "The Night Sky Almanac" && fields[1] == "24")
            #expect(fields[2] == "Science" && fields[4].isEmpty && fields[5] == "\(Self.origin)/night-sky/rss.xml")
            // A folder that only its owner can read.
            let attributes = try FileManager.default.attributesOfItem(
                atPath: machine.folder.appending(path: "data/gazette/feeds").path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test func aPageWithSeveralFeedsGivesAChoice() async throws {
        try await FeedMachine.with { machine in
            let outcome = try await machine.run("feeds", "add", Self.origin)
            #expect(outcome.code == 64 && outcome.output.isEmpty)
            #expect(outcome.error.hasPrefix("gazette: This page links to 13 feeds. Add one of them by its address:\n"))
            #expect(
                outcome.error.contains("  gazette feeds add \(Self.origin)/night-sky/rss.xml  The Night Sky Almanac\n"))
            let choices = try await machine.records("feeds", "add", Self.origin)
            #expect(choices.count == 13)
            #expect(choices.first?["url"] as? String == "\(Self.origin)/night-sky/rss.xml")
            #expect(try await machine.run("feeds").lines.isEmpty)
        }
    }

    @Test(
        "An address that can't be added is an error",
        arguments: [
            ("not an address", 64, "isn't a web address"),
            ("https://feeds.example/feeds/faults/missing.xml", 69, "There is nothing at this address (status 404)."),
            ("https://feeds.example/feeds/faults/empty.xml", 69, "The feed is empty."),
            ("http://127.0.0.1/", 69, "This address isn't public."),
            ("http://127.0.0.1:9/", 69, "Gazette can't fetch from port 9. It only uses ports 80 and 443"),
        ] as [(String, Int32, String)])
    func failure(address: String, code: Int32, reason: String) async throws {
        try await FeedMachine.with { machine in
            let outcome = try await machine.run("feeds", "add", address)
            #expect(outcome.code == code && outcome.output.isEmpty)
            #expect(outcome.error.hasPrefix("gazette: ") && outcome.error.contains(reason), "\(outcome.error)")
            #expect(try await machine.run("feeds", "add", address, "--offline").code == 64)
        }
    }

    @Test func feedsAreRenamedMovedAndRemoved() async throws {
        try await FeedMachine.with { machine in
            try await machine.add("night-sky", folder: "Science")
            try await machine.add("tidewater")
            let renamed = try await machine.run("feeds", "rename", "the night", "Sky")
            #expect(renamed.code == 0 && renamed.error == "Renamed: The Night Sky Almanac is now Sky.\n")
            let moved = try await machine.run("feeds", "move", "feeds.example/feeds/tidewater/feed.json", "Sea")
            #expect(moved.code == 0 && moved.error == "Moved: Tidewater is now in the folder Sea.\n")
            let feeds = try await machine.records("feeds")
            #expect(feeds.map { $0["title"] as? String } == ["Sky", "Tidewater"])
            #expect(feeds.map { $0["folder"] as? String } == ["Science", "Sea"])
            #expect(Set(feeds[0].keys).isSuperset(of: ["id", "title", "url", "feed", "unread", "isEnded", "next"]))
            #expect(feeds[0]["id"] is String && feeds[0]["unread"] as? Int == 24)

            #expect(
                try await machine.run("feeds", "rename", "Sky", "").error
                    == "Renamed: Sky is now The Night Sky Almanac.\n")
            #expect(try await machine.records("feeds", "move", "2", "")[0]["folder"] == nil)
            let removed = try await machine.run("feeds", "remove", "Tide")
            #expect(removed.code == 0 && removed.error.hasPrefix("Removed: Tidewater, https://"))
            #expect(try await machine.run("feeds").lines.count == 1)
        }
    }

    @Test func fullTextsAreTurnedOnAndOff() async throws {
        try await FeedMachine.with { machine in
            // Its feed has only the first sentences.
            try await machine.add("slow-kitchen")
            let id = try #require(try await machine.records("read", "-n", "1")[0]["id"] as? String)
            #expect(try await machine.records("read", id)[0]["isFull"] as? Bool == false)
            let on = try await machine.run("feeds", "full-text", "the slow", "on")
            #expect(on.code == 0 && on.output.isEmpty)
            #expect(on.error == "Changed: Items of The Slow Kitchen now have the text from their pages.\n")
            #expect(try await machine.records("feeds")[0]["wantsText"] as? Bool == true)
            #expect(try await machine.records("read", id)[0]["isFull"] as? Bool == true)
            let off = try await machine.records("feeds", "full-text", "1", "off")
            #expect(off.count == 1 && off[0]["wantsText"] as? Bool == false)
            #expect(try await machine.records("read", id)[0]["isFull"] as? Bool == false)

            let word = try await machine.run("feeds", "full-text", "1", "perhaps")
            #expect(word.code == 64 && word.error.contains("Please provide one of 'on' and 'off'."))
            let none = try await machine.run("feeds", "full-text", "zz", "on")
            #expect(none.code == 64)
            #expect(none.error == "gazette: There is no feed “zz”. List them with: gazette feeds\n")
        }
    }

    @Test func fullTextsOfNewItemsAreStored() async throws {
        try await FeedMachine.with { machine in
            let file = try machine.list(of: ["\(Self.origin)/slow-kitchen/feed"])
            #expect(try await machine.run("feeds", "import", file).code == 0)
            #expect(try await machine.run("feeds", "full-text", "1", "on").code == 0)
            #expect(try await machine.run("feeds", "refresh").error == "1 feed refreshed: 20 new.\n")
            let link = try #require(try await machine.records("read", "-n", "1")[0]["url"] as? String)
            let folder = DataFolder(machine.folder.appending(path: "data/gazette/feeds"))
            let store = FeedStore(database: try SQLiteDatabase(folder: folder))
            #expect(try await store.article(at: try #require(URL(string: link)))?.html != nil)
        }
    }

    @Test func aNameThatFitsSeveralFeedsListsThem() async throws {
        try await FeedMachine.with { machine in
            let file = try machine.list(of: [1, 9].map { "\(Self.origin)/many/\($0).xml" })
            #expect(try await machine.run("feeds", "import", file).code == 0)
            for (number, title) in [("1", "Tide table"), ("2", "Tide clock")] {
                #expect(try await machine.run("feeds", "list").lines.count == 2)
                #expect(
                    try await machine.run("feeds", "rename", "\(Self.origin)/many/\(number == "1" ? 1 : 9).xml", title)
                        .code == 0)
            }
            let several = try await machine.run("feeds", "remove", "tide")
            #expect(several.code == 64)
            #expect(several.error.contains("Several feeds begin with “tide”"))
            #expect(several.error.contains("  Tide table  \(Self.origin)/many/1.xml"))
            let none = try await machine.run("feeds", "move", "zz", "Folder")
            #expect(none.code == 64)
            #expect(none.error == "gazette: There is no feed “zz”. List them with: gazette feeds\n")
            #expect(try await machine.run("feeds", "remove", "tide t").code == 0)
            // A number is that of the last list, which has changed since.
            #expect(
                try await machine.run("feeds", "remove", "2").error.contains("Number 2 in the last list was removed."))
        }
    }

    @Test func listsAreImportedAndExported() async throws {
        try await FeedMachine.with { machine in
            let imported = try await machine.run("feeds", "import", "\(Self.origin)/subscriptions.opml")
            #expect(imported.code == 0)
            #expect(imported.error == "13 feeds added. Refresh them with: gazette feeds refresh\n")
            let exported = try await machine.run("feeds", "export")
            #expect(exported.code == 0 && exported.error.isEmpty && exported.output.hasPrefix("<?xml"))
            let file = machine.folder.appending(path: "out.opml").path
            #expect(try await machine.run("feeds", "export", file).error == "\(file) has 13 feeds.\n")
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains("季節の手帖"))

            try await FeedMachine.with { other in
                let again = try await other.run("feeds", "import", "-", input: exported.output)
                #expect(again.error == "13 feeds added. Refresh them with: gazette feeds refresh\n")
                #expect(
                    try await other.run("feeds", "import", file).error
                        == "0 feeds added. You already had 13.\n")
                let folders = try await other.records("feeds").map { $0["folder"] as? String }
                #expect(folders == (try await machine.records("feeds").map { $0["folder"] as? String }))
                #expect(Set(folders) == ["Science", "Places", "Craft", "World"])
            }
            let page = try await machine.run("feeds", "import", "\(Self.origin)/night-sky/")
            #expect(page.code == 65 && page.error.hasSuffix("isn't a list of feeds (OPML).\n"))
            #expect(try await machine.run("feeds", "import", "/nonexistent").code == 64)
            #expect(try await machine.run("feeds", "import", "\(Self.origin)/faults/missing.xml").code == 69)
            #expect(try await machine.run("feeds", "export", "/nonexistent/file").code == 74)
        }
    }

    @Test func faultyFeedsAreNamedWithTheirReasons() async throws {
        try await FeedMachine.with { machine in
            let faults = [
                "truncated", "wrong-encoding", "moved", "redirect-loop", "gone", "missing", "not-modified", "empty",
                "unavailable", "too-many-requests", "server-error", "html-page", "hostile", "entity-bomb",
            ]
            let file = try machine.list(of: faults.map { "\(Self.origin)/faults/\($0).xml" })
            #expect(try await machine.run("feeds", "import", file).code == 0)
            let outcome = try await machine.run("feeds", "refresh")
            #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.error)")
            let lines = outcome.error.split(separator: "\n").map(String.init)
            #expect(
                lines.contains(
                    "feeds.example: There is nothing at this address (status 404). The next attempt is in 1 h.")
                    || lines.contains {
                        $0.hasPrefix(
                            "feeds.example: There is nothing at this address (status 404). The next attempt is in ")
                    })
            #expect(lines.contains { $0.contains("The site has ended this feed. It is no longer refreshed.") })
            #expect(lines.contains { $0.contains("The address redirects endlessly.") })
            #expect(lines.contains { $0.contains("The feed would expand to fill the memory") })
            #expect(lines.last?.hasPrefix("14 feeds refreshed, ") == true, "\(lines.last ?? "")")
            let failed = try await machine.records("feeds").filter { $0["problem"] != nil }
            #expect(failed.count == lines.count - 1)

            #expect(try await machine.run("feeds", "refresh").error.hasPrefix("No feed is due. "))
            let empty = try await machine.run("feeds", "refresh", "\(Self.origin)/faults/empty.xml")
            #expect(empty.code == 69 && empty.error.contains("1 feed refreshed, 1 failed: 0 new.\n"))
            let records = try await machine.records("feeds", "refresh", "\(Self.origin)/faults/missing.xml")
            #expect(records.count == 1 && records[0]["problem"] is String && records[0]["next"] is String)
            #expect(try await machine.run("feeds", "refresh", "--all", "x").code == 64)
        }
    }

    @Test func whatIsNewIsCounted() async throws {
        try await FeedMachine.with { machine in
            let file = try machine.list(of: ["\(Self.origin)/build-log/atom.xml"])
            #expect(try await machine.run("feeds", "import", file).code == 0)
            #expect(try await machine.run("feeds", "refresh").error == "1 feed refreshed: 40 new.\n")
            #expect(try await machine.run("feeds", "refresh", "--all").error == "1 feed refreshed: 0 new.\n")
            #expect(try await machine.run("feeds", "refresh", "--offline").code == 64)
        }
    }

    @Test func aFeedThatAnotherProcessReadsIsSkipped() async throws {
        try await FeedMachine.with { machine in
            let file = try machine.list(of: ["\(Self.origin)/contour/index.rdf"])
            #expect(try await machine.run("feeds", "import", file).code == 0)
            let folder = DataFolder(machine.folder.appending(path: "data/gazette/feeds"))
            let store = FeedStore(database: try SQLiteDatabase(folder: folder))
            #expect(try await store.claim(upTo: 1, now: Date()).count == 1)
            let outcome = try await machine.run("feeds", "refresh", "1")
            #expect(outcome.code == 75 && outcome.output.isEmpty)
            #expect(
                outcome.error
                    == "feeds.example: Another process is refreshing it. Try again in a few minutes.\nNo feed was refreshed.\n"
            )
        }
    }

    @Test func filtersActAtOnce() async throws {
        try await FeedMachine.with { machine in
            try await machine.add("night-sky")
            #expect(try await machine.run("feeds", "filters").error.hasPrefix("There are no filters. "))
            let all = try await machine.records("read", "-n", "50")
            let word = "Moon"
            let matches = all.filter { ($0["title"] as? String)?.contains(word) == true }
            #expect(!matches.isEmpty)
            let added = try await machine.run("feeds", "filters", "add", "hide", "--words", word)
            #expect(added.code == 0 && added.error == "Added: Hide items with “Moon”.\n")
            let remaining = try await machine.records("read", "--all", "-n", "50")
            #expect(remaining.count <= all.count - matches.count)
            #expect(!remaining.contains { ($0["title"] as? String)?.contains(word) == true })
            let filters = try await machine.records("feeds", "filters")
            #expect(filters.count == 1 && filters[0]["action"] as? String == "hide")
            let id = try #require(filters[0]["id"] as? String)
            let list = try await machine.run("feeds", "filters")
            #expect(list.lines == ["\(id.prefix(8))\tHide items with “Moon”"])
            #expect(try await machine.run("feeds", "filters", "remove", "zz").code == 64)
            #expect(try await machine.run("feeds", "filters", "remove", String(id.prefix(8))).code == 0)
            #expect(try await machine.records("read", "--all", "-n", "50").count == all.count)

            for arguments in [["hide"], ["hide", "--words", "…"], ["drop", "--words", "x"]] {
                let outcome = try await Command.run(
                    ["feeds", "filters", "add"] + arguments, environment: machine.environment)
                #expect(outcome.code == 64, "\(arguments)")
            }
        }
    }

    @Test func aListFitsANarrowTerminal() async throws {
        try await FeedMachine.with { machine in
            try await machine.add("night-sky", folder: "Science")
            let lines = try await machine.show("feeds", "--no-color", columns: 40)
            #expect(lines.contains { $0.hasPrefix("#  TITLE") })
            #expect(lines.contains { $0.hasPrefix("1  The Night Sk") })
            #expect(lines.allSatisfy { $0.count <= 40 && !$0.contains("\u{1B}") }, "\(lines)")
            #expect(lines.joined(separator: " ").contains("Sample data from the sites at feeds.example"))
            let home = try await machine.run("open", "1", "--print")
            #expect(home.output.hasPrefix("https://feeds.example/feeds/night-sky"))
        }
    }
}
