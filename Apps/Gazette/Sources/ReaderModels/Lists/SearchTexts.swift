import Freshet
import FreshetCombine
import HackerNews
import TMDb
import TheMealDB

/// The texts of a section's search.
public struct SearchTexts: Sendable {
    public let title: String
    /// What may be typed.
    public let prompt: String
    /// What the results are called, all of them.
    public let noun: String
    private let nothing: String
    private let advice: String

    public static let movies = SearchTexts(
        title: "Search movies", prompt: "Title", noun: "movies", nothing: "No movie matches",
        advice: "Try fewer words.")
    public static let meals = SearchTexts(
        title: "Search meals", prompt: "Name of a meal", noun: "meals", nothing: "No meal matches",
        advice: "Try fewer letters.")
    public static let hackerNews = SearchTexts(
        title: "Search Hacker News", prompt: "Words", noun: "hits", nothing: "Nothing matches",
        advice: "Try fewer words, another kind, or any age.")

    /// The text for a search without results.
    public func empty(_ text: String) -> String { "\(nothing) “\(text)”. \(advice)" }
}

extension PagedSearch {
    /// How the screen stands, in words.
    public func status(_ texts: SearchTexts) -> ScreenStatus {
        ScreenStatus(results, notice: idleReason?.message, empty: texts.empty(text), noun: texts.noun)
    }
}
