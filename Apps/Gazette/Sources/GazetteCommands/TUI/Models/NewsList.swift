import Foundation
import Freshet
import FreshetCombine
import NewsAPI
import ReaderModels

/// The headlines, those of a category, and the search for articles.
final class NewsList: TUIList {
    private let model: ArticlesViewModel
    /// The section to go back to when the search ends.
    private var section = ArticlesViewModel.Section.headlines

    init(_ client: Client<NewsAPI>, country: NewsAPI.Country) {
        model = ArticlesViewModel(client, country: country)
    }

    var content: TUIContent {
        let now = Date()
        let name =
            switch model.section {
            case .category: model.category.title
            case .search: ""
            case .headlines, .source: "Headlines"
            }
        return TUIContent(model.articles, model.status, name: name) { article in
            let row = NewsRow(article)
            return TUIRow(row, facts: row.facts(now: now))
        }
    }

    func observe(_ onChange: @escaping () -> Void) -> [AnyCancellable] {
        [model.objectWillChange.sink { _ in onChange() }]
    }

    func appear() { model.start() }
    func disappear() { model.cancel() }
    func reload() { model.retry() }
    func loadMore() { model.articles.loadMore() }

    func turn(by offset: Int) {
        let current = model.section == .category ? model.category : nil
        let next = ([nil] + NewsAPI.Category.all.map(Optional.some)).turned(from: current, by: offset) ?? nil
        if let next {
            model.category = next
            model.section = .category
        } else {
            model.section = .headlines
        }
        section = model.section
    }

    func search(_ text: String?) {
        if let text {
            model.section = .search
            model.searchText = text
        } else {
            model.section = section
            model.searchText = ""
        }
    }

    func detail(of row: TUIRow) -> TUIDetailSource? {
        guard let article = model.articles.items.first(where: { $0.id == row.id }) else { return nil }
        var detail = TUIDetail(key: row.key, title: article.headline, facts: "", url: row.url)
        detail.facts = [article.rowFacts(), article.byline.map { "by \($0)" }].compactMap(\.self).joined(
            separator: " · ")
        detail.picture = article.picture?.absoluteString
        detail.blocks = [article.summary, article.excerpt].compactMap { $0.map { .text($0) } }
        return TUIDetailSource(read: { detail })
    }
}
