public import Foundation
import Freshet
public import HackerNews

extension HackerNews.Item {
    /// The title of a row; for a comment, which has no title, its first paragraph.
    public var rowTitle: String { NewsRow(self).title }

    /// The title of the item's screen.
    public var screenTitle: String { title == nil ? "Comment by \(by ?? "nobody")" : headline }

    /// The hour and minute for a badge.
    public func badge(in zone: TimeZone = .current) -> String? { time.map { RelativeTime.badge($0, in: zone) } }

    /// The text of a row below the title: "12 points · by jl · 5 min · 3 comments".
    public func facts(now: Date) -> String { NewsRow(self).facts(now: now) }

    /// The heading of a comment: "jl · 5 min".
    public func commentFacts(now: Date) -> String {
        [by ?? "nobody", time.map { RelativeTime.text(from: $0, to: now) }].compactMap(\.self).joined(separator: " · ")
    }

    /// An option of a poll with its votes.
    public var optionText: String {
        "\(paragraphs.map(\.text).joined(separator: " ")): \(CountText.points(score ?? 0))"
    }

    /// The link without tracking parameters.
    public var readingLink: URL? { link.map(OutsideLink.plain) }
}

extension HackerNewsSearch.Hit {
    /// The text of a row below the title.
    public func facts(now: Date) -> String { NewsRow(self).facts(now: now) }
}

/// A paragraph with its place, since a text may hold the same one twice.
public struct NumberedParagraph: Identifiable, Hashable, Sendable {
    /// The position of the paragraph.
    public let id: Int
    /// The paragraph.
    public let paragraph: HackerNews.Paragraph

    static func list(_ paragraphs: [HackerNews.Paragraph]) -> [NumberedParagraph] {
        paragraphs.enumerated().map { NumberedParagraph(id: $0.offset, paragraph: $0.element) }
    }
}

extension HackerNews.Item {
    /// The text in paragraphs, with identities.
    public var numberedParagraphs: [NumberedParagraph] { NumberedParagraph.list(paragraphs) }
}

extension HackerNews.User {
    /// The text in paragraphs, with identities.
    public var numberedParagraphs: [NumberedParagraph] { NumberedParagraph.list(paragraphs) }
}

extension HackerNews.Paragraph.Run {
    /// The text with its link.
    public var attributed: AttributedString {
        var result = AttributedString(text)
        if case .link(_, let url) = self { result.link = OutsideLink.plain(url) }
        return result
    }

    /// Whether the run is emphasised.
    public var isEmphasised: Bool {
        if case .emphasis = self { true } else { false }
    }
}

extension HackerNews.User {
    /// "31,877 karma".
    public var karmaText: String { "\(karma.formatted(.number.locale(Self.locale))) karma" }

    /// "since Mar 14, 2007", in UTC; `nil` if unknown.
    public var sinceText: String? { created.map { "since \(DateText.medium($0, locale: Self.locale, in: .gmt))" } }

    private static let locale = Locale(identifier: "en_US")

    /// The karma and the date of creation in one line.
    public var facts: String { [karmaText, sinceText].compactMap(\.self).joined(separator: " · ") }
}

extension StoriesViewModel {
    /// The title of the screen.
    public var title: String { "Hacker News: \(list.title)" }

    /// The status of the screen.
    public var status: ScreenStatus {
        ScreenStatus(stories, empty: "This list is empty at the moment.", noun: "stories")
    }

    /// The text for new stories; `nil` if there are none.
    public var newText: String? { newStories.isEmpty ? nil : CountText.new(newStories.count) }

    /// The reason why checking for new stories fails; `nil` if it works.
    public var watchNotice: String? {
        watchError.map { "Can't check for new stories at the moment: \($0.text)" }
    }
}

extension ThreadViewModel {
    /// The title of the screen.
    public var title: String { root.value?.screenTitle ?? "Discussion" }

    /// The text for comments that failed to load; `nil` if there are none.
    public var missingText: String? { failureCount > 0 ? CountText.missingComments(failureCount) : nil }

    /// Whether there is no comment.
    public var isSilent: Bool { rows.isEmpty && !isLoadingComments && failureCount == 0 }

    /// Whether anything is folded away.
    public var isFolded: Bool { !folded.isEmpty }
}

extension ThreadViewModel.Row {
    /// The depth by which a screen indents, limited so that deep comments stay readable on a phone.
    public var shownDepth: Int { min(depth, 9) }

    /// The text for the number of comments that are folded with this one; `nil` if it is unfolded.
    public var hiddenText: String? { isFolded ? CountText.comments(hiddenCount + 1) : nil }

    /// The accessibility label of the fold button.
    public var foldLabel: String { isFolded ? "Unfold" : "Fold" }

    /// The indentation in points.
    public var indentation: Double { Double(shownDepth) * 12 }
}

extension UserViewModel {
    /// The status of the screen.
    public var status: ScreenStatus {
        ScreenStatus(submissions, empty: "\(name) has no public items.", noun: "items")
    }
}
