public import Foundation
public import Freshet
import FreshetLenientJSON

extension TheMealDB {
    /// A meal with its recipe.
    ///
    /// The service sends every value as a string, even numbers. It sends missing values as blank
    /// strings or null, which become `nil`.
    public struct Meal: Decodable, JSONReadable, Identifiable, Hashable, Sendable {
        /// An ingredient of a meal, with its measure.
        public struct Portion: Hashable, Sendable {
            /// The name of the ingredient.
            public let ingredient: String
            /// The measure as written in the recipe, such as "1 tin"; `nil` if there is none.
            public let measure: String?
        }

        /// The id.
        public let id: String
        /// The name.
        public let name: String
        /// The alternate name; `nil` if missing.
        public let alternateName: String?
        /// The category; `nil` if missing.
        public let category: String?
        /// The area; `nil` if missing or if the service sends "Unknown".
        public let area: String?
        /// The country; `nil` if missing.
        public let country: String?
        /// The recipe as sent by the service. ``steps`` splits it.
        public let instructions: String?
        /// The address of the image; `nil` if missing.
        public let thumbnail: URL?
        /// The tags.
        public let tags: [String]
        /// The address of a video; `nil` if missing.
        public let youTube: URL?
        /// The ingredients in the recipe's order. An ingredient may occur twice.
        public let portions: [Portion]
        /// The page from which the recipe was taken; `nil` if missing.
        public let source: URL?

        private enum CodingKeys: String, CodingKey {
            case id = "idMeal"
            case name = "strMeal"
            case alternateName = "strMealAlternate"
            case formerAlternateName = "strDrinkAlternate"
            case category = "strCategory"
            case area = "strArea"
            case country = "strCountry"
            case instructions = "strInstructions"
            case thumbnail = "strMealThumb"
            case tags = "strTags"
            case youTube = "strYoutube"
            case source = "strSource"
        }

        /// The numbered keys: `strIngredient1` to `strMeasure20`.
        private struct NumberedKey: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(_ name: String, _ number: Int) { stringValue = "\(name)\(number)" }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            name = container.decodeText(forKey: .name) ?? "Untitled"
            alternateName =
                container.decodeText(forKey: .alternateName) ?? container.decodeText(forKey: .formerAlternateName)
            category = container.decodeText(forKey: .category)
            area = container.decodeText(forKey: .area).flatMap { $0 == "Unknown" ? nil : $0 }
            country = container.decodeText(forKey: .country)
            instructions = container.decodeText(forKey: .instructions)
            thumbnail = container.decodeLink(forKey: .thumbnail)
            tags = Self.tags(of: container.decodeText(forKey: .tags))
            youTube = container.decodeLink(forKey: .youTube)
            source = container.decodeLink(forKey: .source)

            let numbered = try decoder.container(keyedBy: NumberedKey.self)
            portions = (1...20).compactMap { number in
                numbered.decodeText(forKey: NumberedKey("strIngredient", number)).map { ingredient in
                    Portion(
                        ingredient: ingredient, measure: numbered.decodeText(forKey: NumberedKey("strMeasure", number)))
                }
            }
        }

        /// Reads the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(json: JSONValue) throws {
            let fields = try json.object()
            id = try fields.read("idMeal")
            name = fields.readText("strMeal") ?? "Untitled"
            alternateName = fields.readText("strMealAlternate") ?? fields.readText("strDrinkAlternate")
            category = fields.readText("strCategory")
            area = fields.readText("strArea").flatMap { $0 == "Unknown" ? nil : $0 }
            country = fields.readText("strCountry")
            instructions = fields.readText("strInstructions")
            thumbnail = fields.readLink("strMealThumb")
            tags = Self.tags(of: fields.readText("strTags"))
            youTube = fields.readLink("strYoutube")
            source = fields.readLink("strSource")
            portions = (1...20).compactMap { number in
                fields.readText(named: "strIngredient\(number)").map { ingredient in
                    Portion(ingredient: ingredient, measure: fields.readText(named: "strMeasure\(number)"))
                }
            }
        }

        private static func tags(of text: String?) -> [String] {
            (text ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }

        /// The steps of the recipe, without blank lines and numbered headings.
        public var steps: [String] {
            (instructions ?? "").split(whereSeparator: \.isNewline)
                .map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty && $0.wholeMatch(of: /(?i)(step\s*)?\d+[.:)]?/) == nil }
        }

        /// Returns the address of the image in a size, or `nil` if there is none.
        public func thumbnail(_ size: ThumbnailSize) -> URL? {
            size == .original ? thumbnail : thumbnail?.appending(path: size.rawValue)
        }
    }

    /// A size of a meal's image.
    public enum ThumbnailSize: String, CaseIterable, Hashable, Sendable {
        /// A reduced image, whose address ends with the name of the size.
        case small, medium, large
        /// The image at its own address, in full size.
        case original
    }

    /// A meal in a list.
    public struct MealSummary: Decodable, Identifiable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// The name.
        public let name: String
        /// The address of the image; `nil` if missing.
        public let thumbnail: URL?

        private enum CodingKeys: String, CodingKey {
            case id = "idMeal"
            case name = "strMeal"
            case thumbnail = "strMealThumb"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            name = container.decodeText(forKey: .name) ?? "Untitled"
            thumbnail = container.decodeLink(forKey: .thumbnail)
        }

        /// Returns the address of the image in a size, or `nil` if there is none.
        public func thumbnail(_ size: ThumbnailSize) -> URL? {
            size == .original ? thumbnail : thumbnail?.appending(path: size.rawValue)
        }
    }
}
