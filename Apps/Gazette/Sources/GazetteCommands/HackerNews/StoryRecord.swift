import Foundation
import HackerNews
import ReaderModels

/// A story as `--json` prints it. The names are stable across versions; unknown values are left out.
struct StoryRecord: Encodable {
    let id: Int
    let title: String
    let url: String
    let comments: Int?
    let points: Int?
    let by: String?
    let time: Date?
    let text: String?
    let discussion: String?

    init(_ item: HackerNews.Item) {
        id = item.id
        title = item.headline
        discussion = item.page?.absoluteString
        url = item.link?.absoluteString ?? item.page?.absoluteString ?? ""
        comments = item.descendants
        points = item.score
        by = item.by
        time = item.time
        text = item.paragraphs.isEmpty ? nil : item.paragraphs.map(\.text).joined(separator: "\n\n")
    }
}

extension Results where Record == StoryRecord {
    init(_ stories: [HackerNews.Item], now: Date, emptyNote: String) {
        records = stories.map(StoryRecord.init)
        self.emptyNote = emptyNote
        table = Table(
            columns: [
                .init(title: "TITLE", width: .rest(weight: 6)),
                .init(title: "POINTS", width: .upTo(6)),
                .init(title: "COMMENTS", width: .upTo(8)),
                .init(title: "BY", width: .upTo(14), isDim: true),
                .init(title: "WHEN", width: .upTo(6), isDim: true),
                .init(title: "ID", width: .upTo(9), isDim: true, isEssential: true),
                .init(title: "SITE", width: .rest(weight: 2), isDim: true),
            ],
            rows: stories.map { story in
                let link = story.link?.absoluteString ?? story.page?.absoluteString
                return [
                    .init(story.headline, link: link), .init(story.score.map(String.init)),
                    .init(story.descendants.map(String.init)), .init(story.by),
                    .init(
                        story.time.map { DateText.exact($0) },
                        shown: story.time.map { RelativeTime.text(from: $0, to: now) } ?? ""),
                    .init(String(story.id)), .init(link, shown: story.host ?? "", link: link),
                ]
            })
    }
}
