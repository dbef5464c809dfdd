import Foundation
import Freshet
import HackerNews
import NewsAPI
import ReaderModels
import TMDb
import TheMealDB

extension Entry {
    /// - Parameter path: The path of the article's view in Gazette.
    init(_ article: NewsAPI.Article, path: String) {
        self.init(
            key: .init(.news, article.id), title: article.headline, path: path,
            original: article.link.map(OutsideLink.plain),
            source: article.source.name, summary: article.summary, published: article.publishedAt)
    }

    init(_ item: HackerNews.Item) {
        self.init(
            key: .init(.hn, String(item.id)),
            title: item.title == nil ? item.paragraphs.first?.text ?? item.headline : item.headline,
            path: "/hn/item/\(item.id)", original: item.link.map(OutsideLink.plain), source: item.by,
            published: item.time)
    }

    init(_ hit: HackerNewsSearch.Hit) {
        self.init(
            key: .init(.hn, String(hit.id)), title: hit.headline, path: "/hn/item/\(hit.id)",
            original: hit.link.map(OutsideLink.plain),
            source: hit.author, published: hit.createdAt)
    }

    init(_ movie: TMDb.Movie) {
        self.init(
            key: .init(.movies, String(movie.id)), title: movie.title, path: "/movies/\(movie.id)",
            source: movie.year.map(String.init), summary: movie.overview.isEmpty ? nil : movie.overview)
    }

    init(_ meal: TheMealDB.Meal) {
        self.init(
            key: .init(.meals, meal.id), title: meal.name, path: PageAddress.link(["meals", meal.id]),
            source: meal.category)
    }

    init(_ meal: TheMealDB.MealSummary) {
        self.init(key: .init(.meals, meal.id), title: meal.name, path: PageAddress.link(["meals", meal.id]))
    }
}

extension NewsAPI.Article {
    /// The value by which addresses of Gazette name the article.
    var nameInAddresses: String { PageAddress.name(of: id) }
}
