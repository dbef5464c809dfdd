import Foundation
public import NewsAPI

extension NewsAPI.Article {
    /// The time to read the whole article, in minutes; `nil` if the service sends none of its text.
    ///
    /// The service sends the beginning of the text and the number of missing characters.
    public var readingMinutes: Int? {
        guard let content, let excerpt else { return nil }
        let ending = content.range(of: "[+", options: .backwards).map { content[$0.upperBound...] } ?? ""
        let missing = Int(ending.prefix(while: \.isNumber)) ?? 0
        let (characters, isOver) = excerpt.count.addingReportingOverflow(missing)
        return isOver ? nil : max(1, characters / Self.charactersPerMinute)
    }

    /// About 240 words of five letters and a blank.
    private static let charactersPerMinute = 1440
}
