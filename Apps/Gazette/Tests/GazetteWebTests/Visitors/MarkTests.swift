import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import HackerNews
import Logging
import Testing

@testable import GazetteWeb
@testable import LivePages
@testable import ReaderStorage

/// What is read and saved, as a browser without scripts sees and changes it.
@Suite(.timeLimit(.minutes(2)))
struct MarkTests {
    @Test(
        "What is opened is read from then on",
        arguments: [
            ("/news", "<h2><a href=\"/news/read"), ("/hn/ask", "<h2><a href=\"/hn/item/"),
            ("/movies", "<h2><a href=\"/movies/"), ("/meals", "<h2><a href=\"/meals/"),
        ])
    func opening(list: String, link: String) async throws {
        try await Guest.visitEmulator { guest in
            let before = try await guest.get(list)
            #expect(before.count(of: " read\">") == 0)
            let start = try #require(before.text.range(of: link))
            let path = before.text[start.lowerBound...].dropFirst("<h2><a href=\"".count).prefix { $0 != "\"" }
            let detail = try await guest.get(String(path).replacing("&amp;", with: "&"))
            #expect(detail.buttons("read").first?.action == "/marks/unread")
            #expect(detail.count(of: ">Mark as unread</button>") == 1)
            let after = try await guest.get(list)
            #expect(after.count(of: " read\">") == 1)
            // No other visitor's.
            let others = try await guest.other.get(list)
            #expect(others.count(of: " read\">") == 0)
        }
    }

    @Test func aLinkToTheOutsideSaysThatItIsOpened() async throws {
        try await Guest.visitEmulator { guest in
            let list = try await guest.get("/hn")
            let start = try #require(list.text.range(of: "ping=\""))
            let path = String(list.text[start.upperBound...].prefix { $0 != "\"" })
            #expect(path.hasPrefix("/marks/read?entry=hn:"))
            // swift-format-ignore: NeverForceUnwrap
            let own: HTTPFields = [HTTPField.Name("Sec-Fetch-Site")!: "same-origin"]
            let response = try await guest.post(path, [], own)
            #expect(response.status == 204)
            let after = try await guest.get("/hn")
            #expect(after.count(of: " read\">") == 1)
        }
    }

    @Test func articlesOfASourceAreReadInGazette() async throws {
        try await Guest.visitEmulator { guest in
            let list = try await guest.get("/sources/harbour-times")
            let entry = try #require(list.buttons("save").first.flatMap { Entry(line: $0.entry) })
            #expect(entry.original != nil)
            #expect(entry.path.contains("source=harbour-times"))
            let article = try await guest.get(entry.path)
            #expect(article.status == 200)
            #expect(article.text.contains("class=\"reading\""))
            #expect(article.text.contains("href=\"/sources/harbour-times\""))
        }
    }

    @Test func severalMarksAreTakenBackAtOnce() async throws {
        try await Guest.visitEmulator { guest in
            let list = try await guest.get("/hn")
            let keys = list.buttons("read").prefix(3).map(\.entry)
            try #require(keys.count == 3)
            _ = try await guest.post("/marks/read", [("entry", keys.joined(separator: " "))])
            let read = try await guest.get("/hn")
            #expect(read.count(of: " read\">") == 3)
            _ = try await guest.post("/marks/unread", [("entry", keys.prefix(2).joined(separator: " "))])
            let left = try await guest.get("/hn")
            #expect(left.count(of: " read\">") == 1)
        }
    }

