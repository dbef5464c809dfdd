public import Freshet
import FreshetCombine
import HackerNews
import JSONPlaceholder
import NewsAPI
import TMDb
import TheMealDB

extension ReaderClients {
    /// The origins that the emulator serves, pictures included.
    public static let emulatedOrigins = [
        "https://newsapi.org", "https://api.themoviedb.org", "https://image.tmdb.org",
        "https://hacker-news.firebaseio.com", "https://hn.algolia.com", "https://www.themealdb.com",
        "https://jsonplaceholder.typicode.com", "https://via.placeholder.com", "https://pictures.gazette.example",
        "https://feeds.example",
    ]

    /// Makes the clients of an app.
    ///
    /// - Parameters:
    ///   - settings: The servers and the keys.
    ///   - base: Carries all exchanges: the platform's transport by default.
    ///   - cache: Keeps responses: the one that the clients of the process share by default; `nil` for none.
    /// - Throws: ``FetchError`` of kind invalid request when the emulator's address is none.
    public init(
        _ settings: ReaderSettings, base: any Transport = DefaultTransport.shared, cache: HTTPCache? = .shared
    ) throws(FetchError) {
        let routes = Self.emulatedOrigins.map { ($0, settings.emulator) }
        let emulated = try RoutingTransport(base, routes: Dictionary(uniqueKeysWithValues: routes))
        func client<API: Service>(_ service: API, hasKey: Bool = false) -> Client<API> {
            Client(service, transport: settings.isLive || hasKey ? base : emulated, cache: cache)
        }
        /// Returns the key of a service. The emulator accepts every key except those that stand for an error.
        func key(_ key: String?) -> String? { key ?? (settings.isLive ? nil : "emulator") }
        self.init(
            news: client(NewsAPI(apiKey: key(settings.newsKey)), hasKey: settings.newsKey != nil),
            movies: client(
                TMDb(key(settings.moviesKey).map(TMDb.Authentication.init)), hasKey: settings.moviesKey != nil),
            hackerNews: client(HackerNews()),
            hackerNewsSearch: client(HackerNewsSearch()),
            meals: client(TheMealDB(key: settings.mealsKey ?? TheMealDB.testKey), hasKey: settings.mealsKey != nil),
            people: client(JSONPlaceholder()))
    }
}
