import Foundation
import FreshetLenientJSON

/// Reads the properties of an RSS or Atom feed itself.
struct ChannelReader {
    let root: MarkupElement
    let channel: MarkupElement
    let isAtom: Bool

    init(root: MarkupElement) {
        self.root = root
        isAtom = root.isNamed("feed")
        channel = root.child("channel") ?? root
    }

    func read(into feed: inout Feed) {
        if let title = channel.children("title").first(where: { $0.text != nil }) {
            feed.title = ItemReader.title(title, isAtom: isAtom)
        } else {
            feed.title = FeedTitle.text(channel.text("title", .dublinCore), isHTML: true)
        }
        readLinks(&feed)
        let description = ["description", "subtitle", "tagline"].lazy.compactMap { channel.child($0) }.first
        feed.description =
            description.flatMap { ItemReader.title($0, isAtom: isAtom) }
            ?? FeedTitle.text(
                channel.text("summary", .itunes) ?? channel.text("subtitle", .itunes)
                    ?? channel.text("description", .dublinCore), isHTML: true)
        feed.language =
            channel.text("language") ?? channel.text("language", .dublinCore) ?? channel.attributes["xml:lang"]?
            .nonBlank
            ?? root.attributes["xml:lang"]?.nonBlank
        readPictures(&feed)
        feed.authors = FeedAuthor.authors(in: channel)
        if feed.authors.isEmpty, let editor = channel.text("managingeditor").flatMap({ FeedAuthor(text: $0) }) {
            feed.authors = [editor]
        }
        for name in ["updated", "lastbuilddate", "modified", "pubdate"] where feed.updated == nil {
            feed.updated = channel.text(name).flatMap { FeedDate.date(from: $0) }
        }
        if feed.updated == nil {
            feed.updated = channel.text("date", .dublinCore).flatMap { FeedDate.date(from: $0) }
        }
        readSchedule(&feed)
    }

    private func readLinks(_ feed: inout Feed) {
        for link in channel.children("link") {
            let address = link.attributes["href"] ?? link.text
            guard let url = WebLink.url(from: address, relativeTo: link.base) else { continue }
            let type = link.attributes["type"]?.lowercased()
            switch link.attributes["rel"]?.lowercased() ?? "alternate" {
            case "alternate" where type?.contains("atom") != true && type?.contains("rss") != true:
                feed.homePage = feed.homePage ?? url
            case "self": feed.address = feed.address ?? url
            case "hub": feed.hub = feed.hub ?? url
            case "next": feed.nextPage = feed.nextPage ?? url
            default: break
            }
        }
        if let moved = WebLink.url(from: channel.text("new-feed-url", .itunes)) { feed.address = moved }
    }

    private func readPictures(_ feed: inout Feed) {
        let image = channel.child("image") ?? root.child("image")
        let address = image?.text("url") ?? image?.attributes["rdf:resource"]
        let podcast = channel.child("image", .itunes)
        let (logo, icon) = (channel.child("logo"), channel.child("icon"))
        let pictures = [
            (image, address), (podcast, podcast?.attributes["href"] ?? podcast?.attributes["url"] ?? podcast?.text),
            (logo, logo?.text),
        ]
        feed.picture =
            pictures.lazy.compactMap { WebLink.url(from: $1, relativeTo: $0?.base ?? channel.base) }.first
        feed.icon = WebLink.url(from: icon?.text, relativeTo: icon?.base)
    }

    private func readSchedule(_ feed: inout Feed) {
        if let minutes = channel.text("ttl").flatMap({ Double($0) }), minutes > 0, minutes <= 525_600 {
            feed.ttlMinutes = Int(minutes.rounded())
        } else if let period = channel.text("updateperiod", .syndication).flatMap({ Self.periods[$0.lowercased()] }) {
            let frequency = channel.text("updatefrequency", .syndication).flatMap { Int($0) } ?? 1
            feed.ttlMinutes = max(1, period / max(1, frequency))
        }
        let hours = channel.child("skiphours")?.children("hour").compactMap { $0.text.flatMap { Int($0) } } ?? []
        feed.skippedHours = Set(hours.filter { (0...24).contains($0) }.map { $0 % 24 }).sorted()
        let days = channel.child("skipdays")?.children("day").compactMap { $0.text?.lowercased() } ?? []
        feed.skippedDays = Feed.Weekday.allCases.filter { days.contains($0.rawValue) }
    }

    private static let periods = ["hourly": 60, "daily": 1440, "weekly": 10_080, "monthly": 43_200, "yearly": 525_600]
}
