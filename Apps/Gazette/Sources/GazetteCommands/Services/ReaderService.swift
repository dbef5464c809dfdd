import Foundation

/// A service that Gazette reads.
enum ReaderService: String, CaseIterable, Sendable {
    case news
    case movies
    case hackerNews
    case hackerNewsSearch
    case meals
    case people

    /// The name for people.
    var title: String {
        switch self {
        case .news: "NewsAPI.org"
        case .movies: "TMDb"
        case .hackerNews: "Hacker News"
        case .hackerNewsSearch: "Hacker News search"
        case .meals: "TheMealDB"
        case .people: "JSONPlaceholder"
        }
    }

    /// The name of its settings: `NEWSAPI_KEY` in the environment, `{"newsapi": {"key": …}}` in the file.
    var settingsName: String {
        switch self {
        case .news: "newsapi"
        case .movies: "tmdb"
        case .hackerNews: "hackernews"
        case .hackerNewsSearch: "hackernewssearch"
        case .meals: "themealdb"
        case .people: "jsonplaceholder"
        }
    }

    /// The variable that holds the key; `nil` for services that want none.
    var keyVariable: String? {
        switch self {
        case .news, .movies, .meals: "\(settingsName.uppercased())_KEY"
        case .hackerNews, .hackerNewsSearch, .people: nil
        }
    }

    /// Whether it requires a key.
    var needsKey: Bool { self == .news || self == .movies }

    /// The path of the service, which an address without one gets.
    var path: String {
        switch self {
        case .news: "/v2"
        case .movies: "/3"
        case .hackerNews: "/v0"
        case .hackerNewsSearch: "/api/v1"
        case .meals: "/api/json/v1"
        case .people: ""
        }
    }

    /// The origin of its pictures; `nil` if they come from many hosts.
    var pictureOrigin: String? {
        switch self {
        case .news: "https://pictures.gazette.example"
        case .movies: "https://image.tmdb.org"
        case .meals: "https://www.themealdb.com"
        case .people: "https://via.placeholder.com"
        case .hackerNews, .hackerNewsSearch: nil
        }
    }

    /// Adds the service's path to an address that has none.
    func completed(_ address: String) -> String {
        guard let scheme = address.range(of: "://"),
            address[scheme.upperBound...].drop(while: { $0 != "/" }).allSatisfy({ $0 == "/" })
        else { return address }
        return (address.hasSuffix("/") ? String(address.dropLast()) : address) + path
    }
}
