import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

@testable import GazetteWeb
@testable import LivePages

/// Every view as a browser without scripts gets it.
@Suite(.timeLimit(.minutes(3)))
struct PageTests {
    @Test(
        "Views are complete",
        arguments: [
            ("/", 40), ("/news", 20), ("/news?category=science", 5), ("/news?q=climate%20change", 5),
            ("/sources?country=us", 5), ("/sources?country=gb&q=times", 1), ("/hn", 25), ("/hn/new", 25),
            ("/hn/best", 25), ("/hn/ask", 10), ("/hn/show", 10), ("/hn/jobs", 5), ("/hn/search?q=rust", 3),
            ("/hn/search?q=rust&kind=comment&sort=date", 1), ("/news?q=climate&sort=popularity", 5), ("/movies", 10),
            ("/movies/popular", 20), ("/movies/discover?sort=newest", 20),
            ("/movies/upcoming", 10), ("/movies/top-rated", 20), ("/movies/search?q=pim", 3), ("/movies/10007", 5),
            ("/meals", 8), ("/meals?category=Pasta", 10), ("/meals/search?q=chicken", 5), ("/meals/52764", 1),
            ("/lab", 4), ("/people", 10), ("/people/sign-up", 0), ("/people?q=antonette", 1), ("/people/3", 50),
            ("/people/3?album=25", 50),
        ] as [(String, Int)])
    func views(path: String, articles: Int) async throws {
        try await Site.onEmulator { get in
            let page = try await get(path, [:])
            #expect(page.status == 200)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.count(of: "<article") >= articles)
            #expect(page.count(of: "<h1>") == 1)
            #expect(page.count(of: "aria-current=\"page\"") >= 1)
            #expect(!page.text.contains("Loading…"))
            #expect(page.count(of: "<script") == Routes.table.files(of: path).scripts.count)
            // Under 100 KB before pictures.
            #expect(page.text.utf8.count < 100_000)
        }
    }

    @Test(.emulatorTape("pages"))
    func furtherPagesAreAppendedAndEndSomewhere() async throws {
        try await Site.onTape { get in
            let first = try await get("/news", [:])
            #expect(first.text.contains("href=\"/news?pages=2\""))
            let second = try await get("/news?pages=2", [:])
            #expect(second.count(of: "<article") >= 38)
            let all = try await get("/news?pages=99", [:])
            #expect(all.count(of: "<article") >= 95)
            #expect(!all.text.contains("rel=\"next\""))
        }
    }

    @Test(.emulatorTape("pictures"))
    func whereThereIsNoPictureThereIsNoBox() async throws {
        try await Site.onTape { get in
            let page = try await get("/news?q=climate%20change", [:])
            let cards = page.count(of: "<article class=\"card")
            let boxes = page.count(of: "<div class=\"picture\">")
            #expect(boxes > 0 && boxes < cards)
            #expect(page.count(of: "<div class=\"picture\"><img src=\"/picture/") == boxes)
        }
    }

    @Test(.emulatorTape("article"))
    func anArticleIsReadAndLinksToItsOriginal() async throws {
        try await Site.onTape { get in
            let list = try await get("/news", [:])
            let start = try #require(list.text.range(of: "<h2><a href=\"/news/read?"))
            let link = list.text[start.lowerBound...].dropFirst(13).prefix { $0 != "\"" }
            let page = try await get(String(link).replacing("&amp;", with: "&"), [:])
            #expect(page.status == 200)
            #expect(page.text.contains("rel=\"noopener noreferrer external\""))
            let gone = try await get("/news/read?article=none", [:])
            #expect(gone.text.contains("no longer in the list"))
        }
    }

    @Test("Buttons work while the document is still being sent: their form precedes them")
    func earlyForm() async throws {
        try await Site.onEmulator { get in
            let page = try await get("/hn", [:])
            let form = try #require(page.text.range(of: "<form id=\"marks\""))
            let button = try #require(page.text.range(of: "<button form=\"marks\""))
            #expect(form.upperBound < button.lowerBound)
        }
    }

