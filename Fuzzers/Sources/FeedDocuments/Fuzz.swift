import Feeds
import Foundation
import FuzzInput

private let address = URL(string: "https://feeds.example/news/feed.xml")

/// Fuzzes reading documents of the web: feeds, pages, lists of feeds.
///
/// What is read must be consistent, and HTML that was cleaned has nothing but what is allowed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(bytes, count)
    let data = input.data
    let cleaner = SafeHTML(base: address)
    if let feed = try? FeedParser().feed(from: data, address: address) { checkFeed(feed, cleaner) }
    checkHTML(cleaner.cleaned(input.text), cleaner)
    if let article = ArticleText.extract(data, address: address, cleaner: cleaner) {
        checkTitle(article.title)
        checkHTML(article.html, cleaner)
    }
    for link in FeedDiscovery.links(in: data, address: address) { checkLink(link.url) }
    if let list = try? OPML(from: data), let written = try? OPML(from: list.document) {
        check((try? OPML(from: written.document)) == written, "the list is another one")
    }
    return 0
}

private func checkFeed(_ feed: Feed, _ cleaner: SafeHTML) {
    for link in [feed.homePage, feed.address, feed.icon, feed.picture, feed.nextPage, feed.hub] { checkLink(link) }
    checkTitle(feed.title)
    check(feed.skippedHours.allSatisfy { (0..<24).contains($0) }, "no hour: \(feed.skippedHours)")
    check(feed.ttlMinutes.map { $0 > 0 } ?? true, "no time: \(feed.ttlMinutes ?? 0)")
    var ids = Set<String>()
    for item in feed.items {
        check(!item.id.isEmpty, "an item without an id")
        check(ids.insert(item.id).inserted, "\(item.id.debugDescription) is there twice")
        for link in [item.link, item.externalLink, item.picture, item.commentsPage] { checkLink(link) }
        for file in item.enclosures {
            checkLink(file.url)
            check(file.durationSeconds.map { $0 > 0 && $0.isFinite } ?? true, "no duration")
        }
        checkTitle(item.title)
        check(Set(item.categories).count == item.categories.count, "a category is there twice")
        for text in [item.content, item.summary] {
            guard let text else { continue }
            checkHTML(cleaner.cleaned(text), cleaner)
        }
    }
}

private func checkLink(_ url: URL?) {
    guard let url else { return }
    check(["http", "https"].contains(url.scheme?.lowercased()), "\(url) isn't a web address")
    check(url.host()?.isEmpty == false, "\(url) has no host")
}

private func checkTitle(_ title: String?) {
    guard let title else { return }
    let ends = [title.unicodeScalars.first, title.unicodeScalars.last]
    check(ends.allSatisfy { $0?.properties.isWhitespace == false }, "blanks around \(title.debugDescription)")
}

private func checkHTML(_ html: String, _ cleaner: SafeHTML) {
    if let problem = StrictHTML.problem(in: html) { check(false, "\(problem) in \(html.debugDescription)") }
    let again = cleaner.cleaned(html)
    if let problem = StrictHTML.problem(in: again) { check(false, "\(problem) in \(again.debugDescription)") }
}
