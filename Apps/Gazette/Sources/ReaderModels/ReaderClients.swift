public import Freshet
public import HackerNews
public import JSONPlaceholder
public import NewsAPI
public import TMDb
public import TheMealDB

/// The clients of the five services, as a front end hands them to the view models.
public struct ReaderClients: Sendable {
    public var news: Client<NewsAPI>
    public var movies: Client<TMDb>
    public var hackerNews: Client<HackerNews>
    public var hackerNewsSearch: Client<HackerNewsSearch>
    public var meals: Client<TheMealDB>
    public var people: Client<JSONPlaceholder>

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
