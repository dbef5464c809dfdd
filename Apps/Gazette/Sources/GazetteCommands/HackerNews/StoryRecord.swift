import Foundation
import HackerNews
import ReaderModels

/// A story or a hit as `--json` prints it. The names are stable across versions; unknown values are left out.
struct StoryRecord: Encodable {
    let id: Int
    let title: String
    let url: String
    let comments: Int?
    let points: Int?
    let by: String?
    let time: Date?
    let text: String?
    /// The page of a story on the site.
    var discussion: String?
    /// The kind of a hit.
    var kind: String?

    init(_ item: HackerNews.Item) {
        let text = item.paragraphs.isEmpty ? nil : item.paragraphs.map(\.text).joined(separator: "\n\n")
        self.init(NewsRow(item), id: item.id, title: item.headline, text: text)
        discussion = item.page?.absoluteString
    }

    init(_ hit: HackerNewsSearch.Hit) {
        self.init(NewsRow(hit), id: hit.id, title: hit.headline, text: hit.excerpt)
        kind = hit.isComment ? "comment" : "story"
    }

    private init(_ row: NewsRow, id: Int, title: String, text: String?) {
        self.id = id
        self.title = title
        self.text = text
        url = (row.link ?? row.page)?.absoluteString ?? ""
        comments = row.comments
        points = row.points
        by = row.source
        time = row.date
    }
}

extension Results where Record == StoryRecord {
    init(_ stories: [HackerNews.Item], now: Date, emptyNote: String) {
        let sites = stories.map { $0.host ?? "" }
        self.init(stories.map(StoryRecord.init), "SITE", sites, now: now, emptyNote: emptyNote)
    }

    init(_ hits: [HackerNewsSearch.Hit], now: Date, emptyNote: String) {
        let records = hits.map(StoryRecord.init)
        let links = records.map { String($0.url.trimmingPrefix("https://")) }
        self.init(records, "LINK", links, now: now, emptyNote: emptyNote)
    }

    /// - Parameters:
    ///   - column: The title of the last column.
    ///   - places: The texts in it.
    private init(_ records: [StoryRecord], _ column: String, _ places: [String], now: Date, emptyNote: String) {
        self.records = records
        self.emptyNote = emptyNote
        table = Table(
            columns: [
                .init(title: "TITLE", width: .rest(weight: 6)),
                .init(title: "POINTS", width: .upTo(6)),
                .init(title: "COMMENTS", width: .upTo(8)),
                .init(title: "BY", width: .upTo(14), isDim: true),
                .init(title: "WHEN", width: .upTo(6), isDim: true),
                .init(title: "ID", width: .upTo(9), isDim: true, isEssential: true),
                .init(title: column, width: .rest(weight: 2), isDim: true),
            ],
            rows: zip(records, places).map { story, place in
                [
                    .init(story.kind == "comment" ? story.text ?? story.title : story.title, link: story.url),
                    .init(story.points.map(String.init)), .init(story.comments.map(String.init)), .init(story.by),
                    .init(
                        story.time.map { DateText.exact($0) },
                        shown: story.time.map { RelativeTime.text(from: $0, to: now) } ?? ""),
                    .init(String(story.id)), .init(story.url, shown: place, link: story.url),
                ]
            })
    }
}
