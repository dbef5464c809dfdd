import Foundation
import NewsAPI
import ReaderModels

/// An article as `--json` prints it. The names are stable across versions; unknown values are left out.
struct ArticleRecord: Encodable {
    let id: String
    let title: String
    let url: String?
    let source: String?
    let sourceID: String?
    let author: String?
    let description: String?
    let publishedAt: Date?
    let image: String?

    init(_ article: NewsAPI.Article) {
        id = article.id
        title = article.headline
        url = article.link?.absoluteString
        source = article.source.name
        sourceID = article.source.id
        author = article.byline
        description = article.summary
        publishedAt = article.publishedAt
        image = article.picture?.absoluteString
    }
}

extension Results where Record == ArticleRecord {
    init(_ articles: [NewsAPI.Article], now: Date, emptyNote: String) {
        records = articles.map(ArticleRecord.init)
        self.emptyNote = emptyNote
        table = Table(
            columns: [
                .init(title: "TITLE", width: .rest(weight: 7)),
                .init(title: "SOURCE", width: .upTo(18), isDim: true),
                .init(title: "WHEN", width: .upTo(6), isDim: true),
                .init(title: "LINK", width: .rest(weight: 3), isDim: true),
            ],
            rows: articles.map { article in
                let link = article.link?.absoluteString
                return [
                    .init(article.headline, link: link),
                    .init(article.source.name),
                    .init(
                        article.publishedAt.map { DateText.exact($0) },
                        shown: article.publishedAt.map { RelativeTime.text(from: $0, to: now) } ?? ""),
                    .init(link, shown: link.map { String($0.trimmingPrefix("https://")) }, link: link),
                ]
            })
    }
}
