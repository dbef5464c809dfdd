import Freshet
import NewsAPI

/// Collects a page of articles; withdrawn ones do not count towards its length.
///
/// The service counts withdrawn articles, too, so its pages have gaps. The articles of all its pages in a row, with the
/// gaps closed, are divided into new pages; each article is on exactly one of them. A page of the service that has
/// nothing new ends the collection, whatever number of results the service names, and so do several with nothing but
/// withdrawn ones.
struct ArticleCollector {
    let client: Client<NewsAPI>
    /// Makes the request for a page of the service.
    let request: (_ size: Int, _ page: Int) -> Request<NewsAPI, NewsAPI.ArticlePage>

    /// The most pages in a row that have only withdrawn articles.
    private static let longestGap = 10

    /// Returns one page of articles.
    ///
    /// - Parameters:
    ///   - page: Counts from 1.
    ///   - limit: The articles of a page.
    func articles(page: Int, limit: Int) async throws(FetchError) -> Collected<NewsAPI.Article> {
        let (end, overflow) = page.multipliedReportingOverflow(by: limit)
        let wanted = overflow ? Int.max : end
        // A few more than wanted, so that a few withdrawn articles need no second request.
        let size = wanted < NewsAPI.maximumPageSize - 5 ? wanted + 5 : NewsAPI.maximumPageSize
        var collected: [NewsAPI.Article] = []
        var seen: Set<String> = []
        var serverPage = 1
        var gap = 0
        while true {
            let found: NewsAPI.ArticlePage
            switch await result(size: size, page: serverPage) {
            case .success(let page):
                found = page
            case .failure(let error):
                // The limit of the plan lies within the page: show the articles before it.
                guard error.newsAPICode == .maximumResultsReached, collected.count > wanted - limit else { throw error }
                return Collected(elements: Array(collected.dropFirst(wanted - limit)))
            }
            let new = found.articles.filter { seen.insert($0.id).inserted }
            collected += new
            gap = new.isEmpty ? gap + 1 : 0
            let isLast = serverPage >= found.pageCount(size: size, resultLimit: nil)
            let isUseless = new.isEmpty && (found.removedCount == 0 || gap > Self.longestGap)
            if isLast || isUseless || collected.count >= wanted {
                let articles = Array(collected.dropFirst(wanted - limit).prefix(limit))
                return Collected(elements: articles, uselessPage: isUseless && !isLast ? serverPage : nil)
            }
            serverPage += 1
        }
    }

    private func result(size: Int, page: Int) async -> Result<NewsAPI.ArticlePage, FetchError> {
        do throws(FetchError) {
            return .success(try await client.value(for: request(size, page)))
        } catch {
            return .failure(error)
        }
    }
}
