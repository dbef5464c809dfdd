import Foundation
import NewsAPI
import ReaderModels
import Testing

struct KeptCountryTests {
    @Test func theDevicesRegionCountsUntilAReaderChooses() throws {
        let name = "kept-country-\(UUID())"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        let german = KeptCountry(defaults, locale: Locale(identifier: "de_DE"))
        #expect(german.country == NewsAPI.Country(rawValue: "de"))
        // The service has no news of Iceland.
        #expect(KeptCountry(defaults, locale: Locale(identifier: "is_IS")).country == .us)
        #expect(KeptCountry(defaults, locale: Locale(identifier: "en")).country == .us)
        german.country = NewsAPI.Country(rawValue: "fr")
        #expect(german.country == NewsAPI.Country(rawValue: "fr"))
        #expect(KeptCountry(defaults, locale: Locale(identifier: "en_GB")).country == NewsAPI.Country(rawValue: "fr"))
    }
}
