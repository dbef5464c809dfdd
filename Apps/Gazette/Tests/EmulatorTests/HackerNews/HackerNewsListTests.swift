import Foundation
import Testing

@testable import Emulator

@Suite struct HackerNewsListTests {
    @Test(
        "Lists hold numbers of stories",
        arguments: [
            ("topstories", 500), ("newstories", 500), ("beststories", 200), ("askstories", 200), ("showstories", 200),
            ("jobstories", 200),
        ])
    func lists(name: String, most: Int) async throws {
        let ids = try await HackerNews.json("/\(name).json").numbers
        #expect((10...most).contains(ids.count))
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { HackerNews.corpus.items[$0]?.parent == nil && HackerNews.corpus.items[$0] != nil })
    }

    @Test func newestComeFirstAndJobsAreNotAmongThem() async throws {
        let ids = try await HackerNews.json("/newstories.json").numbers
        let times = ids.compactMap { HackerNews.corpus.items[$0]?.time }
        #expect(times.count > 400)
        #expect(times == times.sorted(by: >))
        #expect(ids.allSatisfy { HackerNews.corpus.items[$0]?.kind != "job" })
    }

    @Test func topStoriesHoldJobsToo() async throws {
        let ids = try await HackerNews.json("/topstories.json").numbers
        #expect(ids.count == 500)
        #expect(ids.contains { HackerNews.corpus.items[$0]?.kind == "job" })
    }

    @Test func bestGoByPoints() async throws {
        let ids = try await HackerNews.json("/beststories.json").numbers
        #expect(ids.count == 200)
        let scores = ids.compactMap { HackerNews.corpus.items[$0]?.score }
        #expect(scores == scores.sorted(by: >))
    }

    @Test("Questions, shows and jobs have lists of their own", arguments: ["ask", "show"])
    func kinds(_ name: String) async throws {
        let ids = try await HackerNews.json("/\(name)stories.json").numbers
        let prefix = name == "ask" ? "Ask HN" : "Show HN"
        #expect(ids.allSatisfy { HackerNews.corpus.items[$0]?.title?.hasPrefix(prefix) == true })
    }

    @Test func someJobsInTheListAreWithheld() async throws {
        let ids = try await HackerNews.json("/jobstories.json").numbers
        #expect(ids.allSatisfy { HackerNews.corpus.items[$0]?.kind == "job" })
        // Not every day has one, so that one is looked for over some.
        let withheld = (0..<20).flatMap { day in
            HackerNewsCorpus(at: HackerNews.minute.addingTimeInterval(Double(day) * 86_400)).stories
                .filter(\.isWithheld)
        }
        #expect(!withheld.isEmpty)
        #expect(withheld.allSatisfy { $0.kind == "job" && $0.json == .null })
    }

    @Test func theGreatestNumberIsThere() async throws {
        let number = try #require(try await HackerNews.json("/maxitem.json").number)
        #expect(number == HackerNews.corpus.items.keys.max())
        #expect(try await HackerNews.json("/item/\(number).json")["id"].number == number)
        #expect(try await HackerNews.get("/item/\(number + 1).json").text == "null")
    }

    @Test func updatesNameItemsAndUsersOfTheLastMinutes() async throws {
        let updates = try await HackerNews.json("/updates.json")
        #expect(updates.names == ["items", "profiles"])
        let items = updates["items"].numbers.compactMap { HackerNews.corpus.items[$0] }
        #expect((5...40).contains(items.count))
        #expect(items.count == updates["items"].list.count)
        let moment = Int(HackerNews.minute.timeIntervalSince1970)
        #expect(items.allSatisfy { (moment - 1800...moment).contains($0.time) })
        let times = items.map(\.time)
        #expect(times == times.sorted(by: >))
        let names = updates["profiles"].texts
        #expect((1...20).contains(names.count))
        #expect(Set(names).count == names.count)
        for name in names {
            #expect(try await HackerNews.json("/user/\(name).json")["id"].text == name)
        }
    }

    // MARK: - The tree

    @Test("Outside the tree there is nothing", arguments: ["", "/", "/nothing.json", "/item/1/2.json", "/a/b.json"])
    func outside(_ path: String) async throws {
        let response = try await HackerNews.get(path)
        #expect(response.status == 401)
        #expect(response.text == #"{"error":"Permission denied"}"#)
    }

    @Test("Without .json the console comes", arguments: ["/topstories", "/item/1", "/user/mossgrave", "/item/1.JSON"])
    func console(_ path: String) async throws {
        let response = try await HackerNews.get(path)
        #expect(response.status == 302)
        #expect(response.header("Location")?.hasPrefix("https://console.firebase.google.com/") == true)
    }

    @Test func fieldsAreThoseOfTheDatabase() async throws {
        for path in ["/topstories.json", "/item/1.json", "/user/nobody.json", "/maxitem.json"] {
            let response = try await HackerNews.get(path)
            #expect(response.status == 200)
            #expect(response.header("Content-Type") == "application/json; charset=utf-8")
            #expect(response.header("Cache-Control") == "no-cache")
            #expect(response.header("Access-Control-Allow-Origin") == "*")
            #expect(response.header("Strict-Transport-Security")?.hasPrefix("max-age=") == true)
            // A plain response has no validator.
            #expect(response.header("ETag") == nil)
        }
    }

    @Test func prettyPrintingSaysTheSameOverSeveralLines() async throws {
        let id = HackerNews.corpus.stories[10].id
        let plain = try await HackerNews.get("/item/\(id).json")
        let pretty = try await HackerNews.get("/item/\(id).json?print=pretty")
        #expect(!plain.text.contains("\n"))
        #expect(pretty.text.hasPrefix("{\n  \"by\": \""))
        #expect(pretty.text.hasSuffix("\n}\n"))
        #expect(try pretty.json().names == plain.json().names)
        #expect(try await HackerNews.get("/item/\(id).json?print=other").bytes == plain.bytes)
    }
}
