public import Foundation

/// The full text of a page.
public struct KeptArticle: Sendable {
    /// The address of the page.
    public let address: URL
    /// The title; `nil` if the page has none.
    public let title: String?
    /// The text as clean HTML, whose pictures have their own addresses; `nil` if the page has no text to show.
    public let html: String?
    /// The address of the picture that the page names for previews; `nil` for none.
    public let picture: URL?
    /// Why there is no text, or only a part of it, as a sentence; `nil` if there is all of it.
    public var problem: String?
    /// The time at which it was fetched.
    public let fetched: Date

    /// Makes a value of its parts.
    public init(address: URL, title: String?, html: String?, picture: URL?, problem: String?, fetched: Date) {
        self.address = address
        self.title = title
        self.html = html
        self.picture = picture
        self.problem = problem
        self.fetched = fetched
    }
}
