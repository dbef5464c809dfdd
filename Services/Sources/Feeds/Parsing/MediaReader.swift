import Foundation
import FreshetLenientJSON

/// Reads an item's enclosures and images from RSS, Media RSS and podcast elements.
struct MediaReader {
    let element: MarkupElement
    /// The item's page, against which relative addresses are resolved if there is no `xml:base`.
    let page: URL?
    /// The maximum number of files per item. Further ones are dropped.
    private static let mostEnclosures = 100

    func read(into item: inout FeedItem) {
        // FeedBurner replaces the address of one file to count downloads.
        let original = WebLink.url(from: element.text("origenclosurelink", .feedburner))
        let links = element.children("link").filter { $0.attributes["rel"]?.lowercased() == "enclosure" }
        for child in element.children("enclosure") + links {
            append(child, at: item.enclosures.isEmpty ? original : nil, lengthName: "length", to: &item)
        }
        var pictures: [URL] = []
        var thumbnails: [URL] = []
        for group in element.mediaGroups {
            for content in group.children("content", .media) { read(content, &item, &pictures) }
            thumbnails += group.children("thumbnail", .media).compactMap { url($0, $0.attributes["url"] ?? $0.text) }
        }
        let duration = FeedEnclosure.duration(element.text("duration", .itunes))
        if let duration, let index = item.enclosures.firstIndex(where: { !$0.isPicture }),
            item.enclosures[index].durationSeconds == nil
        {
            item.enclosures[index].durationSeconds = duration
        }
        let podcastPicture = element.child("image", .itunes).flatMap {
            url($0, $0.attributes["href"] ?? $0.attributes["url"] ?? $0.text)
        }
        let image = element.child("image").flatMap { url($0, $0.text("url") ?? $0.attributes["href"] ?? $0.text) }
        let enclosed = item.enclosures.first(where: \.isPicture)?.url
        item.picture = pictures.first ?? thumbnails.first ?? podcastPicture ?? enclosed ?? image
    }

    private func read(_ content: MarkupElement, _ item: inout FeedItem, _ pictures: inout [URL]) {
        guard let url = url(content, content.attributes["url"]) else { return }
        let file = FeedEnclosure(url: url, type: content.attributes["type"])
        let medium = content.attributes["medium"]?.lowercased()
        if medium == "image" || medium == nil && file.isPicture {
            pictures.append(url)
        } else {
            append(content, lengthName: "filesize", to: &item)
        }
    }

    private func append(
        _ child: MarkupElement, at address: URL? = nil, lengthName: String, to item: inout FeedItem
    ) {
        guard let url = address ?? url(child, child.attributes["url"] ?? child.attributes["href"]),
            item.enclosures.count < Self.mostEnclosures, !item.enclosures.contains(where: { $0.url == url })
        else { return }
        let length = child.attributes[lengthName].flatMap { Int($0.trimmingWhitespace) } ?? 0
        item.enclosures.append(
            FeedEnclosure(
                url: url, type: child.attributes["type"]?.nonBlank, byteCount: length > 0 ? length : nil,
                durationSeconds: FeedEnclosure.duration(child.attributes["duration"]),
                title: child.attributes["title"]?.nonBlank ?? FeedTitle.text(child.text("title", .media), isHTML: true))
        )
    }

    private func url(_ element: MarkupElement, _ text: String?) -> URL? {
        WebLink.url(from: text, relativeTo: element.base(orOf: page))
    }
}

extension MarkupElement {
    /// The element and its children that contain Media RSS elements.
    var mediaGroups: [MarkupElement] { [self] + children("group", .media) + children("content", .media) }
}
