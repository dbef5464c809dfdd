public import Freshet
public import HackerNews
public import JSONPlaceholder
public import NewsAPI
public import TMDb
public import TheMealDB

/// The clients of the services that the view models of an app use.
public struct ReaderClients: Sendable {
    /// The client of NewsAPI.
    public var news: Client<NewsAPI>
    /// The client of TMDb.
    public var movies: Client<TMDb>
    /// The client of Hacker News.
    public var hackerNews: Client<HackerNews>
    /// The client of the search of Hacker News.
    public var hackerNewsSearch: Client<HackerNewsSearch>
    /// The client of TheMealDB.
    public var meals: Client<TheMealDB>
    /// The client of JSONPlaceholder.
    public var people: Client<JSONPlaceholder>

    /// Makes a set of clients.
    public init(
        news: Client<NewsAPI>, movies: Client<TMDb>, hackerNews: Client<HackerNews>,
        hackerNewsSearch: Client<HackerNewsSearch>, meals: Client<TheMealDB>, people: Client<JSONPlaceholder>
    ) {
        self.news = news
        self.movies = movies
        self.hackerNews = hackerNews
        self.hackerNewsSearch = hackerNewsSearch
        self.meals = meals
        self.people = people
    }
}
