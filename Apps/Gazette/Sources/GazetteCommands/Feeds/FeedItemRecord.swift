import Foundation
import ReaderModels

/// An item of a feed as `--json` prints it. The names are stable across versions; unknown values are left out.
struct FeedItemRecord: Encodable {
    /// The id, as a text: it has more digits than the numbers of some languages.
    let id: String
    let title: String
    let url: String?
    /// The title of the feed.
    let source: String
    let author: String?
    let date: Date
    let summary: String?
    let picture: String?
    let isUnread: Bool
    /// Whether it has come since the visit before this one.
    let isFresh: Bool
    let isHighlighted: Bool

    init(_ item: ListedItem) {
        id = String(item.id)
        title = item.title
        url = item.link?.absoluteString
        source = item.source
        author = item.author
        date = item.date
        summary = item.summary
        picture = item.picture?.absoluteString
        isUnread = item.isUnread
        isFresh = item.isFresh
        isHighlighted = item.isHighlighted
    }

    /// What distinguishes it from other items, in a word each.
    fileprivate var state: String {
        [isHighlighted ? "highlighted" : nil, isFresh ? "new" : nil, isUnread ? "unread" : "read"].compactMap(\.self)
            .joined(separator: ", ")
    }
}

extension Results where Record == FeedItemRecord {
    init(_ items: [ListedItem], now: Date, emptyNote: String) {
        records = items.map(FeedItemRecord.init)
        self.emptyNote = emptyNote
        entries = items.map { LastList.Entry(title: $0.title, url: $0.link?.absoluteString, item: $0.id) }
        table = Table(
            columns: [
                .init(title: "TITLE", width: .rest(weight: 7)),
                .init(title: "FEED", width: .upTo(18), isDim: true),
                .init(title: "WHEN", width: .upTo(6), isDim: true),
                .init(title: "STATE", width: .upTo(24), isDim: true),
                .init(title: "ID", width: .upTo(19), isDim: true),
                .init(title: "LINK", width: .rest(weight: 3), isDim: true),
            ],
            rows: records.map { item in
                [
                    .init(item.title, link: item.url), .init(item.source),
                    .init(DateText.exact(item.date), shown: RelativeTime.text(from: item.date, to: now)),
                    .init(item.state), .init(item.id),
                    .init(item.url, shown: item.url.map { String($0.trimmingPrefix("https://")) }, link: item.url),
                ]
            })
    }
}
