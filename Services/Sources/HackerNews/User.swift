public import Foundation
import Freshet
import FreshetLenientJSON

extension HackerNews {
    /// A user with public activity.
    public struct User: Decodable, Identifiable, Hashable, Sendable {
        /// The case-sensitive name.
        public let id: String
        /// The date of registration; `nil` if missing.
        public let created: Date?
        /// The karma of the user.
        public let karma: Int
        /// The user's description of themselves, in the site's subset of HTML.
        public let about: String?
        /// The ids of the user's items, newest first. There may be thousands.
        public let submitted: [Int]

        private enum CodingKeys: CodingKey { case id, created, karma, about, submitted }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            created = container.decodeUnixTime(forKey: .created)
            karma = container.decodeLeniently(Int.self, forKey: .karma) ?? 0
            about = container.decodeText(forKey: .about)
            submitted = container.decodeList(of: Int.self, forKey: .submitted)
        }

        /// ``about`` in paragraphs.
        public var paragraphs: [Paragraph] { Paragraph.paragraphs(of: about) }

        /// The user's page on Hacker News.
        public var page: URL? {
            var components = URLComponents(string: "https://news.ycombinator.com/user")
            components?.queryItems = [URLQueryItem(name: "id", value: id)]
            return components?.url
        }
    }

    /// The items and users that changed recently.
    public struct Updates: Decodable, Hashable, Sendable {
        /// The ids of the changed items.
        public let items: [Int]
        /// The names of the changed users.
        public let profiles: [String]

        private enum CodingKeys: CodingKey { case items, profiles }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            items = container.decodeList(of: Int.self, forKey: .items)
            profiles = container.decodeList(of: String.self, forKey: .profiles)
        }
    }
}
