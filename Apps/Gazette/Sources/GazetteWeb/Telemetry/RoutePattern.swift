import HackerNews
import Hummingbird

/// The pattern of the path of a request, such as `/movies/{id}`: one of few texts, whatever is requested.
enum RoutePattern {
    /// The first parts of the paths of views.
    private static let sections: Set<Substring> = [
        "search", "news", "sources", "hn", "movies", "meals", "saved", "settings", "lab", "people",
    ]
    /// The further parts that are no values.
    private static let words: Set<Substring> = [
        "read", "search", "item", "user", "discover", "sign-up", "density",
    ]

    /// Returns the pattern; `nil` where there is no such path.
    ///
    /// - Parameter endpoint: The pattern of the router's route.
    static func pattern(of path: String, endpoint: String?) -> String? {
        guard endpoint == "/**" else { return endpoint == "NotFound" ? nil : endpoint }
        // All views have one route.
        let parts = path.split(separator: "/")
        guard (1...3).contains(parts.count), let first = parts.first, sections.contains(first.named) else { return nil }
        let rest = parts.dropFirst().map { part in
            let isWord =
                words.contains(part) || HackerNews.StoryList(rawValue: String(part.named)) != nil
                || MovieTabs.list(at: String(part)) != nil
            return isWord ? part : "{id}"
        }
        return "/" + ([first] + rest).joined(separator: "/")
    }
}

extension Substring {
    /// The text without the ending of a feed.
    fileprivate var named: Substring { hasSuffix(".rss") ? dropLast(4) : self }
}
