import Foundation

/// A site of the emulated web with a feed.
struct FeedSite: Sendable {
    /// The format of a feed.
    enum Format: Sendable {
        case rss091, rss092, rdf
        /// RSS 2.0 with the text of each article.
        case rss
        /// RSS 2.0 with the first sentences of each article.
        case rssTeasers
        /// RSS 2.0 with a file of sound for each article.
        case podcast
        case atom03
        /// Atom 1.0 with XHTML and relative addresses.
        case atomXHTML
        /// Atom 1.0 with escaped HTML.
        case atom
        case json
    }

    /// The validators of the responses.
    enum Validators: Sendable { case both, tag, date, none }

    /// The path of the home page.
    let path: String
    let title: String
    let about: String
    let language: String
    let folder: String
    let format: Format
    /// The path of the feed.
    let feedPath: String
    var encoding = FeedEncoding.utf8
    /// The colour of the icon, as red, green and blue.
    let colour: UInt32
    /// The time between articles.
    let intervalMinutes: Int
    /// The number of items in the feed.
    let count: Int
    var validators = Validators.both
    var cacheControl: String?
    /// The name of the file with the stories; `nil` for a site that repeats articles of others.
    var stories: String?
    /// Whether titles end with the number of the article, so that no two are equal.
    var isNumbered = false

    /// The name in the path.
    var name: String { String(path.dropFirst("/feeds/".count)) }
    var isRightToLeft: Bool { language == "ar" }

    // MARK: - Articles

    /// 2026-01-01 as a Unix time, from which articles are counted.
    private static let epoch = 1_767_225_600

    /// Returns the articles of the feed at a date, the newest first.
    func articles(at date: Date) -> [FeedArticle] {
        if stories == nil { return repeatedArticles(at: date) }
        return (0..<count).compactMap { FeedArticle(site: self, number: newest(at: date) - $0) }
    }

    /// Returns an article that was published at a date; `nil` if there is none with that number yet.
    func article(_ number: Int, at date: Date) -> FeedArticle? {
        number <= newest(at: date) ? FeedArticle(site: self, number: number) : nil
    }

    /// The date of an article. Sites do not publish in the same minute.
    func date(of number: Int) -> Date {
        Date(timeIntervalSince1970: Double(Self.epoch + number * intervalMinutes * 60 + offsetSeconds))
    }

    /// Returns the number of the newest article. Earlier dates count as the first at which the feed is full.
    private func newest(at date: Date) -> Int {
        let seconds = Int(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
        return max(count - 1, (seconds - Self.epoch - offsetSeconds) / (intervalMinutes * 60))
    }

    private var offsetSeconds: Int {
        var generator = SeededGenerator("minute of \(path)")
        return Int(generator.next() % UInt64(intervalMinutes)) * 60 + 17
    }

    /// Every third article of two other sites, under the addresses there.
    private func repeatedArticles(at date: Date) -> [FeedArticle] {
        let articles = Self.repeated.compactMap(Self.named).flatMap { $0.articles(at: date) }
        return Array(articles.filter { $0.number % 3 == 0 }.sorted { $0.date > $1.date }.prefix(count))
    }

    /// The sites whose articles the digest repeats.
    static let repeated = ["night-sky", "build-log"]
}
