public import Foundation
import Freshet
import FreshetLenientJSON

extension TheMealDB {
    /// A category of meals.
    public struct Category: Decodable, Identifiable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// The name.
        public let name: String
        /// The address of the image; `nil` if missing.
        public let image: URL?
        /// The description, without footnote marks.
        public let description: String?

        private enum CodingKeys: String, CodingKey {
            case id = "idCategory"
            case name = "strCategory"
            case image = "strCategoryThumb"
            case description = "strCategoryDescription"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            id = container.decodeText(forKey: .id) ?? name
            image = container.decodeLink(forKey: .image)
            description = container.decodeText(forKey: .description).map { $0.replacing(/\[\d+\]/, with: "") }
        }
    }

    /// An ingredient of meals.
    public struct Ingredient: Decodable, Identifiable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// The name.
        public let name: String
        /// The description; `nil` if missing.
        public let description: String?
        /// The kind of ingredient; `nil` if missing.
        public let type: String?

        private enum CodingKeys: String, CodingKey {
            case id = "idIngredient"
            case name = "strIngredient"
            case description = "strDescription"
            case type = "strType"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            id = container.decodeText(forKey: .id) ?? name
            description = container.decodeText(forKey: .description)
            type = container.decodeText(forKey: .type)
        }

        /// The address of the ingredient's image.
        public var image: URL? {
            URL(string: "https://www.themealdb.com")?
                .appending(path: "images/ingredients").appending(component: "\(name).png")
        }
    }

    struct Area: Decodable, Sendable {
        let name: String
        enum CodingKeys: String, CodingKey { case name = "strArea" }
    }

    struct CategoryName: Decodable, Sendable {
        let name: String
        enum CodingKeys: String, CodingKey { case name = "strCategory" }
    }
}
