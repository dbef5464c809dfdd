import Foundation
import FreshetLenientJSON

/// Reads the enclosures and pictures of an item: those of RSS, Media RSS and podcasts.
struct MediaReader {
    let element: MarkupElement
    /// The largest number of files of an item; further ones are dropped.
    private static let mostEnclosures = 100

    func read(into item: inout FeedItem) {
        for child in element.children("enclosure") {
            append(child, typeName: "type", lengthName: "length", to: &item)
        }
        var pictures: [URL] = []
        var thumbnails: [URL] = []
        let groups = [element] + element.children("group", .media) + element.children("content", .media)
        for group in groups {
            for content in group.children("content", .media) { read(content, &item, &pictures) }
            thumbnails += group.children("thumbnail", .media).compactMap { url($0, $0.attributes["url"] ?? $0.text) }
        }
        let duration = FeedEnclosure.duration(element.text("duration", .itunes))
        if let duration, let index = item.enclosures.firstIndex(where: { !$0.isPicture }),
            item.enclosures[index].durationSeconds == nil
        {
            item.enclosures[index].durationSeconds = duration
        }
        let podcastPicture = element.child("image", .itunes).flatMap { url($0, $0.attributes["href"] ?? $0.text) }
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
            append(content, typeName: "type", lengthName: "filesize", to: &item)
        }
    }

    private func append(_ child: MarkupElement, typeName: String, lengthName: String, to item: inout FeedItem) {
        guard let url = url(child, child.attributes["url"] ?? child.attributes["href"]),
            item.enclosures.count < Self.mostEnclosures, !item.enclosures.contains(where: { $0.url == url })
        else { return }
        let length = child.attributes[lengthName].flatMap { Int($0.trimmingWhitespace) } ?? 0
        item.enclosures.append(
            FeedEnclosure(
                url: url, type: child.attributes[typeName]?.nonBlank, byteCount: length > 0 ? length : nil,
                durationSeconds: FeedEnclosure.duration(child.attributes["duration"]),
                title: FeedTitle.text(child.text("title", .media), isHTML: true)))
    }

    private func url(_ element: MarkupElement, _ text: String?) -> URL? {
        WebLink.url(from: text, relativeTo: element.base)
    }
}
