import Foundation
import FreshetLenientJSON

/// Reads JSON Feed 1 and 1.1. A field with an unexpected type counts as missing.
struct JSONFeedReader {
    private typealias Object = [String: Any]

    let address: URL?

    /// Reads a document.
    ///
    /// - Throws: ``FeedError/invalidJSON``, or ``FeedError/notAFeed(root:)``.
    func feed(from document: [UInt8]) throws(FeedError) -> Feed {
        var feed = Feed(format: .json)
        var object = Self.object(document)
        if object == nil, let closed = JSONClosing.closed(document) {
            object = Self.object(closed)
            feed.isTruncated = true
        }
        guard let object else { throw .invalidJSON }
        guard Self.text(object["version"])?.contains("jsonfeed.org/version") == true || object["items"] is [Any] else {
            throw .notAFeed(root: nil)
        }
        feed.title = FeedTitle.text(Self.text(object["title"]), isHTML: false)
        feed.homePage = url(object["home_page_url"])
        feed.address = url(object["feed_url"])
        feed.description = FeedTitle.text(Self.text(object["description"]), isHTML: false)
        feed.icon = url(object["favicon"])
        feed.picture = url(object["icon"])
        feed.language = Self.text(object["language"])
        feed.authors = authors(object)
        feed.nextPage = url(object["next_url"])
        let hubs = object["hubs"] as? [Any] ?? []
        feed.hub = hubs.lazy.compactMap { ($0 as? Object).flatMap { url($0["url"]) } }.first
        let items = (object["items"] as? [Any] ?? []).compactMap { $0 as? Object }.map { item($0) }
        feed.items = items.filter { !ItemReader.isEmpty($0) }
        return feed
    }

    private func item(_ object: Object) -> FeedItem {
        var item = FeedItem(id: "")
        item.title = FeedTitle.text(Self.text(object["title"]), isHTML: false)
        item.externalLink = url(object["external_url"])
        let id = Self.text(object["id"])
        item.link = url(object["url"]) ?? item.externalLink ?? WebLink.url(from: id)
        item.authors = authors(object)
        item.published = Self.text(object["date_published"]).flatMap { FeedDate.date(from: $0) }
        item.updated = Self.text(object["date_modified"]).flatMap { FeedDate.date(from: $0) }
        if let html = Self.text(object["content_html"]) {
            item.content = FeedText(html: html, base: item.link ?? address)
        } else if let text = Self.text(object["content_text"]) {
            item.content = FeedText(plain: text)
        }
        item.summary = Self.text(object["summary"]).map { FeedText(plain: $0) }
        item.picture = url(object["image"]) ?? url(object["banner_image"])
        for value in object["attachments"] as? [Any] ?? [] {
            guard let file = value as? Object, let url = url(file["url"]) else { continue }
            item.enclosures.append(
                FeedEnclosure(
                    url: url, type: Self.text(file["mime_type"]), byteCount: file["size_in_bytes"] as? Int,
                    durationSeconds: file["duration_in_seconds"] as? Double, title: Self.text(file["title"])))
        }
        var known = Set<String>()
        for tag in (object["tags"] as? [Any] ?? []).compactMap({ Self.text($0) }) where known.insert(tag).inserted {
            item.categories.append(tag)
        }
        item.id = (id ?? item.link?.absoluteString).map(ItemIdentity.normal) ?? ItemIdentity.digest(of: item)
        return item
    }

    private func authors(_ object: Object) -> [FeedAuthor] {
        let value = object["authors"] ?? object["author"]
        let values = value as? [Any] ?? value.map { [$0] } ?? []
        return values.compactMap { value in
            if let name = value as? String { return FeedAuthor(text: name) }
            guard let author = value as? Object else { return nil }
            let read = FeedAuthor(name: Self.text(author["name"]), page: url(author["url"]))
            return read.name == nil && read.page == nil ? nil : read
        }
    }

    private func url(_ value: Any?) -> URL? { WebLink.url(from: Self.text(value), relativeTo: address) }

    /// Returns a string, or a number as a string, since ids are often numbers.
    private static func text(_ value: Any?) -> String? {
        if let text = value as? String { return text.nonBlank }
        if let number = value as? Int { return String(number) }
        return (value as? Double).map { String($0) }
    }

    private static func object(_ document: [UInt8]) -> Object? {
        (try? JSONSerialization.jsonObject(with: Data(document))) as? Object
    }
}
