import Foundation
import ServiceTestSupport
import Testing

@testable import Feeds

/// Documents that would take time that grows faster than their length. libxml2 takes seconds for some of them without
/// the limits, and our own code minutes.
@Suite("Limits of documents", .timeLimit(.minutes(1)))
struct DocumentLimitsTests {
    private static let many = TestLength.isLong ? 50_000 : 10_000

    private static func attributes(_ count: Int) -> String {
        (0..<count).map { " a\($0)=\"1\"" }.joined()
    }

    private func cancelled<Value: Sendable>(_ read: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try read()
        }.value
    }

    // MARK: - HTML

    @Test func attributesOfHTMLPastTheLimitAreDropped() {
        let cleaner = SafeHTML(base: nil)
        let (inside, past) = (
            Self.attributes(DocumentLimits.attributes - 1), Self.attributes(DocumentLimits.attributes)
        )
        #expect(cleaner.cleaned("<p\(inside) title=x>y") == "<p title=\"x\">y</p>")
        #expect(cleaner.cleaned("<p\(past) title=x>y") == "<p>y</p>")
        #expect(cleaner.cleaned("<p\(Self.attributes(Self.many))>y") == "<p>y</p>")
    }

    @Test(arguments: ["\"", "'", "<!--", "<script>", "<p title='", "</p "])
    func attributesAreCountedAsBrowsersReadThem(start: String) {
        let repair = HTMLRepair(Array("\(start)<p\(Self.attributes(Self.many))>\(start)y".utf8))
        let counts = repair.output.split(separator: UInt8(ascii: "<")).map { $0.count { $0 == UInt8(ascii: "=") } }
        #expect(counts.dropFirst().allSatisfy { $0 <= DocumentLimits.attributes })
    }

    @Test func furtherRootsOfAPageHaveNoAttributes() {
        let repair = HTMLRepair(Array("<html lang=en><p title=x><html a=1>y<html b=1>".utf8))
        #expect(String(decoding: repair.output, as: UTF8.self) == "<html lang=\"en\"><p title=\"x\"><html>y<html>")
    }

    @Test func whatParsersReadInDifferentWaysIsWrittenInOne() {
        let html = "<!-- x --!><a<b>c<p \"q=1 ok='<&\"' ok=2 é=3>3 < 5<?php ?></ x><iframe />d<br/>e"
        #expect(
            String(decoding: HTMLRepair(Array(html.utf8)).output, as: UTF8.self)
                == "c<p ok=\"&lt;&amp;&quot;\">3 &lt; 5<iframe/>d<br/>e")
    }

    @Test func tagsOfAPagePastTheLimitAreLeftOut() {
        let html = String(repeating: "</b>", count: DocumentLimits.tags) + "a<b>c"
        #expect(String(decoding: HTMLRepair(Array(html.utf8)).output.suffix(5), as: UTF8.self) == "</b>a")
    }

    @Test func commentsOfAPageAreSkippedOnce() {
        let comments = String(repeating: "<!-- --> ", count: Self.many)
        #expect(SafeHTML(base: nil).cleaned("<ul>\(comments)<li>x</ul>").contains("<li>x</li>"))
    }

    @Test func anArticleInManyElementsIsMeasuredOnce() throws {
        let text = String(repeating: "The harbour was quiet, and the boats lay side by side in it. ", count: 5000)
        let (start, end) = (String(repeating: "<blockquote>\(text.prefix(90))", count: 150), "</blockquote>")
        let page = "<html><body>\(start)<p>\(text)</p>\(String(repeating: end, count: 150))</body></html>"
        let found = try #require(ArticleText.extract(Data(page.utf8), address: URL(string: "https://a.example/")))
        #expect(found.html.utf8.count > text.utf8.count)
    }

    @Test func manyAndLongClassesOfAPageAreReadOnce() {
        let classes = (0..<Self.many).map { " a\($0)" }.joined()
        let paragraph =
            "<div class=a>\(String(repeating: "The harbour was quiet, and the boats lay. ", count: 4))</div>"
        let page = "<div class='\(classes)'>\(paragraph)</div>" + String(repeating: paragraph, count: Self.many / 4)
        let found = ArticleText.extract(Data(page.utf8), address: nil)
        #expect(found?.html.isEmpty == false)
    }

    @Test func longAddressesAreNone() throws {
        let long = String(repeating: "a.", count: Self.many)
        let cleaner = SafeHTML(base: URL(string: "https://a.example/"))
        #expect(cleaner.cleaned("<img src='https://\(long)example/'>x") == "x")
        // Each relative address would be as long as the base.
        let page = "<base href='https://b.example/\(long)/'><link rel=feed href=f>"
        let links = FeedDiscovery.links(in: Data(page.utf8), address: URL(string: "https://a.example/x"))
        #expect(links.map(\.url.absoluteString) == ["https://a.example/f"])
    }

    @Test func aResultThatIsLongerThanItsTextEnds() throws {
        let path = String(repeating: "a", count: 2000)
        var cleaner = SafeHTML(base: URL(string: "https://a.example/\(path)/"))
        cleaner.byteLimit = 10_000
        let html = cleaner.cleaned("<p>" + String(repeating: "<a href=b>c</a>", count: 600))
        #expect(html.utf8.count < cleaner.outputLimit + 5000)
        #expect(html.hasSuffix("</a></p>"))
    }

    @Test func aPageLinksToAHundredFeeds() {
        let page = (0..<150).map { "<link rel=feed href=/\($0)>" }.joined()
        let links = FeedDiscovery.links(in: Data(page.utf8), address: URL(string: "https://a.example/"))
        #expect(links.count == 100)
    }

    @Test func cleaningEndsWithItsTask() async throws {
        #expect(try await cancelled { SafeHTML(base: nil).cleaned("<p>x</p>") } == "")
    }

    // MARK: - XML

    @Test func attributesOfXMLPastTheLimitAreDropped() throws {
        func list(_ count: Int) throws -> [String?] {
            let outline = "<outline\(Self.attributes(count)) xmlUrl='https://a.example/f'/>"
            let list = "<opml><body>\(outline)<outline xmlUrl='https://a.example/g'/></body></opml>"
            return try OPML(from: Data(list.utf8)).outlines.map { $0.feed?.lastPathComponent }
        }
        #expect(try list(DocumentLimits.attributes - 1) == ["f", "g"])
        #expect(try list(DocumentLimits.attributes) == ["g"])
        #expect(try list(Self.many) == ["g"])
    }

    @Test func feedsInDeepFoldersAreListedOnce() throws {
        let folders = (0..<150).map { "<outline text='\($0)'>" }.joined()
        let feeds = (0..<2000).map { "<outline xmlUrl='https://a.example/\($0)'/>" }.joined()
        let list = try OPML(
            from: Data("<opml><body>\(folders)\(feeds)</outline><outline xmlUrl='https://b.example/'/>".utf8))
        let found = list.outlines.flatMap(\.feeds)
        #expect(found.count == 2001)
        #expect(found.first?.folders == (0..<150).map { "\($0)" })
        #expect(found.last?.folders.count == 149)
    }

    @Test func namespacesPastTheLimitAreDropped() throws {
        let declarations = (0..<90).map { " xmlns:n\($0)=\"n\"" }.joined()
        let repair = try XMLRepair(Array(String(repeating: "<a\(declarations)>", count: 50).utf8))
        let text = String(decoding: repair.output, as: UTF8.self)
        #expect(text.matches(of: /xmlns:/).count == DocumentLimits.namespaces)
        // Those of an element that has ended do not count.
        let items = String(repeating: "<item xmlns='x' xmlns:b='y'/>", count: 1000)
        let list = try XMLRepair(Array("<rss>\(items)</rss>".utf8))
        #expect(String(decoding: list.output, as: UTF8.self).matches(of: /xmlns/).count == 2000)
    }

    @Test func aDocumentOfTooManyTagsIsRefused() {
        let text = "<rss><channel>" + String(repeating: "</b>", count: DocumentLimits.tags)
        let error = FeedError.tooManyElements(limit: DocumentLimits.tags)
        #expect(throws: error) { try FeedParser().feed(from: Data(text.utf8)) }
        #expect(error.description == "the document has more than 500000 tags")
    }

    @Test func referencesWithoutAnEndAreReadOnce() throws {
        let value = String(repeating: "&amp;a", count: Self.many)
        let text = "<!DOCTYPE rss [<!ENTITY a \"\(value)\">]><rss><channel><title>x</title></channel></rss>"
        #expect(try FeedParser().feed(from: Data(text.utf8)).title == "x")
    }

    @Test func aPageInXMLIsReadToItsRoot() throws {
        let page = try XMLRepair(Array("<html><head><title>x</title></head></html>".utf8))
        let (root, _) = MarkupReader.read(
            page.output, address: nil, isRoot: { _ in false }, takes: { _ in false }, handle: { _ in })
        #expect(root?.name == "html")
        #expect(root?.children.isEmpty == true)
    }

    @Test(arguments: ["<!DOCTYPE html>", "<?xml version='1.0'?>"])
    func linksOfAPageAreReadOnRequest(start: String) {
        let page = Data("\(start)<html><head><link rel='feed' href='/f'/></head></html>".utf8)
        var parser = FeedParser()
        #expect {
            try parser.feed(from: page, address: URL(string: "https://a.example/"))
        } throws: { error in
            guard case .htmlPage(let links)? = error as? FeedError else { return false }
            return links.map(\.url.path) == ["/f"]
        }
        parser.readsPageLinks = false
        #expect(throws: FeedError.htmlPage(links: [])) { try parser.feed(from: page) }
    }

    @Test func readingEndsWithItsTask() async {
        await #expect(throws: FeedError.cancelled) {
            try await cancelled { try FeedParser().feed(from: Data("<rss><channel/></rss>".utf8)) }
        }
        await #expect(throws: FeedError.cancelled) {
            try await cancelled { try OPML(from: Data("<opml><body/></opml>".utf8)) }
        }
    }
}
