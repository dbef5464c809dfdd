import Foundation
import ReaderModels

/// A feed as `--json` prints it. The names are stable across versions; unknown values are left out.
struct FeedRecord: Encodable {
    /// The id, as a text: it has more digits than the numbers of some languages.
    let id: String
    let title: String
    /// The page of the site, or else the address of the feed.
    let url: String
    /// The address of the feed.
    let feed: String
    let folder: String?
    let unread: Int
    /// When the feed was read last.
    let checked: Date?
    /// When it is read next; left out for a feed that has ended.
    let next: Date?
    /// Why the last attempt has failed.
    let problem: String?
    let isEnded: Bool
    /// Whether the full text of each new item is fetched.
    let wantsText: Bool

    init(_ feed: FeedSubscription) {
        id = String(feed.id)
        title = feed.title
        url = feed.home?.absoluteString ?? feed.address
        self.feed = feed.address
        folder = feed.folder.isEmpty ? nil : feed.folder
        unread = feed.unread
        checked = feed.checked
        next = feed.isEnded ? nil : feed.next
        problem = feed.problem
        isEnded = feed.isEnded
        wantsText = feed.wantsText
    }
}

extension Results where Record == FeedRecord {
    init(_ feeds: [FeedSubscription], now: Date, emptyNote: String) {
        records = feeds.map(FeedRecord.init)
        self.emptyNote = emptyNote
        entries = feeds.map {
            LastList.Entry(title: $0.title, url: $0.home?.absoluteString ?? $0.address, feed: $0.id)
        }
        table = Table(
            columns: [
                .init(title: "TITLE", width: .rest(weight: 4)), .init(title: "UNREAD", width: .upTo(6)),
                .init(title: "FOLDER", width: .upTo(18)), .init(title: "REFRESHED", width: .upTo(9), isDim: true),
                .init(title: "PROBLEM", width: .rest(weight: 3)),
                .init(title: "ADDRESS", width: .rest(weight: 3), isDim: true),
            ],
            rows: feeds.map { feed in
                let site = feed.home?.absoluteString ?? feed.address
                return [
                    .init(feed.title, link: site), .init(String(feed.unread)), .init(feed.folder),
                    .init(
                        feed.checked.map { DateText.exact($0) },
                        shown: feed.checked.map { RelativeTime.text(from: $0, to: now) } ?? ""),
                    .init(feed.problem),
                    .init(
                        feed.address, shown: String(feed.address.trimmingPrefix("https://")), link: feed.address),
                ]
            })
    }
}

extension FeedSubscription {
    /// Why the last attempt has failed, and when the next one is made; `nil` if it has not failed.
    func failureText(now: Date) -> String? {
        guard let problem else { return nil }
        let attempt =
            if isEnded {
                "It is no longer refreshed. Remove it with: gazette feeds remove"
            } else if next <= now {
                "The next attempt is due."
            } else {
                "The next attempt is in \(RelativeTime.text(from: now, to: max(next, now.addingTimeInterval(60))))."
            }
        return "\(TerminalText.field(title)): \(TerminalText.field(problem)) \(attempt)"
    }
}
