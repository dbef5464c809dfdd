import Foundation
import FreshetLenientJSON

/// Reads an RSS or Atom item.
struct ItemReader {
    let element: MarkupElement
    /// Whether texts without a declared type are plain text, as in Atom.
    let isAtom: Bool

    /// Returns the item. Its id is empty if the document has nothing from which to make one.
    func item() -> FeedItem {
        var item = FeedItem(id: "")
        readLinks(&item)
        item.title = title
        item.authors = FeedAuthor.authors(in: element)
        // An entry without an author inherits its source's authors (RFC 4287 §4.2.1).
        if item.authors.isEmpty { item.authors = element.child("source").map(FeedAuthor.authors) ?? [] }
        item.published = date(["pubdate", "published", "issued", "created"], ["date", "issued", "created"])
        item.updated = date(["updated", "modified", "lastbuilddate"], ["modified"])
        let page = isAtom ? nil : item.link
        readTexts(&item, page)
        MediaReader(element: element, page: page).read(into: &item)
        item.categories = categories
        if item.commentsPage == nil {
            item.commentsPage = WebLink.url(from: element.text("comments"), relativeTo: element.base)
        }
        let ids = [element.text("guid"), element.text("id"), element.attributes["rdf:about"]]
        let id = ids.compactMap { $0?.nonBlank }.first ?? item.link?.absoluteString
        item.id = id.map(ItemIdentity.normal) ?? ItemIdentity.digest(of: item)
        return item
    }

    /// Returns whether there is nothing to show.
    static func isEmpty(_ item: FeedItem) -> Bool {
        item.title == nil && item.link == nil && item.content == nil && item.summary == nil && item.enclosures.isEmpty
    }

    private var title: String? {
        if let child = element.children("title").first(where: { $0.text != nil }) {
            return Self.title(child, isAtom: isAtom)
        }
        let titles = [
            element.text("title", .dublinCore), element.text("title", .media), element.text("title", .itunes),
            element.child("group", .media)?.text("title", .media),
        ]
        return titles.lazy.compactMap { FeedTitle.text($0, isHTML: true) }.first
    }

    /// Returns the plain text of a title.
    static func title(_ element: MarkupElement, isAtom: Bool) -> String? {
        let type = element.attributes["type"]?.lowercased() ?? ""
        if element.hasElements { return FeedTitle.text(PlainText.text(fromHTML: element.innerHTML), isHTML: false) }
        return FeedTitle.text(element.decodedText, isHTML: type.contains("html") || type.isEmpty && !isAtom)
    }

    // MARK: - Links

    private func readLinks(_ item: inout FeedItem) {
        var htmlLink: URL?
        var otherLink: URL?
        for link in element.children("link") {
            let address = link.attributes["href"] ?? link.text
            guard let url = WebLink.url(from: address, relativeTo: link.base) else { continue }
            let type = link.attributes["type"]?.lowercased()
            switch link.attributes["rel"]?.lowercased() ?? "alternate" {
            case "alternate" where type == nil || type?.contains("html") == true: htmlLink = htmlLink ?? url
            case "alternate": otherLink = otherLink ?? url
            case "replies" where type == nil || type?.contains("html") == true:
                item.commentsPage = item.commentsPage ?? url
            case "related", "via": item.externalLink = item.externalLink ?? url
            default: break
            }
        }
        let original = WebLink.url(from: element.text("origlink", .feedburner), relativeTo: element.base)
        item.link = original ?? htmlLink ?? otherLink ?? permanentLink
        if let source = element.child("content")?.attributes["src"], item.externalLink == nil {
            item.externalLink = WebLink.url(from: source, relativeTo: element.base)
        }
    }

    /// The id, if it is the item's address.
    private var permanentLink: URL? {
        if let guid = element.child("guid"), guid.attributes["ispermalink"]?.lowercased() != "false",
            let url = WebLink.url(from: guid.text)
        {
            return url
        }
        return WebLink.url(from: element.text("id")) ?? WebLink.url(from: element.attributes["rdf:about"])
    }

    // MARK: - Texts

    private func readTexts(_ item: inout FeedItem, _ page: URL?) {
        func first(_ elements: [MarkupElement], isPlain: Bool = false) -> FeedText? {
            elements.lazy.compactMap { FeedText($0, isPlain: isPlain, page: page) }.first
        }
        item.content =
            first(element.children("encoded", .content) + element.children("body", .xhtml))
            ?? first(element.children("content"), isPlain: isAtom)
        // YouTube puts the descriptions of videos into a Media RSS group.
        item.summary =
            first(element.children("description") + element.children("summary"), isPlain: isAtom)
            ?? first(element.children("summary", .itunes) + element.children("subtitle", .itunes), isPlain: true)
            ?? first(element.children("description", .dublinCore))
            ?? first(element.mediaGroups.flatMap { $0.children("description", .media) }, isPlain: true)
    }

    private func date(_ names: [String], _ dublinCore: [String]) -> Date? {
        for name in names {
            if let text = element.text(name), let date = FeedDate.date(from: text) { return date }
        }
        for name in dublinCore {
            if let text = element.text(name, .dublinCore), let date = FeedDate.date(from: text) { return date }
        }
        return nil
    }

    private var categories: [String] {
        var categories: [String] = []
        var known = Set<String>()
        let elements =
            element.children("category") + element.children("subject", .dublinCore)
            + element.children("category", .itunes).flatMap { [$0] + $0.children("category", .itunes) }
            + element.mediaGroups.flatMap { $0.children("category", .media) }
        let names = elements.map { child in
            ["label", "term", "text"].lazy.compactMap { child.attributes[$0]?.nonBlank }.first ?? child.text
        }
        let keywords = element.text("keywords", .itunes)?.split(separator: ",").map(String.init) ?? []
        for text in names + keywords {
            guard let name = FeedTitle.text(text, isHTML: false), known.insert(name).inserted else { continue }
            categories.append(name)
        }
        return categories
    }
}

extension FeedAuthor {
    /// Returns the authors in an element.
    static func authors(in element: MarkupElement) -> [FeedAuthor] {
        var authors: [FeedAuthor] = []
        var known = Set<FeedAuthor>()
        func append(_ author: FeedAuthor?) {
            if let author, known.insert(author).inserted { authors.append(author) }
        }
        for child in element.children("author") {
            let page = child.text("uri") ?? child.text("url")
            let author = FeedAuthor(
                name: FeedTitle.text(child.text("name"), isHTML: false), email: child.text("email"),
                page: WebLink.url(from: page, relativeTo: child.base))
            // Other child elements are HTML, as in `by <a>Foo</a>`.
            append(author == FeedAuthor(name: nil) ? FeedAuthor(of: child) : author)
        }
        for child in element.children("creator", .dublinCore) + element.children("author", .dublinCore) {
            append(FeedAuthor(of: child))
        }
        if authors.isEmpty { append(element.text("author", .itunes).flatMap { FeedAuthor(text: $0) }) }
        return authors
    }

    private init?(of element: MarkupElement) {
        guard let text = FeedTitle.text(element.text, isHTML: true) else { return nil }
        self.init(text: text)
    }
}
