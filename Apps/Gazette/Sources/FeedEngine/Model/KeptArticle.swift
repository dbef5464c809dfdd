package import Foundation

/// The full text of a page.
package struct KeptArticle: Sendable {
    /// The address of the page.
    package let address: URL
    /// The title; `nil` if the page has none.
    package let title: String?
    /// The text as clean HTML, whose pictures have their own addresses; `nil` if the page has no text to show.
    package let html: String?
    /// The address of the picture that the page names for previews; `nil` for none.
    package let picture: URL?
    /// Why there is no text, or only a part of it, as a sentence; `nil` if there is all of it.
    package var problem: String?
    /// The time at which it was fetched.
    package let fetched: Date
}
