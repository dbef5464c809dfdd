import Foundation
import Freshet
import FreshetCombine
import NewsAPI
import ReaderModels

/// One article, with a link to where it was published.
///
/// The service has no address for a single article, so it is found in the list that it was opened from.
final class ReadingPage: PageContent {
    let section = Section.news
    private let model: ArticlesViewModel
    private let address: PageAddress
    private let pictures: PictureLinks
    private var shownPages = 1

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        pictures = tools.pictures
        model = ArticlesViewModel(at: address, tools)
    }

    private var article: NewsAPI.Article? {
        model.articles.items.first { $0.id == address["article"] }
    }

    var title: String { article?.headline ?? "Article" }

    var link: String { address.link() }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("retry", _): model.retry()
        default: return false
        }
        return true
    }

    func start() { model.start() }

    func proceed() -> Bool { model.articles.grow(to: address.pageCount, shown: &shownPages) }

    func regions() -> [Region] {
        struct Context: SubjectContext {
            let source: String?
            let byline: String?
            let time: TimeContext?
            let picture: String?
            let summary: String?
            let excerpt: String?
            let href: String?
            let host: String?
            var mark: MarkContext?
        }
        guard let article else {
            var status = StatusContext(
                isLoading: model.articles.list.isFetching, error: model.articles.selectedError,
                retry: address.link(), keeps: false)
            if status.error == nil, !status.isLoading {
                status.notice = "This article is in the list no more. Search for it, or read the latest news."
            }
            return [Region("status", "status", status)]
        }
        return [
            Region(
                "article", "reading",
                Context(
                    source: article.source.name, byline: article.byline,
                    time: article.publishedAt.map { TimeContext($0, now: Date()) },
                    picture: pictures.link(article.picture), summary: article.summary, excerpt: article.excerpt,
                    href: article.link?.absoluteString, host: article.link?.host(),
                    mark: MarkContext(Entry(article, path: address.link()))))
        ]
    }
}