    @Test func aThreadShowsItsComments() async throws {
        try await Site.onEmulator { get in
            let list = try await get("/hn", [:])
            let start = try #require(list.text.range(of: "href=\"/hn/item/"))
            let id = list.text[start.upperBound...].prefix { $0.isNumber }
            let page = try await get("/hn/item/\(id)", [:])
            #expect(page.count(of: "class=\"comment depth-") > 1)
        }
    }

    @Test(.emulatorTape("poll"))
    func theOptionsOfAPollHaveTheirPoints() async throws {
        try await Site.onTape { get in
            let found = try await get("/hn/search?q=old%20main%20computer&kind=all", [:])
            let path = try #require(found.text.firstMatch(of: /href="(\/hn\/item\/\d+)"/)?.1)
            let page = try await get(String(path), [:])
            #expect(page.text.contains(/<p class="option">1 to 3 years: <strong>\d+ points?<\/strong>/))
        }
    }

    @Test(
        "A missing page says so, with a link",
        arguments: [
            "/nope", "/hn/nope", "/hn/item/x", "/movies/x/y", "/people/abc", "/news/read/more", "/%2e%2e/etc/passwd",
            "/assets/none", "/picture/a/b", "/meals/abc", "/meals/-1", "/movies/+7", "/hn/item/1/2",
        ])
    func missing(path: String) async throws {
        try await Site.onResponse(.json("{}")) { get in
            let response1 = try await get(path, [:])
            #expect(response1.status == 404)
        }
    }

    @Test(
        "A missing thing is not found, in words",
        arguments: [
            ("/hn/item/1", "Hacker News has no item 1"), ("/meals/1", "TheMealDB has no meal 1"),
            ("/movies/1", "Not found."), ("/sources/none", "This source does not exist."),
            ("/people/99", "This person does not exist."), ("/hn/user/nobody-at-all", "Nothing to show."),
            ("/news/read?article=none", "no longer in the list"), ("/news?category=zzz", "This page does not exist."),
        ])
    func absent(path: String, text: String) async throws {
        try await Site.onEmulator { get in
            let page = try await get(path, [:])
            #expect(page.status == 404)
            #expect(page.text.contains(text))
            #expect(!page.text.contains("Optional("))
            #expect(!page.text.contains("Request rejected"))
        }
    }

    @Test(.emulatorTape("feed"))
    func aFeedOfAnUnknownCategoryIsNotFound() async throws {
        try await Site.onTape { get in
            let known = try await get("/news.rss?category=science", [:])
            #expect(known.status == 200)
            let unknown = try await get("/news.rss?category=zzz", [:])
            #expect(unknown.status == 404)
        }
    }

    @Test func pagesTravelPacked() async throws {
        try await Site.onEmulator { get in
            let plain = try await get("/people", [:])
            let packed = try await get("/people", [.acceptEncoding: "gzip"])
            #expect(plain.headers[.contentEncoding] == nil)
            #expect(packed.headers[.contentEncoding] == "gzip")
            #expect(packed.headers[.vary] == "Accept-Encoding")
            let length = try #require(packed.headers[.contentLength].flatMap { Int($0) })
            #expect(length < plain.text.utf8.count / 2)
        }
    }

    @Test func theIconIsWhereBrowsersLookForIt() async throws {
        try await Site.onResponse(.json("{}")) { get in
            let icon = try await get("/favicon.ico", [:])
            #expect(icon.status == 200)
            #expect(icon.headers[.contentType] == "image/x-icon")
        }
    }

    @Test(arguments: [("/settings", "newsreader-titles", 3500), ("/saved", "newsreader", 8000)])
    func theFaceOfHeadlinesIsServedAsItIs(_ path: String, _ name: String, _ limit: Int) async throws {
        try await Site.onResponse(.json("{}")) { get in
            let page = try await get(path, [:])
            let style = try #require(page.text.firstMatch(of: /href="(\/assets\/[0-9a-f]+\.style\.css)"/)?.1)
            let faces = page.text.matches(of: /href="(\/assets\/[0-9a-f]+\.([a-z-]+)\.woff2)"/)
            let names: [String] = faces.map { String($0.2) }
            #expect(names == [name])
            let face = try #require(faces.first?.1)
            // The style sheet names it by the same path, or it would be loaded twice.
            #expect(try await get(String(style), [:]).text.contains("url(\"\(face)\")"))
            let file = try await get(String(face), [.acceptEncoding: "gzip"])
            #expect(file.headers[.contentType] == "font/woff2")
            #expect(file.headers[.contentEncoding] == nil)
            let length = try #require(file.headers[.contentLength].flatMap { Int($0) })
            #expect(length < limit)
        }
    }

