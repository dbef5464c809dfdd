import FeedEngine
import Foundation
import FreshetCombine
import LivePages
import ReaderModels

/// The full text of the page that an article or a story links to.
final class TextPage: PageContent {
    let section: Section? = nil
    let isPersonal = true
    var changes: AnyPublisher<Void, Never> { taken.eraseToAnyPublisher() }
    let link: String
    private let url: URL
    private let library: FeedLibrary?
    private let pictures: PictureLinks
    private let scheduler: AnyScheduler
    private let taken = PassthroughSubject<Void, Never>()
    private var loading: AnyCancellable?
    private var contents = Contents()
    private var hasLoaded = false

    private struct Contents: Sendable {
        var article: KeptArticle?
        /// The text to show; `nil` without one, or if it takes too long to read.
        var content: CleanHTML?
    }

    init(_ url: URL, link: String, _ tools: PageTools) {
        self.url = url
        self.link = link
        library = tools.feeds
        pictures = tools.pictures
        scheduler = tools.scheduler
    }

    var title: String { contents.article?.title ?? HostText.of(url) ?? "Full text" }
    var hasTitle: Bool { hasLoaded }

    func proceed() -> Bool { hasLoaded }

    func start() { load(again: false) }

    func handle(_ input: PageInput) -> Bool {
        guard input.name == "retry" else { return false }
        load(again: true)
        return true
    }

    private func load(again: Bool) {
        let (library, url, pictures) = (library, url, pictures)
        loading = scheduler.run(for: self) {
            var contents = Contents(article: try? await library?.keeper.article(at: url, fetchesAgain: again))
            if let html = contents.article?.html {
                contents.content = await CleanHTML(cleaning: html, base: url, pictures)
                if contents.content == nil {
                    contents.article?.problem = "This text takes too long to read. Read it on the site."
                }
            }
            return contents
        } then: { page, result in
            if case .success(let loaded) = result, loaded.article != nil { page.contents = loaded }
            page.hasLoaded = true
            page.taken.send()
        }
    }

    private struct Context: TemplateContext {
        static let template = "fullText"

        let host: String?
        let href: String
        let content: CleanHTML?
        let notice: String?
        let time: TimeContext?
    }

    func regions() -> [Region] {
        guard hasLoaded else { return [Region("article", Skeleton(.article))] }
        let (article, content) = (contents.article, contents.content)
        let problem =
            article == nil ? "The text can't be fetched at the moment. Read it on the site." : article?.problem
        return [
            Region(
                "article",
                Context(
                    host: HostText.of(url), href: OutsideLink.plain(url).absoluteString, content: content,
                    notice: problem, time: article.map { TimeContext($0.fetched, now: Date()) }))
        ]
    }
}
