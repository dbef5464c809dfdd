import Foundation
import NIOConcurrencyHelpers

/// The latest stories with their comments, as they are at a given time.
///
/// A story appears every three minutes, and its comments in the following hours. Everything depends on the time alone:
/// the stories of the data are used again after a day, with new ids.
struct HackerNewsCorpus: Sendable {
    /// The interval between stories, in seconds.
    static let interval = 180
    /// The number of stories at any time; older ones no longer exist.
    static let storyCount = 500
    /// The number of ids reserved for a story, its options and its comments.
    private static let numbers = 64
    private static let firstNumber = 40_000_000
    /// 2026-01-01 as a Unix time, from which stories are counted.
    private static let epoch = 1_767_225_600

    /// The existing items, by id.
    let items: [Int: HackerNewsItem]
    /// The stories, newest first.
    let stories: [HackerNewsItem]
    private let users: [String: User]
    private let moment: Int
    private let searchTexts = NIOLockedValueBox<[Int: SearchableText]>([:])

    struct User: Sendable {
        let id: String
        let karma: Int
        let about: String?
        let created: Int
        var submitted: [Int] = []
    }

    init(at date: Date) {
        // Earlier dates count as the first time at which there are ``storyCount`` stories.
        let first = Self.epoch + Self.storyCount * Self.interval
        moment = max(first, Int(date.timeIntervalSince1970.rounded(.down)))
        let newest = (moment - Self.epoch) / Self.interval
        var items: [Int: HackerNewsItem] = [:]
        var stories: [HackerNewsItem] = []
        var users = Self.users
        for count in stride(from: newest, to: newest - Self.storyCount, by: -1) {
            let family = HackerNewsFamily(
                count: count, first: Self.firstNumber + count * Self.numbers, limit: Self.numbers - 1,
                time: Self.epoch + count * Self.interval
            ).items(at: moment)
            stories += family.prefix(1)
            for item in family {
                items[item.id] = item
                if !item.isDeleted, let by = item.by { users[by]?.submitted.append(item.id) }
            }
        }
        self.items = items
        self.stories = stories
        for name in users.keys { users[name]?.submitted.sort(by: >) }
        self.users = users
    }

    var maximumNumber: Int { items.keys.max() ?? Self.firstNumber }

    func user(_ name: String) -> User? {
        // Only users with public activity exist.
        users[name].flatMap { $0.submitted.isEmpty ? nil : $0 }
    }

    /// Returns the texts of an item in the form in which they are searched, which is made at its first use.
    func searchText(of item: HackerNewsItem) -> SearchableText {
        searchTexts.withLockedValue { texts in
            if let known = texts[item.id] { return known }
            let text = SearchableText([item.title ?? "", item.text ?? "", item.url ?? "", item.by ?? ""])
            texts[item.id] = text
            return text
        }
    }

    // MARK: - Lists

    func list(_ name: String) -> [Int]? {
        switch name {
        case "newstories": return Array(stories.filter { $0.kind != "job" }.map(\.id).prefix(500))
        case "topstories": return Array(ranked { pow(self.hours(since: $0) + 2, 1.6) }.prefix(500))
        case "beststories": return Array(ranked { _ in 1 }.prefix(200))
        case "askstories": return Array(stories.filter { $0.title?.hasPrefix("Ask HN") == true }.map(\.id).prefix(200))
        case "showstories":
            return Array(stories.filter { $0.title?.hasPrefix("Show HN") == true }.map(\.id).prefix(200))
        case "jobstories": return Array(stories.filter { $0.kind == "job" }.map(\.id).prefix(200))
        default: return nil
        }
    }

    private func ranked(_ weight: (HackerNewsItem) -> Double) -> [Int] {
        stories.map { ($0.id, Double($0.score ?? 1) / weight($0)) }.sorted { $0.1 > $1.1 }.map(\.0)
    }

    private func hours(since item: HackerNewsItem) -> Double { Double(moment - item.time) / 3600 }

    /// The items of the last 30 minutes and their authors, newest first: at most 40 items and 20 authors.
    var updates: (items: [Int], profiles: [String]) {
        let recent = items.values.filter { moment - $0.time < 1800 }.sorted { ($0.time, $0.id) > ($1.time, $1.id) }
        var names: [String] = []
        for item in recent { if let by = item.by, !names.contains(by) { names.append(by) } }
        return (Array(recent.map(\.id).prefix(40)), Array(names.prefix(20)))
    }

    // MARK: - The data

    private static let users: [String: User] = Dictionary(
        uniqueKeysWithValues: HackerNewsData.users.enumerated().map { index, user in
            (
                user.id,
                User(
                    id: user.id, karma: user.karma, about: user.about, created: 1_170_000_000 + index * 3_333_333)
            )
        })
}

/// The texts that stories and comments are made of.
enum HackerNewsData {
    struct Story: Decodable, Sendable {
        let kind: String
        let title: String
        let url: String?
        let text: String?
        let topic: String
        let options: [String]?
    }

    struct Comment: Decodable, Sendable {
        let topic: String
        let text: String
        let reply: Bool?
    }

    struct User: Decodable, Sendable {
        let id: String
        let karma: Int
        let about: String?
    }

    static let stories = Corpus.read([Story].self, "HackerNews", "stories")
    static let users = Corpus.read([User].self, "HackerNews", "users")
    /// The comments that may reply to a story, by its topic.
    static let comments: [String: [String]] = Dictionary(
        uniqueKeysWithValues: Set(all.map(\.topic)).map { topic in
            (topic, all.filter { ($0.topic == topic || $0.topic == "any") && $0.reply != true }.map(\.text))
        })
    /// The comments that may reply to a comment, by the topic of the story.
    static let replies: [String: [String]] = Dictionary(
        uniqueKeysWithValues: Set(all.map(\.topic)).map { topic in
            (topic, all.filter { ($0.topic == topic || $0.topic == "any") && $0.reply == true }.map(\.text))
        })
    private static let all = Corpus.read([Comment].self, "HackerNews", "comments")
}
