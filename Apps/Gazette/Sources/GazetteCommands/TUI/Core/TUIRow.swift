import ReaderModels

/// A section of the screen.
enum TUISection: String, CaseIterable, Sendable, Codable {
    case news, hn, feeds, movies, meals, people, saved

    /// The name for people.
    var title: String { ReaderSection(rawValue: rawValue)?.title ?? rawValue }

    /// The key that opens the section after `g`; the web app uses the same letters.
    var letter: Character {
        switch self {
        case .news: "n"
        case .hn: "h"
        case .feeds: "f"
        case .movies: "m"
        case .meals: "k"
        case .people: "p"
        case .saved: "b"
        }
    }
}

/// An element of a list.
struct TUIRow: Hashable, Sendable, Codable {
    /// The section of the element; with the id it identifies the element among the saved ones.
    let section: TUISection
    let id: String
    let title: String
    let facts: String
    /// The facts for a list, where there is little room; `nil` if they are the same.
    var brief: String?
    /// The address that is opened in a browser.
    let url: String?
    /// The list that the row opens, by its name in the section; `nil` for an element with details.
    var list: String?
    /// Whether it was read, in a section that stores that itself; `nil` where the marks of the screen say so.
    var isRead: Bool?

    /// The identity of the row among the elements of all sections.
    var key: String { "\(section.rawValue) \(id)" }
}

extension TUIRow {
    init(_ row: NewsRow, facts: String) {
        let counts = [row.points.map(CountText.points), row.comments.map(CountText.comments)].compactMap(\.self)
        self.init(
            section: row.section == .hn ? .hn : .news, id: row.id, title: row.title, facts: facts,
            brief: counts.isEmpty ? nil : counts.joined(separator: " · "), url: row.address)
    }
}

/// The details of an element.
struct TUIDetail: Hashable, Sendable {
    /// A part of the details; all texts except code are folded to the width of the screen.
    enum Block: Hashable, Sendable {
        case heading(String)
        case text(String)
        /// An element of a list.
        case entry(String)
        /// Code, whose lines are not folded.
        case code(String, depth: Int)
        /// A text with blocks and links of its own.
        case prose(Prose)
        /// The heading of a comment.
        case comment(TUIComment)
        case commentText(String, depth: Int)
    }

    /// The key of the row that it belongs to.
    let key: String
    let title: String
    var facts: String
    var url: String?
    /// The address of its picture.
    var picture: String?
    var blocks: [Block] = []
    var isLoading = false
    /// The failure, and what to do.
    var problem: String?
    /// Where its reader has left it: the part of the lines above the screen, from 0 to 1; `nil` where that is not stored.
    var position: Double?
}

/// The heading of a comment on the screen.
struct TUIComment: Hashable, Sendable {
    let id: Int
    /// Its author and age.
    let facts: String
    let depth: Int
    let isByAuthor: Bool
    /// The number of its replies that are folded away.
    let hiddenCount: Int
}
