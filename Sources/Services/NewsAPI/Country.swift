public import Foundation
public import FreshetCore

extension NewsAPI {
    /// A country, by its code of ISO 3166-1 in lower case.
    ///
    /// The service documents ``us`` alone today; the others of ``all`` it knew until 2024, and answers with nothing now.
    public struct Country: RawRepresentable, Hashable, Sendable, Codable, QueryValue {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let us = Country(rawValue: "us")

        /// The countries that the service has ever listed.
        public static let all: [Country] = [
            "ae", "ar", "at", "au", "be", "bg", "br", "ca", "ch", "cn", "co", "cu", "cz", "de", "eg", "fr", "gb", "gr",
            "hk", "hu", "id", "ie", "il", "in", "it", "jp", "kr", "lt", "lv", "ma", "mx", "my", "ng", "nl", "no", "nz",
            "ph", "pl", "pt", "ro", "rs", "ru", "sa", "se", "sg", "si", "sk", "th", "tr", "tw", "ua", "us", "ve", "za",
        ].map(Country.init(rawValue:))

        /// The country of a region, or ``us`` where the service knows the region not.
        ///
        /// - Parameter region: A code of ISO 3166-1 in any case, as `Locale.region` gives it; `nil` is an unknown one.
        public init(region: String?) {
            let country = Country(rawValue: region?.lowercased() ?? "")
            self = Self.all.contains(country) ? country : .us
        }

        /// The country that a locale is set to, or ``us`` where the service knows it not.
        public init(_ locale: Locale) {
            self.init(region: locale.region?.identifier)
        }

        /// The language in which most sources of the country write; `nil` where the service knows none.
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
