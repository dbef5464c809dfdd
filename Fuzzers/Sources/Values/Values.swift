import ExtremeJSON
import Foundation
import Freshet
import FuzzInput
import HackerNews
import JSONPlaceholder
import NewsAPI
import ReaderModels
import TMDb
import TheMealDB

/// Fuzzes the values of all five services: bodies in their usual shape, with extreme numbers, ids and dates.
///
/// Neither the decoders nor the texts of the view models may trap. Where a list ends, and what a text shows, must be
/// plausible.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let json = ExtremeJSON(choices: Array(FuzzInput(bytes, count).data))
    news(json)
    movies(json)
    stories(json)
    meals(json)
    people(json)
    return 0
}

private let locale = Locale(identifier: "en_US")
private let now = Date(timeIntervalSince1970: 1_773_446_400)

/// Decodes a value as a client does; `nil` if the service refuses it.
private func value<API: Service, Value: Decodable>(
    _ type: Value.Type, _ service: API, _ json: ExtremeJSON, _ path: String
) -> Value? {
    try? service.decode(Value.self, from: Data(json.body(for: path).utf8))
}

private func checkTexts(_ texts: String?..., date: Date? = nil) {
    for text in texts { check(text?.isEmpty != true, "an empty text") }
    guard let date else { return }
    check(DateText.exact(date).utf8.count == 20, "\(DateText.exact(date)) is no date")
    check(!DateText.medium(date, locale: locale, in: .gmt).isEmpty, "a date without a text")
    check(!RelativeTime.text(from: date, to: now).isEmpty && !RelativeTime.badge(date, in: .gmt).isEmpty, "no text")
}

private func news(_ json: ExtremeJSON) {
    let service = NewsAPI(apiKey: nil)
    guard let page = value(NewsAPI.ArticlePage.self, service, json, "/v2/top-headlines") else { return }
    for (number, size) in [(1, 20), (Int.max, 1), (.min, .max), (0, 0)] {
        let next = page.page(after: number, size: size, resultLimit: nil)
        check(next.map { $0 > number } ?? true, "a list that goes back")
        check(page.pageCount(size: size) >= 0, "a negative number of pages")
    }
    for article in page.articles {
        checkTexts(article.id, article.headline, date: article.publishedAt)
        check(article.readingMinutes.map { $0 > 0 } ?? true, "a negative time to read")
        _ = article.rowFacts(locale: locale, in: .gmt)
    }
}

private func movies(_ json: ExtremeJSON) {
    let service = TMDb(nil)
    if let page = value(TMDb.MoviePage.self, service, json, "/3/movie/popular") { checkPages(page) }
    if let movie = value(TMDb.Movie.self, service, json, "/3/movie/1") {
        checkMovie(movie)
        if let reviews = movie.reviews { checkPages(reviews) }
        if let recommended = movie.recommendations { checkPages(recommended) }
        for review in movie.leadingReviews {
            checkTexts(review.heading, review.ratingText, date: review.createdAt)
        }
        _ = (movie.leadingCast, movie.leadingCrew, movie.directorsText, movie.companiesText, movie.languagesText)
    }
    if let person = value(TMDb.Person.self, service, json, "/3/person/1") {
        checkTexts(person.name, date: person.birthday)
    }
    _ = value(TMDb.AccountState.self, service, json, "/3/account/1")
}

private func checkPages<Element>(_ page: TMDb.Page<Element>) {
    check(page.nextPage.map { $0 > page.number && $0 <= 500 } ?? true, "a list that goes back, or too far")
    check(page.nextPage == nil || !page.results.isEmpty || page.unreadableCount > 0, "nothing, and more of it")
    for case let movie as TMDb.Movie in page.results { checkMovie(movie) }
}

private func checkMovie(_ movie: TMDb.Movie) {
    check((0...100).contains(movie.percent) && (0...10).contains(movie.stars), "a score out of its range")
    check(movie.year.map { (0...9999).contains($0) } ?? true, "a year out of the calendar")
    checkTexts(movie.title, movie.percentText, movie.runtimeText, date: movie.releaseDate)
    _ = (movie.scoreBand, movie.scoreShare, movie.rowFacts(locale: locale))
}

private func stories(_ json: ExtremeJSON) {
    let (service, search) = (HackerNews(), HackerNewsSearch())
    if let item = value(HackerNews.Item.self, service, json, "/v0/item/1") {
        checkTexts(item.headline, item.rowTitle, item.facts(now: now), item.commentFacts(now: now), date: item.time)
        _ = (item.badge(in: .gmt), item.optionText, item.page)
        var tree = HackerNews.CommentTree(root: item)
        while let id = tree.takeNext() { tree.insert(item, for: id) }
        check(tree.isComplete && tree.thread.count <= 8, "a tree that grows")
    }
    if let user = value(HackerNews.User.self, service, json, "/v0/user/ann") {
        checkTexts(user.karmaText, user.sinceText, user.facts, date: user.created)
    }
    _ = value([Int].self, service, json, "/v0/topstories.json")
    _ = value(HackerNews.Updates.self, service, json, "/v0/updates.json")
    if let page = value(HackerNewsSearch.HitPage.self, search, json, "/api/v1/search") {
        check(page.nextPage.map { $0 > page.page && $0 < page.pageCount } ?? true, "a search that goes back")
        for hit in page.hits { checkTexts(hit.headline, hit.facts(now: now), date: hit.createdAt) }
    }
    if let tree = value(HackerNewsSearch.Tree.self, search, json, "/api/v1/items/1") {
        check(tree.commentCount >= 0, "a negative number of comments")
    }
    _ = value(HackerNewsSearch.Profile.self, search, json, "/api/v1/users/ann")
}

private func meals(_ json: ExtremeJSON) {
    struct Meals: Decodable { let meals: [TheMealDB.Meal] }
    for meal in value(Meals.self, TheMealDB(), json, "/search.php")?.meals ?? [] {
        checkTexts(meal.name, meal.sourceText, meal.pictureLabel)
        _ = (meal.facts, meal.numberedSteps, meal.numberedPortions)
    }
}

private func people(_ json: ExtremeJSON) {
    let service = JSONPlaceholder()
    let users = value([JSONPlaceholder.User].self, service, json, "/users") ?? []
    let albums = value([JSONPlaceholder.Album].self, service, json, "/albums") ?? []
    let photos = value([JSONPlaceholder.Photo].self, service, json, "/photos") ?? []
    for person in JSONPlaceholder.merge(users: users, albums: albums, photos: photos) {
        checkTexts(person.user.name)
        _ = person.album(.max)
    }
}
