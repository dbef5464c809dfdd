import Foundation

/// The oddities that real articles have, in about their real shares, chosen by the article itself.
struct NewsOddities: Sendable {
    private let seed: String
    private let story: NewsCorpus.Story
    private let sourceName: String

    init(story: NewsCorpus.Story, sourceName: String) {
        seed = story.title
        self.story = story
        self.sourceName = sourceName
    }

    private func chance(_ what: String) -> Double {
        var generator = SeededGenerator("\(what) of \(seed)")
        return generator.unit()
    }

    /// Whether the publisher has withdrawn the article.
    var isRemoved: Bool { chance("removal") < 0.02 }

    var author: String? {
        guard let name = story.author else { return nil }
        let slug = ISODate.slug(name)
        switch chance("author") {
        case ..<0.08: return nil
        case ..<0.11: return ""
        case ..<0.14: return "https://www.social.example/\(slug)"
        case ..<0.16: return "@\(slug.replacingOccurrences(of: "-", with: "_"))"
        case ..<0.20: return "By <a href=\"/profiles/\(slug)\">\(name)</a>, <a href=\"/profiles/newsroom\">Newsroom</a>"
        default: return name
        }
    }

    var title: String? {
        switch chance("title") {
        case ..<0.005: nil
        case ..<0.85: "\(story.title) - \(sourceName)"
        default: story.title
        }
    }

    var description: String? {
        let text = story.description
        switch chance("description") {
        case ..<0.03: return nil
        case ..<0.05: return ""
        case ..<0.08: return "<p>\(text)</p>"
        case ..<0.11:
            return text.replacingOccurrences(of: "'", with: "&#39;").replacingOccurrences(of: " & ", with: " &amp; ")
        case ..<0.14: return text.replacingOccurrences(of: ". ", with: ".\r\n")
        case ..<0.20: return "\(text.prefix(90))…"
        default: return text
        }
    }

    /// At most 200 characters, and how many were cut off.
    var content: String? {
        guard chance("video") >= 0.05 else { return nil }
        let body = story.body
        let missing = max(0, body.count - 200) + Int(chance("length") * 6000)
        return "\(body.prefix(200))… [+\(missing) chars]"
    }

    func picture(slug: String) -> String? {
        let base = "\(PictureRoutes.origin)/news/\(slug)"
        switch chance("picture") {
        case ..<0.06: return nil
        case ..<0.08: return ""
        case ..<0.12: return "\(base)/640x360.png".replacingOccurrences(of: "https:", with: "http:")
        case ..<0.14: return "/images/\(slug).jpg"
        case ..<0.17: return "\(base)/640x360.png?caption=at a glance|wide"
        default: return "\(base)/\(chance("size") < 0.5 ? "640x360" : "1200x675").png"
        }
    }

    func text(of date: Date) -> String {
        let text = ISODate.text(of: date)
        switch chance("date") {
        case ..<0.05: return "\(text.dropLast()).0000000Z"
        case ..<0.08: return "\(text.dropLast())+00:00"
        default: return text
        }
    }

    var slug: String {
        let slug = ISODate.slug(story.title)
        let mark = String(SeededGenerator(seed).peek % 100_000)
        return slug.isEmpty ? "story-\(mark)" : "\(slug.prefix(60))-\(mark)"
    }
}

extension SeededGenerator {
    /// The first number, without moving on.
    fileprivate var peek: UInt64 {
        var copy = self
        return copy.next()
    }
}

/// Dates as the news service writes and reads them, always in UTC.
enum ISODate {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    static func startOfDay(_ date: Date) -> Date { calendar.startOfDay(for: date) }

    static func text(of date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        func pad(_ number: Int?, _ count: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(pad(parts.year, 4))-\(pad(parts.month, 2))-\(pad(parts.day, 2))T"
            + "\(pad(parts.hour, 2)):\(pad(parts.minute, 2)):\(pad(parts.second, 2))Z"
    }

    /// Reads a day or a moment; `nil` when the text is neither.
    static func date(_ text: String, endOfDay: Bool) -> Date? {
        let isDay = text.count == 10
        var digits = text
        if let dot = digits.firstIndex(of: ".") { digits = String(digits[..<dot]) }
        if digits.hasSuffix("Z") { digits.removeLast() }
        if digits.hasSuffix("+00:00") { digits.removeLast(6) }
        let pattern = isDay ? #"^\d{4}-\d{2}-\d{2}$"# : #"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$"#
        guard digits.range(of: pattern, options: .regularExpression) != nil else { return nil }
        let numbers = digits.split { "-:T".contains($0) }.compactMap { Int($0) }
        let parts = DateComponents(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: isDay ? 0 : numbers[3],
            minute: isDay ? 0 : numbers[4], second: isDay ? 0 : numbers[5])
        guard let date = calendar.date(from: parts),
            calendar.dateComponents([.month, .day], from: date).day == numbers[2],
            (1...12).contains(numbers[1])
        else { return nil }
        return isDay && endOfDay ? date.addingTimeInterval(86_399) : date
    }

    /// Words of a text with hyphens between them, as they stand in addresses.
    static func slug(_ text: String) -> String {
        SearchableText.folded(text).filter { $0.isASCII }.split(separator: " ").joined(separator: "-")
    }
}
