import Emulator
import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import Testing

@testable import FeedEngine
@testable import GazetteWeb
@testable import LivePages

/// The pages and forms of feeds, on the emulator's sites.
@Suite(.timeLimit(.minutes(2)))
struct FeedPagesTests {
    /// Runs a body with a visitor of the site on the emulator, who has a cookie.
    ///
    /// A list is held until the visitor changes something, however long that takes.
    private func browse(
        now: (@Sendable () -> Date)? = nil, _ body: @Sendable (Guest) async throws -> Void
    ) async throws {
        try await Site.withEmulator { configuration in
            var configuration = configuration
            configuration.shellTimeout = .infinity
            configuration.editionLifetime = .seconds(86_400)
            if let now { configuration.now = now }
            try await Guest.visit(configuration) { guest in
                _ = try await guest.get("/feeds")
                try await body(guest)
            }
        }
    }

    private static let site = "https://feeds.example/feeds"

    /// Returns the body of the form with a list of feeds.
    private func form(_ list: String) -> String {
        "--x\r\nContent-Disposition: form-data; name=\"list\"; filename=\"a.opml\"\r\n"
            + "Content-Type: text/xml\r\n\r\n\(list)\r\n--x--\r\n"
    }

    /// Returns the addresses of the items in a list.
    private func items(_ html: String) -> [String] {
        html.matches(of: /<h2>(?:<span[^>]*>[^<]*<\/span> )?<a href="(\/feeds\/item\/[^"]*)"/).map {
            String($0.1).replacing("&amp;", with: "&")
        }
    }

    @Test func aSiteIsAddedByTheAddressOfItsPage() async throws {
        try await browse { browser in
            #expect(try await browser.page("/feeds").contains("You have no feeds yet."))
            let added = try await browser.send(
                "/feeds/add", ["address": "feeds.example/feeds/night-sky/", "folder": " Sky  & sea "])
            let list = try await browser.page(try #require(added.location))
            #expect(list.contains("<h1>The Night Sky Almanac</h1>"))
            #expect(items(list).count == 24)
            #expect(try await browser.page("/feeds").contains("Sky &amp; sea"))
            let folder = try await browser.page("/feeds?folder=Sky%20%26%20sea")
            #expect(items(folder).count == 24)
            let known = try await browser.send("/feeds/add", ["address": "\(Self.site)/night-sky/rss.xml"])
            #expect(known.location == added.location)
        }
    }

    @Test func aPageWithSeveralFeedsOffersThem() async throws {
        try await browse { browser in
            let page = try await browser.send("/feeds/add", ["address": "\(Self.site)/", "folder": "Mine"]).text
            #expect(page.contains("This page has several feeds"))
            #expect(page.contains("value=\"\(Self.site)/tidewater/feed.json\""))
            #expect(page.contains("name=\"folder\" value=\"Mine\""))
        }
    }

    @Test(
        "What can't be added is said",
        arguments: [
            ("", "a web address"), ("not an address", "a web address"), ("javascript:alert(1)", "a web address"),
            ("http://127.0.0.1/", "isn&#39;t public"), ("http://10.0.0.1:25/feed", "from port 25"),
            ("https://feeds.example/feeds/faults/gone.xml", "ended this feed"),
            ("https://feeds.example/feeds/faults/missing.xml", "nothing at this address"),
            ("https://feeds.example/feeds/faults/entity-bomb.xml", "fill the memory"),
            ("https://feeds.example/feeds/faults/not-modified.xml", "has never sent it"),
            ("https://feeds.example/feeds/faults/huge.xml", "larger than 16 MB"),
            ("https://feeds.example/feeds/faults/redirect-loop.xml", "redirects endlessly"),
            ("https://feeds.example/feeds/faults/too-many-requests.xml", "fewer requests"),
            ("https://feeds.example/feeds/faults/unavailable.xml", "status 503"),
            ("https://feeds.example/feeds/faults/empty.xml", "is empty"),
        ])
    func refusals(_ address: String, _ reason: String) async throws {
        try await browse { browser in
            let page = try await browser.send("/feeds/add", ["address": address])
            #expect(page.location == nil)
            let said = page.text.firstMatch(of: /class="wrong" role="alert">([^<]*)</).map { String($0.1) }
            #expect(try #require(said).contains(reason), "\(said ?? "")")
            #expect(try await browser.page("/feeds").contains("You have no feeds yet."))
        }
    }

    @Test(
        "A feed with a fault is read as far as it goes",
        arguments: [
            "truncated", "wrong-encoding", "moved", "moved-temporarily", "html-page",
        ])
    func faults(_ name: String) async throws {
        try await browse { browser in
            let added = try await browser.send("/feeds/add", ["address": "\(Self.site)/faults/\(name).xml"])
            let list = try await browser.page(try #require(added.location, "\(added.text.suffix(3000))"))
            #expect(items(list).count > 2, "\(name)")
        }
    }

    @Test func aListIsMadeAgainWhenItsReaderHasChangedSomething() async throws {
        let hours = NIOLockedValueBox(0)
        let start = Date()
        // The times in the list show when it was made.
        try await browse(now: { start.addingTimeInterval(Double(hours.withLockedValue { $0 }) * 3600) }) { browser in
            _ = try await browser.send("/feeds/add", ["address": "\(Self.site)/tidewater/feed.json"])
            func list(_ path: String = "/feeds", by guest: Guest) async throws -> String {
                try await guest.page(path).replacing(/data-page="[^"]+"/, with: "")
            }
            let first = try await list(by: browser)
            hours.withLockedValue { $0 = 5 }
            #expect(try await list(by: browser) == first)
            // Another list, and that of another reader, are others.
            #expect(try await list("/feeds?show=all", by: browser) != first)
            #expect(try await list(by: browser.other).contains("You have no feeds yet."))
            _ = try await browser.page(items(first)[0])
            let second = try await list(by: browser)
            #expect(items(second) == Array(items(first).dropFirst()))
            hours.withLockedValue { $0 = 10 }
            #expect(try await list(by: browser) == second)
            _ = try await browser.send("/feeds/read")
            #expect(try await list(by: browser).contains("You have read everything."))
        }
    }

    @Test func openingAnItemMarksItAsReadAndLeadsToTheNextUnreadOne() async throws {
        try await browse { browser in
            _ = try await browser.send("/feeds/add", ["address": "\(Self.site)/tidewater/feed.json"])
            let shown = items(try await browser.page("/feeds"))
            let item = try await browser.page(shown[1])
            #expect(
                item.contains("rel=\"next\" href=\"\(shown[2])\"") && item.contains("rel=\"prev\" href=\"\(shown[0])\"")
            )
            #expect(item.contains(">Mark as unread</button>"))
            #expect(items(try await browser.page("/feeds")) == [shown[0]] + shown[2...])
            let all = try await browser.page("/feeds?show=all")
            #expect(all.matches(of: /class="story read"/).count == 1)
            // Down to the third of the rest.
            let above = try #require(all.firstMatch(of: /formaction="(\/feeds\/read[^"]*down=[0-9]+[^"]*)"/)?.1)
            _ = try await browser.send(String(above).replacing("&amp;", with: "&"))
            #expect(items(try await browser.page("/feeds")) == Array(shown[2...]))
            _ = try await browser.send("/marks/unread", ["entry": key(shown[0])])
            #expect(items(try await browser.page("/feeds")) == [shown[0]] + shown[2...])
            _ = try await browser.send("/feeds/read")
            #expect(try await browser.page("/feeds").contains("You have read everything."))
        }
    }

    private func key(_ path: String) -> String {
        "feeds:" + path.dropFirst("/feeds/item/".count).prefix { $0.isNumber }
    }

    @Test func whatHasComeMeanwhileIsCountedAndShownOnRequest() throws {
        let renderer = try Renderer(assets: try Assets.bundled())
        let html = renderer.html(Region("new", NewItemsContext(3, FeedsAddress())))
        #expect(html.contains("3 new") && html.contains("data-input=\"showNew\"") && html.contains("href=\"/feeds\""))
        #expect(renderer.html(Region("new", NewItemsContext(0, FeedsAddress()))).isEmpty)
    }

    @Test func datesOfAnyKindHaveANumber() {
        for seconds in [Double.nan, .infinity, -.infinity, -1e300, 1e300, 0] {
            #expect(ItemNumber.number(Date(timeIntervalSince1970: seconds), 1, "a") >= 0)
        }
    }

    @Test func itemsOfFeedsAreSavedWithTheOthers() async throws {
        try await browse { browser in
            _ = try await browser.send("/feeds/add", ["address": "\(Self.site)/hedgerow/"])
            let list = try await browser.page("/feeds")
            let line = try #require(list.firstMatch(of: /formaction="\/marks\/save" name="entry" value="([^"]*)"/)?.1)
            _ = try await browser.send("/marks/save", ["entry": String(line).replacing("&amp;", with: "&")])
            let saved = try await browser.page("/saved?section=feeds")
            #expect(saved.contains("Feeds (1)") && saved.contains("href=\"/feeds/item/"))
            #expect(try await browser.page("/feeds").contains("/marks/remove"))
        }
    }

    @Test func nothingOfAHostileFeedRuns() async throws {
        try await browse { browser in
            let added = try await browser.send("/feeds/add", ["address": "\(Self.site)/faults/hostile.xml"])
            let list = try await browser.page(try #require(added.location))
            var pages = [list]
            for item in items(list) { pages.append(try await browser.page(item)) }
            #expect(pages.count > 3)
            for page in pages {
                let main = try #require(page.firstMatch(of: /<main id="main">[\s\S]*<\/main>/)).0.lowercased()
                #expect(!main.contains("<script") && !main.contains("javascript:") && !main.contains("<iframe"))
                #expect(!main.contains("<svg") && !main.contains("<style") && !main.contains("srcdoc"))
                // In the values of attributes, all is text.
                let tags = main.replacing(/"[^"]*"/, with: "\"\"")
                #expect(tags.firstMatch(of: /<[^>]*\son[a-z]+\s*=/) == nil)
                // Pictures come through Gazette alone.
                for source in main.matches(of: /<img[^>]*src="([^"]*)"/) { #expect(source.1.hasPrefix("/picture/")) }
            }
        }
    }

    @Test func theFullTextIsFetchedFromThePage() async throws {
        try await browse { browser in
            _ = try await browser.send("/feeds/add", ["address": "\(Self.site)/slow-kitchen/"])
            let item = try #require(items(try await browser.page("/feeds")).first)
            let short = try await browser.page(item)
            let full = try await browser.page(item + (item.contains("?") ? "&" : "?") + "text=full")
            func prose(_ page: String) -> String {
                page.firstMatch(of: /<div class="prose"[^>]*>([\s\S]*?)<\/div>\n/).map { String($0.1) } ?? ""
            }
            #expect(prose(full).count > prose(short).count + 200)
            #expect(prose(full).contains("<img") && prose(full).contains("/picture/"))
            #expect(!full.contains("pixel"))
            // A feed may show it always.
            let edit = try #require(
                try await browser.page("/feeds/manage").firstMatch(of: /\/feeds\/edit\?feed=([0-9]+)/))
            _ = try await browser.send("/feeds/change", ["feed": String(edit.1), "title": "Kitchen", "text": "on"])
            #expect(prose(try await browser.page(item)) == prose(full))
            #expect(try await browser.page("/feeds").contains("Kitchen"))
        }
    }

    @Test func manyFeedsAreShownInPages() async throws {
        try await browse { browser in
            let outlines = (1...700).map { number in
                "<outline text=\"Feed \(number)\" xmlUrl=\"\(Self.site)/many/\(number).xml\"/>"
            }
            let folders = (0..<7).map { folder in
                "<outline text=\"Folder \(folder)\">\(outlines[(folder * 100)...].prefix(100).joined())</outline>"
            }
            _ = try await browser.upload(form("<opml version=\"2.0\"><body>\(folders.joined())</body></opml>"))
            func feeds(_ page: String) -> [String] {
                page.matches(of: /feeds\/edit\?feed=([0-9]+)/).map { String($0.1) }
            }
            let first = try await browser.page("/feeds/manage")
            #expect(first.contains("700 feeds") && first.utf8.count < 150_000)
            #expect(first.contains("aria-current=\"page\">1–300<"))
            let last = try await browser.page("/feeds/manage?page=99")
            #expect(feeds(first).count == 300 && feeds(last).count == 100)
            #expect(
                Set(feeds(first) + feeds(try await browser.page("/feeds/manage?page=2")) + feeds(last)).count == 700)
            // Whoever changes or removes a feed returns to its page.
            for (form, rest) in [("change", 100), ("remove", 99)] {
                let next = try await browser.send("/feeds/\(form)", ["feed": feeds(last)[5], "folder": "Folder 6"])
                let page = try await browser.page(try #require(next.location))
                #expect(feeds(page).count == rest && page.contains("aria-current=\"page\">601–"), "\(form)")
            }
        }
    }

    @Test func anArticleOfTheNewsHasItsFullTextOnlyByASignedAddress() async throws {
        try await browse { browser in
            #expect(try await browser.page("/text/AAAA/aHR0cHM6Ly9leGFtcGxlLmNvbS8", status: 404).isEmpty)
            let news = try await browser.page("/news")
            let path = try #require(news.firstMatch(of: /href="(\/news\/read[^"]*)"/)?.1)
            let article = try await browser.page(String(path).replacing("&amp;", with: "&"))
            let link = try #require(article.firstMatch(of: /href="(\/text\/[^"]*)">Full text/)?.1)
            // The emulated publishers have no pages: that is said, and the way to them stays.
            let text = try await browser.page(String(link))
            #expect(text.contains("class=\"notice\"") && text.contains("Read it at"))
            // A signed picture is no signed page.
            let picture = try #require(news.firstMatch(of: /\/picture\/([^"\/]*)\/([^"\/]*)"/))
            _ = try await browser.page("/text/\(picture.1)/\(picture.2)", status: 404)
        }
    }

    @Test func listsAreImportedAndExported() async throws {
        try await browse { browser in
            let list = """
                <opml version="2.0"><body><outline text="Science"><outline text="Tidewater" \
                xmlUrl="\(Self.site)/tidewater/feed.json"/></outline></body></opml>
                """
            let done = try await browser.upload(form(list))
            let page = try await browser.page(try #require(done.location))
            #expect(page.contains("1 feed is now in your list.") && page.contains("not refreshed yet"))
            #expect(try await browser.page("/feeds.opml").contains("xmlUrl=\"\(Self.site)/tidewater/feed.json\""))
            for wrong in ["--x\r\n\r\nno list\r\n--x--", "--x\r\n\r\n", "", "\u{0}"] {
                let refused = try await browser.upload(wrong)
                #expect(refused.location == nil && refused.text.contains("role=\"alert\""), "\(wrong)")
            }
        }
    }

    @Test func filtersShowWhatTheyWouldHide() async throws {
        try await browse { browser in
            _ = try await browser.send("/feeds/add", ["address": "\(Self.site)/tidewater/feed.json"])
            let all = items(try await browser.page("/feeds")).count
            let title = try #require(
                try await browser.page("/feeds").firstMatch(of: /<h2><a href="\/feeds\/item[^>]*>([^<]*)</)?.1)
            let word = try #require(title.split { !$0.isLetter }.first { $0.count > 3 && $0.utf8.count == $0.count })
            let preview = try await browser.page("/feeds/filters?action=hide&part=words&words=\(word)")
            #expect(preview.contains("This filter hides") && preview.contains("<li>\(title)</li>"))
            // A preview changes nothing.
            #expect(items(try await browser.page("/feeds")).count == all)
            let added = try await browser.send(
                "/feeds/filters/add", ["action": "hide", "part": "words", "words": String(word)])
            #expect(added.location == "/feeds/filters")
            #expect(items(try await browser.page("/feeds")).count < all)
            let id = try #require(
                try await browser.page("/feeds/filters").firstMatch(of: /name="id" value="([0-9]+)"/)?.1)
            _ = try await browser.send("/feeds/filters/remove", ["id": String(id)])
            #expect(items(try await browser.page("/feeds?show=all")).count == all)
        }
    }

    @Test func theSearchOverEverythingHasTheFeeds() async throws {
        try await browse { browser in
            _ = try await browser.send("/feeds/add", ["address": "\(Self.site)/tidewater/feed.json"])
            let title = try #require(
                try await browser.page("/feeds").firstMatch(of: /<h2><a href="\/feeds\/item[^>]*>([^<&]*)</)?.1)
            let words = title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let found = try await browser.page("/search?q=\(words)")
            #expect(found.contains("id=\"part-feeds\"") && found.contains("href=\"/feeds/item/"))
            #expect(try await browser.page("/feeds?q=\(words)").contains(title))
        }
    }

    @Test func formsOfOtherSitesAndUnknownItemsAreRefused() async throws {
        try await browse { browser in
            for path in ["add", "remove", "import", "filters/add", "read"] {
                let foreign = try await browser.post(
                    "/feeds/\(path)", [("address", "a")], [.origin: "https://other.example"])
                #expect(foreign.status == 403, "\(path)")
            }
            _ = try await browser.page("/feeds/item/1", status: 404)
            _ = try await browser.page("/feeds/item/99999999999999999999", status: 404)
            _ = try await browser.page("/feeds?feed=7", status: 404)
            _ = try await browser.page("/feeds/item/-1", status: 404)
        }
    }
}

extension Guest {
    /// Returns the document at a path.
    fileprivate func page(_ path: String, status: Int = 200) async throws -> String {
        let response = try await get(path)
        #expect(response.status == status, "\(path)")
        return response.text
    }

    /// Posts a form, and returns where it leads, or the page that it returns.
    fileprivate func send(
        _ path: String, _ fields: KeyValuePairs<String, String> = [:]
    ) async throws -> (location: String?, text: String) {
        let response = try await post(path, fields.map { ($0.key, $0.value) })
        return (response.headers[.location], response.text)
    }

    /// Posts a file as a form does.
    fileprivate func upload(_ body: String) async throws -> (location: String?, text: String) {
        // swift-format-ignore: NeverForceUnwrap
        let response = try await postBody(
            "/feeds/import", body,
            [HTTPField.Name("Sec-Fetch-Site")!: "same-origin", .contentType: "multipart/form-data; boundary=x"])
        return (response.headers[.location], response.text)
    }
}