    @Test func savingComesBackToTheListAndIsKept() async throws {
        let folder = DataFolder(FileManager.default.temporaryDirectory.appending(path: "gazette-\(UUID().uuidString)"))
        defer { try? FileManager.default.removeItem(at: folder.url) }
        try await Guest.visitEmulator(folder: folder) { guest in
            let list = try await guest.get("/news?category=science")
            #expect(list.text.contains("name=\"back\" value=\"/news?category=science\""))
            for button in list.buttons("save").prefix(2) {
                #expect(button.action == "/marks/save")
                let response = try await guest.post(
                    button.action, [("entry", button.entry), ("back", "/news?category=science")])
                #expect(response.status == 303)
                // At the item itself.
                let key = try #require(Entry(line: button.entry)?.key)
                #expect(response.headers[.location] == "/news?category=science#at-\(key)")
                #expect(list.count(of: "id=\"at-\(key)\"") == 1)
            }
            let again = try await guest.get("/news?category=science")
            #expect(again.buttons("save").prefix(3).map(\.action) == ["/marks/remove", "/marks/remove", "/marks/save"])
            let saved = try await guest.get("/saved")
            #expect(saved.count(of: "<article") == 2)
            #expect(saved.text.contains("2 saved"))
            // The newest first.
            let titles = list.buttons("save").prefix(2).compactMap { Entry(line: $0.entry)?.key.description }
            #expect(saved.buttons("remove").map(\.entry) == titles.reversed())
            let remove = try #require(saved.buttons("remove").first)
            _ = try await guest.post(remove.action, [("entry", remove.entry), ("back", "/saved")])
            let less = try await guest.get("/saved")
            #expect(less.text.contains("1 saved"))
            // By the same button, too.
            let toggle = try #require(again.buttons("save").first)
            _ = try await guest.post(toggle.action, [("entry", toggle.entry), ("back", "/saved")])
            let none = try await guest.get("/saved")
            #expect(none.text.contains("Nothing is saved yet."))
        }
    }

