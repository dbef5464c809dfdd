import LivePages
import NewsAPI
import ReaderModels

extension Looks {
    /// The country whose news are shown where an address names none: the reader's choice, or that of the browser.
    var newsCountry: NewsAPI.Country { NewsAPI.Country(region: country ?? region) }
}

extension SearchContext.Choice {
    /// A choice among countries.
    init(countries: [NewsAPI.Country], current: NewsAPI.Country?) {
        self.init(
            "country", Words.country, countries.map { ($0.rawValue, $0.name) }, current: current?.rawValue ?? "")
    }
}
