import LivePages
import NewsAPI
import ReaderModels

extension SearchContext.Choice {
    /// A choice among countries.
    init(countries: [NewsAPI.Country], current: NewsAPI.Country?) {
        self.init(
            "country", Words.country, countries.map { ($0.rawValue, $0.name) }, current: current?.rawValue ?? "")
    }
}
