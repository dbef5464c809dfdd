import LivePages
import NewsAPI
import ReaderModels

extension Looks {
    /// The country whose news is shown if the address doesn't name one: the reader's choice, or the browser's region.
    var newsCountry: NewsAPI.Country { NewsAPI.Country(region: country ?? region) }
}

extension SearchContext.Choice {
    /// A choice among countries.
    init(countries: [NewsAPI.Country], current: NewsAPI.Country?) {
        self.init(
            "country", Words.country, countries.map { ($0.rawValue, $0.name) }, current: current?.rawValue ?? "")
    }
}
