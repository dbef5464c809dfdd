import Freshet
import FreshetCombine
import HackerNews
import TMDb
import TheMealDB

/// The texts of a section's search.
public struct SearchTexts: Sendable {
    /// The title of the search.
    public let title: String
    /// The prompt of the text field.
    public let prompt: String
    /// The noun for the results, in the plural.
    public let noun: String
    private let nothing: String
    private let advice: String

    /// The texts of the search for movies.
    public static let movies = SearchTexts(
        title: "Search movies", prompt: "Title", noun: "movies", nothing: "No movie matches",
        advice: "Try fewer words.")
    /// The texts of the search for meals.
    public static let meals = SearchTexts(
        title: "Search meals", prompt: "Name of a meal", noun: "meals", nothing: "No meal matches",
        advice: "Try fewer letters.")
    /// The texts of the search of Hacker News.
    public static let hackerNews = SearchTexts(
        title: "Search Hacker News", prompt: "Words", noun: "hits", nothing: "Nothing matches",
        advice: "Try fewer words, another kind, or any age.")

    /// The text for a search without results.
    public func empty(_ text: String) -> String { "\(nothing) “\(text)”. \(advice)" }
}

extension PagedSearch {
    /// The status of the screen.
    public func status(_ texts: SearchTexts) -> ScreenStatus {
        ScreenStatus(results, notice: idleReason?.message, empty: texts.empty(text), noun: texts.noun)
    }
}