    @Test func savedEntriesAreFilteredBySectionAndExported() async throws {
        try await Guest.visitEmulator { guest in
            for path in ["/news", "/hn", "/movies", "/meals"] {
                let list = try await guest.get(path)
                let button = try #require(list.buttons("save").first)
                _ = try await guest.post(button.action, [("entry", button.entry), ("back", path)])
            }
            let all = try await guest.get("/saved")
            #expect(all.count(of: "<article") == 4)
            #expect(all.text.contains("href=\"/saved?section=movies\">Movies (1)"))
            let movies = try await guest.get("/saved?section=movies")
            #expect(movies.count(of: "<article") == 1)
            let nonsense = try await guest.get("/saved?section=people")
            #expect(nonsense.count(of: "<article") == 4)

            let json = try await guest.get("/saved.json")
            #expect(json.headers[.contentType] == "application/json")
            #expect(json.headers[.contentDisposition] == "attachment; filename=\"gazette-saved.json\"")
            let records = try #require(
                try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [[String: Any]])
            #expect(records.compactMap { $0["section"] as? String } == ["meals", "movies", "hn", "news"])
            #expect(records.last?["url"] is String)
            let csv = try await guest.get("/saved.csv")
            #expect(csv.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(csv.text.components(separatedBy: "\r\n").count == 6)
            let others = try await guest.other.get("/saved.json")
            #expect(others.text.filter { !$0.isWhitespace } == "[]")
        }
    }

    @Test func aWholeListIsMarkedAsReadAtOnce() async throws {
        try await Guest.visitEmulator { guest in
            let list = try await guest.get("/news")
            let button = try #require(list.buttons("readAll").first)
            let response = try await guest.post(button.action, [("entry", button.entry), ("back", "/news")])
            #expect(response.status == 303)
            let after = try await guest.get("/news")
            #expect(after.count(of: " read\">") == 20)
            #expect(after.buttons("readAll").isEmpty)
        }
    }

    @Test func marksOfALivePageChangeInPlaceAndInItsOtherPages() async throws {
        let visitors = Visitors(folder: nil, logger: .init(label: "test"))
        let marks = await visitors.marks(of: Visitor())
        let stub = StubTransport { request in
            request.head.path == "/v0/item/1.json"
                ? .json(#"{"id":1,"type":"story","title":"One","by":"a"}"#) : .json("[1]")
        }
        let clients = Site.clients(stub)
        let renderer = try Renderer(assets: try Assets.bundled())
        func page(_ make: @escaping @Sendable (PageTools) -> any PageContent) async throws -> LivePage {
            let page = LivePage(id: "page", renderer: renderer, marks: marks)
            await page.open { scheduler in
                make(PageTools(clients: clients, pictures: .init(), looks: Looks(), scheduler: scheduler, marks: marks))
            }
            await page.settle(within: 60)
            return page
        }
        let list = try await page { StoriesPage(.top, PageAddress(path: ["hn"], query: []), $0) }
        let saved = try await page { SavedPage(PageAddress(path: ["saved"], query: []), $0) }
        let entry = try #require(Entry(line: "hn:1\tOne\t/hn/item/1\t\ta"))
        let first = try #require(await list.news(since: 0))
        #expect(first.changes.first { $0.id == "list" }?.html?.contains("Save</button>") == true)
        let firstSaved = try #require(await saved.news(since: 0))
        // Both pages send the change to their readers.
        for page in [list, saved] {
            let (told, teller) = AsyncStream.makeStream(of: Void.self)
            await page.listen(1) { teller.yield() }
            marks.apply(page === list ? .save(entry, visitors.now()) : .read([entry.key]))
            var iterator = told.makeAsyncIterator()
            #expect(await iterator.next() != nil)
        }
        let change = try #require(await list.news(since: first.version)?.changes.first)
        #expect(change.id == "list")
        #expect(change.html?.contains("/marks/remove") == true)
        let other = try #require(await saved.news(since: firstSaved.version))
        #expect(other.changes.contains { $0.html?.contains("1 saved") == true })
        await list.close()
        await saved.close()
    }

    @Test func whatIsMarkedAsUnreadWhileItIsOpenStaysSo() async throws {
        try await Guest.visitEmulator { guest in
            let page = try await guest.get("/movies/10007")
            let button = try #require(page.buttons("read").first)
            #expect(button.action == "/marks/unread")
            _ = try await guest.post(button.action, [("entry", button.entry)])
            let list = try await guest.get("/movies/search?q=pim")
            #expect(list.count(of: " read\">") == 0)
        }
    }

    @Test func aFullShelfSaysSo() async throws {
        try await Guest.visit(WebConfiguration(clients: Site.clients(StubTransport { _ in .json("{}") }))) { guest in
            _ = try await guest.get("/saved")
            for number in 0..<501 {
                let response = try await guest.post(
                    "/marks/save", [("entry", "hn:\(number)\tStory\t/hn/item/\(number)\t\t"), ("back", "/hn")])
                #expect(response.headers[.location] == (number < 500 ? "/hn#at-hn:\(number)" : "/saved"))
            }
            let unasked = try await guest.post("/marks/save", [("entry", "hn:999\tStory\t/hn/item/999\t\t")])
            #expect(unasked.status == 409)
            let page = try await guest.get("/saved")
            #expect(page.text.contains("Your list is full."))
            #expect(page.count(of: "<article") == 50)
            let all = try await guest.get("/saved?pages=10")
            #expect(all.count(of: "<article") == 500)
            #expect(!all.text.contains("rel=\"next\""))
        }
    }

    @Test func aCookieIsGivenWithTheFirstDocumentOnly() async throws {
        try await Guest.visit(WebConfiguration(clients: Site.clients(StubTransport { _ in .json("{}") }))) { guest in
            for path in ["/healthz", "/nope", "/saved.json", "/news.rss"] {
                let response = try await guest.get(path)
                #expect(response.headers[.setCookie] == nil)
            }
            let first = try await guest.get("/saved")
            #expect(first.headers[.setCookie]?.hasPrefix("visitor=") == true)
            let second = try await guest.get("/saved")
            #expect(second.headers[.setCookie] == nil)
        }
    }

    @Test func aFileThatCanNotBeUsedIsSaidAtTheFootOfWhatIsSaved() async throws {
        var configuration = WebConfiguration(clients: Site.clients(StubTransport { _ in .json("{}") }))
        configuration.dataFolder = DataFolder(URL(filePath: "/dev/null/gazette"))
        try await Guest.visit(configuration) { guest in
            let page = try await guest.get("/saved")
            #expect(page.status == 200)
            #expect(page.text.contains("is lost when Gazette stops"))
            #expect(!page.text.contains("/dev/null"))
        }
    }

    // MARK: - Foreign requests

    @Test(
        "Which requests may change marks",
        arguments: [
            (["Sec-Fetch-Site": "same-origin"], 303), (["Sec-Fetch-Site": "cross-site"], 403),
            (["Sec-Fetch-Site": "same-site"], 403), (["Sec-Fetch-Site": "none"], 403),
            (["Origin": "http://evil.example"], 403), (["Origin": "null"], 403), ([:], 403),
        ] as [([String: String], Int)])
    func origins(fields: [String: String], status: Int) async throws {
        try await Guest.visit(WebConfiguration(clients: Site.clients(StubTransport { _ in .json("{}") }))) { guest in
            _ = try await guest.get("/saved")
            var headers = HTTPFields()
            for (name, value) in fields { headers[HTTPField.Name(name)!] = value }
            let response = try await guest.post("/marks/read", [("entry", "hn:1"), ("back", "/hn")], headers)
            #expect(response.status == status)
        }
    }

    @Test(
        "No form leads elsewhere, or writes header fields",
        arguments: [
            "https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)",
            "/a\r\nSet-Cookie: visitor=x", "/a\nX: y", "\u{0}", "", " /a", "/\u{85}",
        ])
    func redirects(back: String) async throws {
        try await Guest.visit(WebConfiguration(clients: Site.clients(StubTransport { _ in .json("{}") }))) { guest in
            _ = try await guest.get("/saved")
            let response = try await guest.post("/marks/read", [("entry", "hn:1"), ("back", back)])
            #expect(response.status == 303)
            #expect(response.headers[.location] == "/saved")
            #expect(response.headers[.setCookie] == nil)
        }
    }

    @Test(
        "Forms that no page of Gazette sends",
        arguments: [
            ("/marks/read", "people:1"), ("/marks/read", ""), ("/marks/save", "hn:1"), ("/marks/nonsense", "hn:1"),
            ("/marks/save", "hn:1\tT\t//evil.example\t\t"), ("/marks/remove", "\r\n"), ("/marks/unread", "people:1"),
            ("/marks/read", String(repeating: "hn:1 ", count: 501)),
            ("/marks/read", String(repeating: "hn:1 ", count: 100_000)),
        ])
    func broken(path: String, entry: String) async throws {
        try await Guest.visit(WebConfiguration(clients: Site.clients(StubTransport { _ in .json("{}") }))) { guest in
            _ = try await guest.get("/saved")
            let response = try await guest.post(path, [("entry", entry)])
            #expect(response.status == 400)
        }
    }

    @Test func hostileTitlesComeOutAsText() async throws {
        try await Guest.visit(WebConfiguration(clients: Site.clients(StubTransport { _ in .json("{}") }))) { guest in
            _ = try await guest.get("/saved")
            let title = #"=cmd|'/c calc'!A1<script>alert(1)</script>"><img src=x>"#
            let line = "hn:1\t\(title)\t/hn/item/1\tjavascript:alert(1)\t<b onclick=x>"
            _ = try await guest.post("/marks/save", [("entry", line), ("back", "/saved")])
            let page = try await guest.get("/saved")
            for hostile in ["<script>alert", "<img src=x", "<b onclick", "javascript:"] {
                #expect(!page.text.contains(hostile))
            }
            let csv = try await guest.get("/saved.csv")
            // No program takes the title for a formula.
            #expect(csv.text.contains(#""'=cmd|'/c calc'!A1<script>alert(1)</script>""><img src=x>""#))
        }
    }

    @Test func whoKeepsNoCookiesLeavesNothing() async throws {
        try await Guest.visit(WebConfiguration(clients: Site.clients(StubTransport { _ in .json("{}") }))) { guest in
            let response = try await guest.post("/marks/read", [("entry", "hn:1"), ("back", "/hn")])
            #expect(response.status == 303)
            #expect(response.headers[.location] == "/hn#at-hn:1")
            #expect(response.headers[.setCookie] == nil)
        }
    }
}
