import Foundation
import Freshet
import FreshetCombine
import LivePages
import NewsAPI
import ReaderModels
import ReaderStorage

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
        model = ArticlesViewModel(at: address, tools, readsSources: true)
    }

    private var article: NewsAPI.Article? { list.items.first { $0.nameInAddresses == address["article"] } }

    var title: String { article?.headline ?? "Article" }
    var link: String { address.link() }
    var list: ListObject<ArticlesViewModel.Query, NewsAPI.Article> { model.articles }

    var isMissing: Bool { list.fetch.value != nil && article == nil }

    var hasTitle: Bool { article != nil }

    func start() { model.start() }
    func retry() { model.retry() }

    private struct Link: Encodable {
        let title: String
        let href: String
    }

    private struct Context: SubjectContext {
        static let template = "reading"

        let source: String?
        let byline: String?
        let time: TimeContext?
        /// The day of publication, in full.
        let day: String?
        let picture: String?
        let summary: String?
        let excerpt: String?
        let minutes: Int?
        let href: String?
        let host: String?
        /// The address of its full text in Gazette.
        let fullText: String?
        /// The articles beside it in the list, and those with a similar title.
        let before: Link?
        let after: Link?
        let related: [RowContext]
        var hasRelated: Bool
        let list: Link
        var mark: MarkContext?
    }

    /// The list that it was opened from.
    private var listLink: Link {
        if let source = address["source"] {
            let country = ["country": address["country"] ?? ""]
            return Link(title: "All articles of this source", href: PageAddress.link(["sources", source], country))
        }
        var query: [String: String] = [:]
        for name in ["category", "country", "q", "sort", "pages"] { query[name] = address[name] }
        if query["q"] != nil { query["section"] = "search" }
        return Link(title: "Back to the list", href: PageAddress.link(["news"], query))
    }

    private func link(to article: NewsAPI.Article) -> String { address.link(["article": article.nameInAddresses]) }

    private func neighbour(of article: NewsAPI.Article, by step: Int) -> Link? {
        guard let index = list.items.firstIndex(where: { $0.id == article.id }),
            list.items.indices.contains(index + step)
        else { return nil }
        let other = list.items[index + step]
        return Link(title: other.headline, href: link(to: other))
    }

    /// Returns up to four articles of the list whose titles share the most long words with this one, at least one.
    private func related(to article: NewsAPI.Article) -> [RowContext] {
        func words(_ article: NewsAPI.Article) -> Set<String> {
            Set(article.headline.lowercased().split { !$0.isLetter }.filter { $0.count > 4 }.map(String.init))
        }
        let own = words(article)
        return list.items.enumerated().filter { $0.element.id != article.id }
            .map { (article: $0.element, place: $0.offset, score: words($0.element).intersection(own).count) }
            .filter { $0.score > 0 }
            .sorted { ($1.score, $0.place) < ($0.score, $1.place) }
            .prefix(4)
            .map { RowContext($0.article, path: link(to: $0.article), pictures, now: Date()) }
    }

    func regions() -> [Region] {
        guard let article else {
            var status = StatusContext(list.fetch, error: list.selectedError, retry: link, noun: "article")
            let isOver = proceedWithList() && list.fetch.value != nil
            if status.error == nil, isOver {
                status.notice = "This article is no longer in the list."
                status.step = .init(title: "Read the latest news", href: "/news")
            }
            let skeleton = isOver || status.error != nil ? [] : [Region("article", Skeleton(.article))]
            return [Region("status", status)] + skeleton
        }
        let link = article.link.map(OutsideLink.plain)
        return [
            Region(
                "article",
                Context(
                    source: article.source.name, byline: article.byline,
                    time: article.publishedAt.map { TimeContext($0, now: Date()) },
                    day: article.publishedAt.map {
                        DateText.medium($0, locale: Locale(identifier: "en_US"), in: .gmt)
                    },
                    picture: pictures.link(article.picture), summary: article.summary, excerpt: article.excerpt,
                    minutes: article.readingMinutes, href: link?.absoluteString, host: link.flatMap(HostText.of),
                    fullText: pictures.textLink(article.link),
                    before: neighbour(of: article, by: -1), after: neighbour(of: article, by: 1),
                    related: related(to: article),
                    hasRelated: !related(to: article).isEmpty, list: listLink,
                    mark: MarkContext(Entry(NewsRow(article), path: address.link()))))
        ]
    }
}