    @Test func sampleDataIsMarked() async throws {
        try await Site.onEmulator({ $0.serviceNote = "All is invented." }) { get in
            let page = try await get("/hn", [:])
            let header = try #require(page.text.range(of: "</header>"))
            #expect(page.text[..<header.lowerBound].contains("class=\"sample\""))
            #expect(page.text[..<header.lowerBound].contains("href=\"/settings\""))
        }
        try await Site.onEmulator { get in
            let page = try await get("/hn", [:])
            #expect(!page.text.contains("class=\"sample\""))
        }
    }

    @Test func theEndOfAListIsSaidOnlyThere() async throws {
        try await Site.onEmulator { get in
            let most = try await get("/movies/popular?pages=12", [:])
            #expect(most.count(of: "<article") > 200)
            #expect(!most.text.contains("This is the end of the list."))
            #expect(most.text.contains("rel=\"next\""))
            let all = try await get("/movies/popular?pages=50", [:])
            #expect(all.text.contains("This is the end of the list."))
        }
    }

    @Test(.emulatorTape("search"))
    func aSearchOverEverythingHasAGroupForEachServiceWithResults() async throws {
        try await Site.onTape { get in
            let page = try await get("/search?q=rice", [:])
            #expect(page.text.contains("id=\"part-meals\""))
            #expect(page.text.contains("href=\"/meals/search?q=rice\""))
            let few = try await get("/search?q=swim", [:])
            #expect(few.count(of: "id=\"part-") == 1)
            #expect(few.text.contains("No stories, no movies, no meals."))
            let none = try await get("/search?q=zzzqq", [:])
            #expect(none.count(of: "id=\"part-") == 0)
            #expect(none.count(of: "Nothing matches “zzzqq”") == 1)
            let nothing = try await get("/search", [:])
            #expect(nothing.count(of: "Enter a text to search the news, Hacker News, your feeds, movies") == 1)
            #expect(nothing.count(of: "id=\"part-") == 0)
        }
    }

