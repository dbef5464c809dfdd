import Foundation
import Freshet
package import NewsAPI
package import ReaderModels
package import TMDb
package import TheMealDB

extension Entry {
    /// - Parameter path: The path of its view in Gazette.
    package init(_ row: NewsRow, path: String) {
        self.init(
            key: .init(row.section, row.id), title: row.title, path: path, original: row.readingLink,
            source: row.source, summary: row.section == .news ? row.summary : nil, published: row.date)
    }

    package init(_ movie: TMDb.Movie) {
        self.init(
            key: .init(.movies, String(movie.id)), title: movie.title, path: "/movies/\(movie.id)",
            source: movie.year.map(String.init), summary: movie.overview.isEmpty ? nil : movie.overview)
    }

    package init(_ meal: TheMealDB.Meal) {
        self.init(
            key: .init(.meals, meal.id), title: meal.name, path: PageAddress.link(["meals", meal.id]),
            source: meal.category)
    }

    package init(_ meal: TheMealDB.MealSummary) {
        self.init(key: .init(.meals, meal.id), title: meal.name, path: PageAddress.link(["meals", meal.id]))
    }
}

extension NewsAPI.Article {
    /// The value by which addresses of Gazette name the article.
    package var nameInAddresses: String { PageAddress.name(of: id) }
}
