public import Foundation
public import Freshet

extension NewsAPI {
    /// A country, identified by its lowercase ISO 3166-1 code.
    ///
    /// The service documents only ``us``. It supported the other countries in ``all`` until 2024,
    /// but now returns no articles for them.
    public struct Country: RawRepresentable, Hashable, Sendable, Codable, QueryValue {
        /// The code as sent by the service.
        public let rawValue: String

        /// Makes a country from its code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The United States.
        public static let us = Country(rawValue: "us")

        /// All countries that the service has ever listed.
        public static let all: [Country] = [
            "ae", "ar", "at", "au", "be", "bg", "br", "ca", "ch", "cn", "co", "cu", "cz", "de", "eg", "fr", "gb", "gr",
            "hk", "hu", "id", "ie", "il", "in", "it", "jp", "kr", "lt", "lv", "ma", "mx", "my", "ng", "nl", "no", "nz",
            "ph", "pl", "pt", "ro", "rs", "ru", "sa", "se", "sg", "si", "sk", "th", "tr", "tw", "ua", "us", "ve", "za",
        ].map(Country.init(rawValue:))

        /// Makes the country for a region, or ``us`` if the service doesn't support it.
        ///
        /// - Parameter region: An ISO 3166-1 code in any case, such as the one from
        ///   `Locale.region`; `nil` if unknown.
        public init(region: String?) {
            let country = Country(rawValue: region?.lowercased() ?? "")
            self = Self.all.contains(country) ? country : .us
        }

        /// Makes the country for a locale, or ``us`` if the service doesn't support it.
        public init(_ locale: Locale) {
            self.init(region: locale.region?.identifier)
        }

        /// The language of most of the country's sources; `nil` if unknown.
        public var language: Language? {
            Self.languages[rawValue].map(Language.init(rawValue:))
        }

        private static let languages: [String: String] = [
            "ae": "ar", "ar": "es", "at": "de", "au": "en", "be": "nl", "br": "pt", "ca": "en", "ch": "de", "cn": "zh",
            "co": "es", "cu": "es", "de": "de", "eg": "ar", "es": "es", "fr": "fr", "gb": "en", "hk": "zh", "ie": "en",
            "il": "he", "in": "en", "it": "it", "ma": "ar", "mx": "es", "my": "en", "ng": "en", "nl": "nl", "no": "no",
            "nz": "en", "ph": "en", "pk": "ud", "pt": "pt", "ru": "ru", "sa": "ar", "se": "sv", "sg": "en", "tw": "zh",
            "us": "en", "ve": "es", "za": "en", "zh": "zh",
        ]
    }
}
