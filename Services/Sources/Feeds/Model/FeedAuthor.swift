public import Foundation

/// An author of a feed or an item.
public struct FeedAuthor: Sendable, Hashable, Codable {
    /// The name; `nil` if missing.
    public var name: String?
    /// The e-mail address; `nil` if missing.
    public var email: String?
    /// The address of a page about the author; `nil` if missing.
    public var page: URL?

    /// Makes an author.
    public init(name: String?, email: String? = nil, page: URL? = nil) {
        self.name = name
        self.email = email
        self.page = page
    }

    /// Reads `ann@a.example (Ann)`, `Ann <ann@a.example>`, an e-mail address, or a name. Returns
    /// `nil` for a blank text.
    init?(text: String) {
        guard let text = text.nonBlank else { return nil }
        for (open, close) in [("(", ")"), ("<", ">")] as [(Character, Character)] {
            guard text.last == close, let start = text.lastIndex(of: open) else { continue }
            let outside = String(text[..<start]).nonBlank
            let inside = String(text[start...].dropFirst().dropLast()).nonBlank
            if outside?.contains("@") == true {
                self.init(name: inside, email: outside)
                return
            }
            if inside?.contains("@") == true {
                self.init(name: outside, email: inside)
                return
            }
        }
        let isMail = text.contains("@") && !text.contains(" ") && !text.hasPrefix("@")
        self.init(name: isMail ? nil : text, email: isMail ? text : nil)
    }
}
