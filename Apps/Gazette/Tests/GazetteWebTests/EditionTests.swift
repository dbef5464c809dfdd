import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import HTTPTypes
import HackerNews
import Logging
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import GazetteWeb
@testable import LivePages
@testable import ReaderStorage

/// Pages that several readers get: made once, and never another's.
@Suite(.timeLimit(.minutes(1)))
struct EditionTests {
    private let clock = ManualClock()
    private let score = NIOLockedValueBox(1)
    private let requests = NIOLockedValueBox<[String?]>([])

    /// Two stories, whose score the test changes.
    private var configuration: WebConfiguration {
        let stub = StubTransport { [score, requests] request in
            requests.withLockedValue { $0.append(request.head.path) }
            guard request.head.path?.hasPrefix("/v0/item/") == true else { return .json("[1,2]") }
            let id = request.head.path?.contains("/2.") == true ? 2 : 1
            let score = score.withLockedValue { $0 }
            return score < 0
                ? .status(403)
                : .json(#"{"id":\#(id),"type":"story","title":"Title \#(id)","by":"a","score":\#(score)}"#)
        }
        var configuration = WebConfiguration(clients: Site.clients(stub, time: clock.time))
        configuration.shellTimeout = .infinity
        return configuration
    }

    private func expect(_ text: String, at path: String, for guest: Guest) async throws {
        let response = try await guest.get(path)
        #expect(response.text.contains(text))
    }

    private func page(_ response: Site.ReceivedResponse) throws -> String {
        String(try #require(response.text.firstMatch(of: /data-page="([^"]+)"/)).1)
    }

    @Test func theNextReaderGetsTheSameViewAsAnotherPage() async throws {
        try await Guest.visit(configuration) { guest in
            let first = try await guest.get("/hn/ask")
            // The page watches its list, also after its document was sent.
            try await tasksAtRest()
            let sent = requests.withLockedValue { $0 }
            let second = try await guest.other.get("/hn/ask")
            #expect(requests.withLockedValue { $0 } == sent)
            let (one, two) = (try page(first), try page(second))
            #expect(one != two)
            #expect(first.text.replacing(one, with: two) == second.text)
            #expect(first.headers[.setCookie] != second.headers[.setCookie])
            // Another view, or another order of the front page, is another one.
            _ = try await guest.other.get("/hn/new")
            #expect(requests.withLockedValue { $0.count } > sent.count)
        }
    }

    @Test func aDocumentThatTheBrowserHasIsNotSentAgain() async throws {
        try await Guest.visit(configuration) { guest in
            let first = try await guest.get("/hn/ask")
            let tag = try #require(first.headers[.eTag])
            #expect(first.headers[.cacheControl] == "no-store")
            let scripted = try await guest.other.get("/hn/ask", [.cookie: "script=on"])
            #expect(scripted.headers[.cacheControl] == "private, no-cache")
            // The second time it is a copy of the edition, after that it is made again.
            for _ in 0..<2 {
                let again = try await guest.get("/hn/ask", [.ifNoneMatch: tag, .acceptEncoding: "gzip"])
                #expect(again.status == 304 && again.text.isEmpty)
                #expect(again.headers[.eTag] == tag)
                #expect(again.headers[.cacheControl] == "no-store")
                clock.advance(by: .seconds(2))
            }
            // The stored document names the live page that has been opened for it.
            let id = try page(first)
            let input = #"{"name":"sound","value":"on"}"#
            #expect(try await guest.postJSON("/live/\(id)", input) == 204)
            score.withLockedValue { $0 = 20 }
            clock.advance(by: .seconds(600))
            let changed = try await guest.get("/hn/ask", [.ifNoneMatch: tag])
            #expect(changed.status == 200 && changed.text.contains("20 points"))
            #expect(changed.headers[.eTag] != tag)
            for other in ["/hn/new", "/saved"] {
                #expect(try await guest.get(other, [.ifNoneMatch: tag]).status == 200, "\(other)")
            }
            #expect(try await guest.get("/saved").headers[.eTag] == nil)
        }
    }

    @Test(
        "Tags that are not those of a page are ignored",
        arguments: ["*", "\"abc\"", "W/\"AAAAAAAAAAAAAAAA.<script>\"", "W/\"AAAAAAAAAAAAAAAA.1-2\"", "W/\"A.1-2\""])
    func tags(field: String) async throws {
        try await Guest.visit(configuration) { guest in
            let response = try await guest.get("/hn/ask", [.ifNoneMatch: field])
            #expect(response.status == 200)
            #expect(!response.text.contains("<script>\""))
        }
    }

    @Test func eachReaderSeesOwnMarksAndLooks() async throws {
        try await Guest.visit(configuration) { guest in
            let other = guest.other
            let list = try await guest.get("/hn/ask")
            _ = try await other.get("/hn/ask")
            _ = try await guest.post("/marks/read", [("entry", list.buttons("read")[0].entry)])
            _ = try await other.post("/marks/save", [("entry", list.buttons("save")[1].entry)])
            _ = try await other.post("/settings", [("theme", "dark"), ("density", "dense")])
            let settings = (try await guest.get("/settings"), try await other.get("/settings"))
            #expect(!settings.0.text.contains("value=\"dark\" checked"))
            #expect(settings.1.text.contains("value=\"dark\" checked"))
            for _ in 0..<2 {
                let (own, others, new) =
                    (
                        try await guest.get("/hn/ask"), try await other.get("/hn/ask"),
                        try await guest.other.get("/hn/ask")
                    )
                #expect(own.buttons("read").map(\.action) == ["/marks/unread", "/marks/read"])
                #expect(own.buttons("save").map(\.action) == ["/marks/save", "/marks/save"])
                #expect(own.text.contains("data-theme=\"system\""))
                #expect(others.buttons("read").map(\.action) == ["/marks/read", "/marks/read"])
                #expect(others.buttons("save").map(\.action) == ["/marks/save", "/marks/remove"])
                #expect(
                    others.text.contains(
                        "data-theme=\"dark\" data-size=\"normal\" data-letters=\"serif\" data-density=\"dense\""))
                #expect(new.count(of: "aria-pressed=\"true\"") == 0)
            }
        }
    }

    @Test func aReaderWhoComesLaterGetsNewData() async throws {
        try await Guest.visit(configuration) { guest in
            try await expect("1 point", at: "/hn/ask", for: guest)
            score.withLockedValue { $0 = 20 }
            clock.advance(by: .milliseconds(999))
            try await expect("1 point<", at: "/hn/ask", for: guest.other)
            // By then the stored stories are stale, too.
            clock.advance(by: .seconds(600))
            try await expect("20 points", at: "/hn/ask", for: guest.other)
            try await expect("20 points", at: "/hn/ask", for: guest)
        }
    }

    @Test func whatIsPersonalOrFailedIsMadeForEachReader() async throws {
        try await Guest.visit(configuration) { guest in
            let list = try await guest.get("/hn/ask")
            _ = try await guest.post("/marks/save", [("entry", list.buttons("save")[0].entry)])
            try await expect("Title 1", at: "/saved", for: guest)
            let others = try await guest.other.get("/saved")
            #expect(others.count(of: "Title 1") == 0)
            score.withLockedValue { $0 = -1 }
            try await expect("role=\"alert\"", at: "/hn/item/7", for: guest)
            score.withLockedValue { $0 = 5 }
            try await expect("5 points", at: "/hn/item/7", for: guest.other)
        }
    }

    @Test(
        "The address says whether a view is personal",
        arguments: [
            "", "news", "news/read", "feeds", "feeds/item/1", "saved", "settings", "search", "sources", "sources/bbc",
            "hn",
            "hn/new", "hn/search", "hn/item/1", "hn/user/a", "movies", "movies/search", "movies/discover", "movies/1",
            "meals", "meals/search", "meals/1", "people", "people/1", "people/sign-up", "lab",
        ])
    func personalViews(_ path: String) throws {
        let address = PageAddress(path: path.split(separator: "/").map(String.init), query: [])
        let make = try #require(Routes.table.view(at: address))
        let content = make(
            PageTools(clients: configuration.clients, pictures: .init(), looks: Looks(), scheduler: .immediate))
        #expect(content.isPersonal == Routes.table.isPersonal(address))
    }

    /// A page of the list, which has loaded.
    private func page() async throws -> LivePage {
        let page = LivePage(id: "page", renderer: try Renderer(assets: try Assets.bundled()))
        await page.open(make)
        await page.settle(within: 60)
        return page
    }

    private var make: LivePage.Maker {
        let clients = configuration.clients
        return {
            StoriesPage(
                .ask, PageAddress(path: ["hn", "ask"], query: []),
                .init(clients: clients, pictures: .init(), looks: Looks(), scheduler: $0))
        }
    }

    @Test func aChangeOfTheViewEndsItsEdition() async throws {
        let page = try await page()
        let edition = try #require(await page.currentEdition())
        #expect(edition.isShareable && !edition.isOutdated)
        #expect(await page.handle(PageInput(name: "sound", value: "on")))
        #expect(edition.isOutdated)
        // Its reader may leave.
        let next = try #require(await page.currentEdition())
        await page.close()
        #expect(!next.isOutdated)
        let editions = Editions(lifetime: .seconds(1), now: clock.time.now)
        let key = Editions.Key(address: PageAddress(path: ["hn"], query: []), front: [])
        editions.add(edition, key)
        #expect(await editions.edition(key) == nil)
        editions.add(next, key)
        #expect(await editions.edition(key) === next)
    }

    @Test func onlyOneReaderMakesTheNextEdition() async throws {
        let page = try await page()
        let edition = try #require(await page.currentEdition())
        let editions = Editions(lifetime: .seconds(1), now: clock.time.now)
        let key = Editions.Key(address: PageAddress(path: ["hn"], query: []), front: [])
        #expect(await editions.edition(key) == nil)
        editions.add(edition, key)
        #expect(await editions.edition(key) === edition)
        clock.advance(by: .seconds(1))
        #expect(await editions.edition(key) == nil)
        // While it is being made, others get the one before.
        #expect(await editions.edition(key) === edition)
        // Not for long: they get the next one, whether they wait for it or come after it.
        edition.outdate()
        let next = try #require(await page.currentEdition())
        async let waiting = editions.edition(key)
        editions.add(next, key)
        #expect(await waiting === next)
        clock.advance(by: .seconds(3))
        editions.tick()
        #expect(await editions.edition(key) == nil)
    }

    @Test func noMoreThanAFewEditionsAreHeld() async throws {
        let page = try await page()
        let editions = Editions(lifetime: .seconds(1), now: clock.time.now)
        func key(_ number: Int) -> Editions.Key {
            Editions.Key(address: PageAddress(path: ["hn", "\(number)"], query: []), front: [])
        }
        // As many are made at a time as a busy site makes.
        for start in stride(from: 0, to: 160, by: 16) {
            for number in start..<start + 16 { #expect(await editions.edition(key(number)) == nil) }
            for number in start..<start + 16 {
                editions.add(try #require(await page.currentEdition()), key(number))
                clock.advance(by: .milliseconds(1))
            }
        }
        #expect(editions.count == 64)
        // They are the latest ones.
        #expect(await editions.edition(key(96)) != nil)
        #expect(await editions.edition(key(159)) != nil)
    }

    @Test func aPageWithTheDocumentOfAnotherLoadsOnceItIsUsed() async throws {
        let renderer = try Renderer(assets: try Assets.bundled())
        let visitors = Visitors(folder: nil, logger: Logger(label: "test"))
        let marks = await visitors.marks(of: Visitor())
        let first = LivePage(id: "first", renderer: renderer, marks: marks)
        await first.open(make)
        await first.settle(within: 60)
        let made = try #require(await first.document(DocumentFrame(looks: Looks(), serviceNote: nil)))
        // The page watches its list, also after its document was made.
        try await tasksAtRest()
        let sent = requests.withLockedValue { $0 }
        let page = LivePage(id: "second", renderer: renderer, marks: marks, showing: made.sheet, make)
        #expect(requests.withLockedValue { $0 } == sent)
        score.withLockedValue { $0 = 9 }
        let version = made.sheet.history.version
        let (told, teller) = AsyncStream.makeStream(of: Void.self)
        await page.listen(1) { teller.yield() }
        // Nothing is taken back while it loads.
        #expect(try #require(await page.news(since: version)).changes.isEmpty)
        var changes: [LivePage.Change] = []
        for await _ in told {
            changes = try #require(await page.news(since: version)).changes
            if !changes.isEmpty { break }
        }
        #expect(changes.contains { $0.id == "list" && $0.html?.contains("9 points") == true })
        let third = LivePage(id: "third", renderer: renderer, marks: marks, showing: made.sheet, make)
        #expect(await third.handle(PageInput(name: "sound", value: "on")))
        for page in [first, page, third] { await page.close() }
        #expect(await page.news(since: 0) == nil)
    }
}
