public import Foundation
public import Freshet
import FreshetLenientJSON

extension NewsAPI {
    /// A news article.
    ///
    /// The stored fields are the service's. Use ``headline``, ``byline``, ``summary``, ``excerpt``,
    /// ``link`` and ``picture``, which are derived from them, for display. A field that is missing,
    /// is null or has another type is `nil`.
    public struct Article: Decodable, Identifiable, Hashable, Sendable {
        /// The source of an article.
        public struct Outlet: Decodable, Hashable, Sendable {
            /// The id; `nil` if the source is not in the index.
            public let id: String?
            /// The name; `nil` if missing.
            public let name: String?
        }

        /// The source of the article.
        public let source: Outlet
        /// The author; `nil` if missing.
        public let author: String?
        /// The title; `nil` if missing.
        public let title: String?
        /// The description as sent by the service; `nil` if missing.
        public let description: String?
        /// The address as sent by the service; `nil` if missing.
        public let url: String?
        /// The address of the image as sent by the service; `nil` if missing.
        public let urlToImage: String?
        /// The date of publication; `nil` if missing.
        public let publishedAt: Date?
        /// At most the first 200 characters of the text, followed by the number of missing ones.
        public let content: String?

        /// A stable identity, computed from the address and date, so that the same article always
        /// has the same id.
        public var id: String {
            let date = publishedAt.map { String(Int(clamping: $0.timeIntervalSince1970)) } ?? ""
            guard let url, !url.isEmpty else { return "\(source.name ?? "")|\(title ?? "")|\(date)" }
            return "\(url)|\(date)"
        }

        /// Whether the article was withdrawn, so that there is nothing to show.
        public var isRemoved: Bool {
            title == "[Removed]" || url == "https://removed.com"
        }

        private enum CodingKeys: String, CodingKey {
            case source, author, title, description, url, urlToImage, publishedAt, content
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
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

// MARK: - Fast decoding

extension NewsAPI.Article: JSONReadable {
    /// Reads the value.
    ///
    /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
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
    /// Reads the value.
    ///
    /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
    public init(json: JSONValue) throws {
        let fields = try json.object()
        id = try fields.readIfPresent("id")
        name = try fields.readIfPresent("name")
    }
}

// MARK: - For people

extension NewsAPI.Article {
    /// The title as plain text, without the name of the source at its end.
    public var headline: String {
        guard let text = PlainText.text(fromHTML: title) else { return summary ?? "Untitled" }
        guard let outlet = source.name, text.hasSuffix(" - \(outlet)"), text.count > outlet.count + 3 else {
            return text
        }
        return String(text.dropLast(outlet.count + 3))
    }

    /// The author as plain text; `nil` if the field is blank or contains an address.
    public var byline: String? {
        guard var text = PlainText.text(fromHTML: author) else { return nil }
        if text.lowercased().hasPrefix("by "), text.count > 3 { text.removeFirst(3) }
        return text.contains("://") || text.hasPrefix("www.") ? nil : text
    }

    /// The description as plain text.
    public var summary: String? { PlainText.text(fromHTML: description) }

    /// The beginning of the text, without the number of missing characters.
    public var excerpt: String? {
        guard let content else { return nil }
        let end = content.range(of: #"\s*\[\+\d+ chars\]\s*$"#, options: .regularExpression)?.lowerBound
        return PlainText.text(fromHTML: String(content[..<(end ?? content.endIndex)]))
    }

    /// The address of the article; `nil` if a browser must not open it.
    public var link: URL? { WebLink.url(from: url) }

    /// The address of the image, always with https; `nil` if there is none.
    ///
    /// A relative address is resolved against the article's address, and `http` is replaced with
    /// `https`.
    public var picture: URL? {
        guard let url = WebLink.url(from: urlToImage, relativeTo: link),
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return nil }
        if parts.scheme == "http", parts.port == nil || parts.port == 80 {
            parts.scheme = "https"
            parts.port = nil
        }
        return parts.scheme == "https" ? parts.url : nil
    }
}
