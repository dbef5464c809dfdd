public import Foundation
import Freshet
import FreshetLenientJSON

extension NewsAPI {
    /// A source in the service's index.
    public struct Source: Decodable, Identifiable, Hashable, Sendable {
        /// The id to use for the source in requests; `nil` if the service sends none.
        public let sourceID: String?
        /// The name; `nil` if missing.
        public let name: String?
        /// The description; `nil` if missing.
        public let description: String?
        /// The address as sent by the service; `nil` if missing.
        public let url: String?
        /// The category; `nil` if missing.
        public let category: Category?
        /// The language; `nil` if missing.
        public let language: Language?
        /// The country; `nil` if missing.
        public let country: Country?

        /// The identity of the source, even if it has no ``sourceID``.
        public var id: String { sourceID ?? "\(name ?? "")|\(url ?? "")" }

        /// The description as plain text.
        public var summary: String? { PlainText.text(fromHTML: description) }

        /// The address of the source; `nil` if a browser must not open it.
        public var link: URL? { WebLink.url(from: url) }

        private enum CodingKeys: String, CodingKey {
            case sourceID = "id"
            case name, description, url, category, language, country
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            sourceID = container.decodeLeniently(String.self, forKey: .sourceID)
            name = container.decodeLeniently(String.self, forKey: .name)
            description = container.decodeLeniently(String.self, forKey: .description)
            url = container.decodeLeniently(String.self, forKey: .url)
            category = container.decodeLeniently(Category.self, forKey: .category)
            language = container.decodeLeniently(Language.self, forKey: .language)
            country = container.decodeLeniently(Country.self, forKey: .country)
        }
    }

    /// The sources that match a request, all in one response.
    public struct SourceList: Decodable, Hashable, Sendable {
        /// The sources.
        public let sources: [Source]
        /// The number of elements in the list that couldn't be decoded.
        public let unreadableCount: Int

        private enum CodingKeys: String, CodingKey {
            case sources
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            try Envelope.check(decoder)
            let received = try decoder.container(keyedBy: CodingKeys.self)
                .decode(LossyArray<Source>.self, forKey: .sources)
            sources = received.elements
            unreadableCount = received.skippedCount
        }
    }
}
