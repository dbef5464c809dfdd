import Foundation
import Freshet
import FreshetCombine
import NewsAPI
import ReaderModels

/// One article, with a link to where it was published.
///
/// The service has no address for a single article, so it is found in the list that it was opened from.
final class ReadingPage: ListPage {
    let section: Section? = .news
    let model: ArticlesViewModel
    let address: PageAddress
    var growth: Growth
    private let pictures: PictureLinks

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        growth = Growth(address)
        pictures = tools.pictures
        model = ArticlesViewModel(at: address, tools)
    }

    private var article: NewsAPI.Article? { list.items.first { $0.id == address["article"] } }

    var title: String { article?.headline ?? "Article" }
    var link: String { address.link() }
    var list: PagedModel<ArticlesViewModel.Query, NewsAPI.Article> { model.articles }

    func start() { model.start() }
    func retry() { model.retry() }

    private struct Context: SubjectContext {
        static let template = "reading"

        let source: String?
        let byline: String?
        let time: TimeContext?
        let picture: String?
        let summary: String?
        let excerpt: String?
        let minutes: Int?
        let href: String?
        let host: String?
        var mark: MarkContext?
    }

    func regions() -> [Region] {
        guard let article else {
            var status = StatusContext(list.list, error: list.selectedError, retry: link, noun: "article")
            let isOver = proceedWithList() && list.list.value != nil
            if status.error == nil, isOver {
                status.notice = "This article is no longer in the list."
                status.step = .init(title: "Read the latest news", href: "/news")
            }
            let skeleton = isOver || status.error != nil ? [] : [Region("article", Skeleton(.detail))]
            return [Region("status", status)] + skeleton
        }
        let link = article.link.map(OutsideLink.plain)
        return [
            Region(
                "article",
                Context(
                    source: article.source.name, byline: article.byline,
                    time: article.publishedAt.map { TimeContext($0, now: Date()) },
                    picture: pictures.link(article.picture), summary: article.summary, excerpt: article.excerpt,
                    minutes: article.readingMinutes, href: link?.absoluteString, host: link?.host(),
                    mark: MarkContext(Entry(article, path: address.link()))))
        ]
    }
}