    @Test(.emulatorTape("wall"))
    func theWallFollowsGenreYearAndOrder() async throws {
        try await Site.onTape { get in
            #expect(try await get("/movies/popular", [:]).text.contains("action=\"/movies/discover\""))
            let page = try await get("/movies/discover?genre=27&year=1999&sort=rating", [:])
            #expect(page.text.contains("Horror movies"))
            #expect(page.text.contains("Dial-Up Dracula"))
            for value in ["27", "rating"] { #expect(page.text.contains("<option value=\"\(value)\" selected>")) }
            let decade = try await get("/movies/discover?genre=27&year=1990s", [:])
            #expect(decade.count(of: "<article") > page.count(of: "<article"))
            let none = try await get("/movies/discover?genre=37&year=1926", [:])
            #expect(none.text.contains("No movie matches these choices."))
        }
    }

    @Test(
        "The country that is shown is chosen", .emulatorTape("country"),
        arguments: ["/news?country=ae", "/sources?country=ae"])
    func shownCountry(path: String) async throws {
        try await Site.onTape { get in
            let page = try await get(path, [:])
            #expect(page.text.contains("<option value=\"ae\" selected>United Arab Emirates</option>"))
            #expect(page.count(of: " selected>") == 1)
            let usual = try await get("/news", [:])
            #expect(!usual.text.contains("value=\"ae\""))
        }
    }

    @Test(
        "Where something does not exist, there is a way on", .emulatorTape("way-on"),
        arguments: [
            ("/movies/1", "/movies"), ("/meals/1", "/meals"), ("/hn/item/1", "/hn"), ("/hn/user/nobody", "/hn"),
        ])
    func wayOn(path: String, href: String) async throws {
        try await Site.onTape { get in
            let page = try await get(path, [:])
            #expect(page.status == 404)
            #expect(page.text.contains("<a class=\"button\" href=\"\(href)\">"))
            #expect(!page.text.contains("Try again"))
        }
    }

    @Test(
        "Failures carry the service's own words",
        arguments: [
            ("invalid", "Key rejected", "Your API key is invalid or incorrect."),
            ("limited", "Limit reached", "You have made too many requests recently."),
        ])
    func failures(key: String, title: String, text: String) async throws {
        try await Site.onEmulator(newsKey: key) { get in
            let page = try await get("/news", [:])
            #expect(page.status == 200)
            #expect(page.text.contains(title))
            #expect(page.text.contains(text))
            #expect(page.text.contains("Try again"))
            #expect(page.count(of: "<article") == 0)
        }
    }

    @Test func aBlankInAQueryIsAPlus() async throws {
        try await Site.onResponse(.json("[]")) { get in
            let page = try await get("/people?q=two+words%2B%20", [:])
            #expect(page.text.contains("value=\"two words+ \""))
        }
    }

    @Test func nothingFoundSaysSoAndWhatToDo() async throws {
        try await Site.onEmulator { get in
            let response2 = try await get("/hn/search?q=xyzzyplugh", [:])
            #expect(response2.text.contains("Nothing matches “xyzzyplugh”."))
            let response3 = try await get("/news?q=ab", [:])
            #expect(response3.text.contains("Type at least 3 characters."))
            let response4 = try await get("/people?q=zzz", [:])
            #expect(response4.text.contains("No person matches “zzz”. Try fewer letters."))
            let response5 = try await get("/movies/search", [:])
            #expect(response5.text.contains("Type something to search for."))
        }
    }

    @Test func emptyViewsLeadSomewhere() async throws {
        try await Site.onEmulator { get in
            let people = try await get("/people?q=zzz", [:])
            #expect(people.text.contains("<a href=\"/people\">Show all people</a>"))
            let news = try await get("/news?q=xyzzyplugh", [:])
            #expect(news.text.contains("No article matches “xyzzyplugh”."))
            #expect(news.text.contains("<a href=\"/news\">Read the headlines</a>"))
            let article = try await get("/news/read?article=none", [:])
            #expect(article.text.contains("Read the latest news"))
        }
    }

    @Test func commentsAreFoldedByLinks() async throws {
        try await Site.onEmulator { get in
            let list = try await get("/hn", [:])
            let items = list.text.split(separator: "<a href=\"/hn/item/").dropFirst()
            let item = try #require(items.first { $0.contains("comments</a>") && !$0.contains(">0 comments") })
            let path = "/hn/item/\(item.prefix { $0 != "\"" })"
            let thread = try await get(path, [:])
            #expect(thread.count(of: "aria-expanded=\"false\"") == 0)
            let comments = thread.count(of: "<article class=\"comment")
            let start = try #require(thread.text.range(of: "<a href=\"\(path)?fold="))
            let href = thread.text[start.lowerBound...].dropFirst(9).prefix { $0 != "\"" }
            let folded = try await get(String(href), [:])
            let tops = thread.count(of: "comment depth-0")
            #expect(folded.count(of: "aria-expanded=\"false\"") == tops)
            #expect(folded.count(of: "<article class=\"comment") == tops)
            #expect(comments > tops)
        }
    }

    @Test func aScriptGetsThePageBeforeItIsComplete() async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            await gate.wait()
            return .json("[]")
        }
        var configuration = WebConfiguration(clients: Site.clients(stub))
        configuration.scriptedContentTimeout = 0.01
        try await Site.run(configuration) { get in
            let page = try await get("/people", [.cookie: "script=on"])
            #expect(page.text.contains("class=\"skeleton\""))
            #expect(page.text.contains("Loading…"))
            #expect(page.text.contains("data-input=\"cancel\""))
            gate.open()
        }
    }

    @Test func theLabExplainsItsExperiments() async throws {
        try await Site.onEmulator { get in
            for path in ["/lab", "/lab?run=nothing"] {
                let page = try await get(path, [:])
                #expect(page.count(of: "Nothing has run yet.") == 4)
            }
        }
    }

    @Test func aPageThatTakesTooLongIsSentAsItStands() async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            await gate.wait()
            return .json("{}")
        }
        var configuration = WebConfiguration(clients: Site.clients(stub))
        configuration.contentTimeout = 0.05
        try await Site.run(configuration) { get in
            let page = try await get("/news", [:])
            #expect(page.status == 200)
            #expect(page.text.contains("Loading…"))
        }
        gate.open()
    }

    @Test func moreThanItCanMakeIsAskedToComeBack() async throws {
        let stub = StubTransport { _ in .json("{}") }
        var configuration = WebConfiguration(clients: Site.clients(stub))
        configuration.pageLimit = 0
        try await Site.run(configuration) { get in
            let page = try await get("/news", [:])
            #expect(page.status == 503)
            #expect(page.headers[.retryAfter] == "5")
            let response9 = try await get("/healthz", [:])
            #expect(response9.status == 200)
        }
    }

    @Test func assetsAreKeptForGood() async throws {
        try await Site.onResponse(.json("{}")) { get in
            let page = try await get("/nope", [:])
            let start = try #require(page.text.range(of: "rel=\"stylesheet\" href=\""))
            let path = page.text[start.upperBound...].prefix { $0 != "\"" }
            let style = try await get(String(path), [:])
            #expect(style.status == 200)
            #expect(style.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(style.headers[.contentType] == "text/css; charset=utf-8")
            #expect(style.headers[.contentEncoding] == nil)
        }
    }

    /// Pages of lines and forms load less: their titles are among the letters of the small face.
    @Test(arguments: ["/sources", "/people", "/people/sign-up", "/settings", "/account", "/lab", "/nope", "/offline"])
    func titlesOfSmallPagesAreInTheirFace(_ path: String) async throws {
        try await Site.onEmulator { get in
            let page = try await get(path, [:]).text
            #expect(page.contains(".newsreader-titles.woff2\""))
            #expect(!page.contains(".contents."))
            let title = try #require(page.firstMatch(of: /<h1>(.+?)<\/h1>/)?.1)
            let path = try #require(page.firstMatch(of: /href="(\/assets\/[0-9a-f]+\.style\.css)"/)?.1)
            let style = try await get(String(path), [:]).text
            let range = try #require(style.firstMatch(of: /newsreader-titles[^}]*unicode-range: ([^;]+);/)?.1)
            var letters: Set<UInt32> = []
            for part in range.matches(of: /U\+([0-9A-F]+)(?:-([0-9A-F]+))?/) {
                let first = try #require(UInt32(part.1, radix: 16))
                let last: UInt32? = part.2.flatMap { UInt32($0, radix: 16) }
                letters.formUnion(first...(last ?? first))
            }
            let text: String = "Gazette" + title
            let missing: [Unicode.Scalar] = text.unicodeScalars.filter { !letters.contains($0.value) }
            #expect(missing.isEmpty)
        }
    }

    @Test(arguments: [("/sources", 13_500), ("/settings", 14_350), ("/saved", 26_050)])
    func whatAPageLoadsWeighsLittle(_ path: String, _ limit: Int) throws {
        let assets = try Assets.bundled()
        let names = Routes.table.files(of: path)
        let files = try (names.styles + names.scripts + [names.face]).map {
            try #require(assets.file(at: String(assets.path(of: $0).dropFirst(8))), "\($0)")
        }
        let weight: Int = files.reduce(0) { $0 + ($1.packed ?? $1.data).count }
        #expect(weight < limit)
        for file in files where file.type.hasPrefix("text/css") {
            #expect(!String(decoding: file.data, as: UTF8.self).contains("/*"))
        }
    }

    @Test func assetsTravelPacked() async throws {
        let assets = try Assets.bundled()
        let path = assets.path(of: "gazette.js")
        let file = try #require(assets.file(at: String(path.dropFirst(8))))
        let packed = try #require(file.packed)
        #expect(packed.count < file.data.count / 2)
        // A reader of its own for the same bytes: what `gzip` makes of them comes back.
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: packed)
        try input.fileHandleForWriting.close()
        #expect(output.fileHandleForReading.readDataToEndOfFile() == file.data)
        try await Site.onResponse(.json("{}")) { get in
            let response = try await get(path, [.acceptEncoding: "gzip, br"])
            #expect(response.headers[.contentEncoding] == "gzip")
            #expect(response.headers[.vary] == "Accept-Encoding")
        }
    }
}
