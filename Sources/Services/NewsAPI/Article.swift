public import Foundation
import FreshetCore
public import FreshetJSON
import FreshetLenientJSON

extension NewsAPI {
    /// An article as a list shows it.
    ///
    /// The fields of the service are kept as they came; ``headline``, ``byline``, ``summary``, ``excerpt``, ``link`` and
    /// ``picture`` are made of them for people. A field that is missing, null or of another type reads as `nil`.
    public struct Article: Decodable, Identifiable, Hashable, Sendable {
        /// The outlet of an article; its ``id`` is `nil` for outlets that are not in the index of sources.
        public struct Outlet: Decodable, Hashable, Sendable {
            public let id: String?
            public let name: String?
        }

        public let source: Outlet
        public let author: String?
        public let title: String?
        public let description: String?
        public let url: String?
        public let urlToImage: String?
        public let publishedAt: Date?
        /// At most the first 200 characters of the text, followed by how many are missing.
        public let content: String?

        /// The same for the same article, whenever and however often it is decoded: made of its address and date.
        public var id: String {
            let date = publishedAt.map { String(Int($0.timeIntervalSince1970)) } ?? ""
            guard let url, !url.isEmpty else { return "\(source.name ?? "")|\(title ?? "")|\(date)" }
            return "\(url)|\(date)"
        }

        /// Whether the article was withdrawn: nothing of it is left to show.
        public var isRemoved: Bool {
            title == "[Removed]" || url == "https://removed.com"
        }

        private enum CodingKeys: String, CodingKey {
            case source, author, title, description, url, urlToImage, publishedAt, content
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            source = container.decodeLeniently(Outlet.self, forKey: .source) ?? Outlet(id: nil, name: nil)
            author = container.decodeLeniently(String.self, forKey: .author)
            title = container.decodeLeniently(String.self, forKey: .title)
            description = container.decodeLeniently(String.self, forKey: .description)
            url = container.decodeLeniently(String.self, forKey: .url)
            urlToImage = container.decodeLeniently(String.self, forKey: .urlToImage)
            publishedAt = container.decodeLeniently(Date.self, forKey: .publishedAt)
            content = container.decodeLeniently(String.self, forKey: .content)
        }
    }
}

// MARK: - The fast way

extension NewsAPI.Article: JSONReadable {
    public init(json: JSONValue) throws {
        let fields = try json.object()
        source = fields.readLeniently("source") ?? Outlet(id: nil, name: nil)
        author = fields.readLeniently("author")
        title = fields.readLeniently("title")
        description = fields.readLeniently("description")
        url = fields.readLeniently("url")
        urlToImage = fields.readLeniently("urlToImage")
        publishedAt = fields.readLeniently("publishedAt")
        content = fields.readLeniently("content")
    }
}

extension NewsAPI.Article.Outlet: JSONReadable {
    public init(json: JSONValue) throws {
        let fields = try json.object()
        id = try fields.readIfPresent("id")
        name = try fields.readIfPresent("name")
    }
}

// MARK: - For people

extension NewsAPI.Article {
    /// The title as plain text, without the name of the outlet that most titles end in.
    public var headline: String {
        guard let text = PlainText.text(fromHTML: title) else { return summary ?? "Untitled" }
        guard let outlet = source.name, text.hasSuffix(" - \(outlet)"), text.count > outlet.count + 3 else {
            return text
        }
        return String(text.dropLast(outlet.count + 3))
    }

    /// Who wrote it, as plain text; `nil` when the field is blank or holds an address.
    public var byline: String? {
        guard var text = PlainText.text(fromHTML: author) else { return nil }
        if text.lowercased().hasPrefix("by "), text.count > 3 { text.removeFirst(3) }
        return text.contains("://") || text.hasPrefix("www.") ? nil : text
    }

    /// The description as plain text.
    public var summary: String? { PlainText.text(fromHTML: description) }

    /// The beginning of the text, without the note of how much is missing.
    public var excerpt: String? {
        guard let content else { return nil }
        let end = content.range(of: #"\s*\[\+\d+ chars\]\s*$"#, options: .regularExpression)?.lowerBound
        return PlainText.text(fromHTML: String(content[..<(end ?? content.endIndex)]))
    }

    /// The address of the article; `nil` when it is none that a browser may open.
    public var link: URL? { WebLink.url(from: url) }

    /// The address of the picture, always over https; `nil` when there is none.
    ///
    /// A relative address counts from the article, a plain `http:` one is asked for over https instead.
    public var picture: URL? {
        guard let urlToImage, !urlToImage.isEmpty, let url = URL(string: urlToImage, relativeTo: link)?.absoluteURL,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true), parts.host?.isEmpty == false
        else { return nil }
        if parts.scheme == "http", parts.port == nil || parts.port == 80 {
            parts.scheme = "https"
            parts.port = nil
        }
        return parts.scheme == "https" ? parts.url : nil
    }
}
