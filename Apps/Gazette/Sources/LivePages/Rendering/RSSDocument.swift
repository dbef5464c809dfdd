package import Foundation
import ReaderModels
package import ReaderStorage

/// A list as RSS 2.0 (https://www.rssboard.org/rss-specification), for feed readers.
package struct RSSDocument {
    package let title: String
    /// The scheme and authority of Gazette, as in the request for the feed.
    package let origin: String
    /// The path of the view that the feed follows, and of the feed itself.
    package let path: String, feedPath: String
    package let entries: [Entry]

    package var xml: String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">"#,
            "<channel>", element("title", "\(title) · Gazette"), element("link", origin + path),
            element("description", "\(title), as Gazette shows it."),
            "<atom:link rel=\"self\" type=\"application/rss+xml\" href=\"\(Self.escaped(origin + feedPath))\"/>",
        ]
        for entry in entries { lines += item(entry) }
        return (lines + ["</channel>", "</rss>", ""]).joined(separator: "\n")
    }

    private func item(_ entry: Entry) -> [String] {
        let view = origin + entry.path
        let lines: [String?] = [
            "<item>", element("title", entry.title), element("link", entry.original?.absoluteString ?? view),
            "<guid isPermaLink=\"false\">\(Self.escaped(entry.key.description))</guid>",
            // RSS requires an author's e-mail address, which is unknown.
            entry.source.map { element("dc:creator", $0) },
            entry.summary.map { element("description", Self.escaped($0)) },
            entry.published.map { element("pubDate", Self.date($0)) },
            entry.key.section == .hn ? element("comments", view) : nil, "</item>",
        ]
        return lines.compactMap(\.self)
    }

    private func element(_ name: String, _ text: String) -> String { "<\(name)>\(Self.escaped(text))</\(name)>" }

    /// Escapes a text for XML and removes the characters that XML 1.0 §2.2 does not allow.
    ///
    /// Descriptions are escaped twice: feed readers parse them as HTML, and ours are plain text.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r", "\u{20}"..."\u{FFFD}", "\u{10000}"...: result.unicodeScalars.append(scalar)
            default: break
            }
        }
        return result
    }

    /// A date of RFC 822 with the year in full: "Sat, 14 Mar 2026 09:26:53 +0000".
    package static func date(_ date: Date) -> String {
        // 2026-03-14T09:26:53Z
        let parts = DateText.exact(date).split { !$0.isNumber }
        guard parts.count == 6, let month = Int(parts[1]) else { return "" }
        // The first day of 1970 was a Thursday.
        let weekday = weekdays[((DateText.days(since1970: date) + 4) % 7 + 7) % 7]
        return "\(weekday), \(parts[2]) \(months[month - 1]) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) +0000"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
