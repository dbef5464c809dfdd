public import Foundation
import FreshetLenientJSON

/// A text with headings, lists, quotations, code and links, without its HTML.
public struct Prose: Hashable, Sendable {
    /// A part of the text that begins on a line of its own.
    public struct Block: Hashable, Sendable {
        /// The kinds of parts.
        public enum Kind: Hashable, Sendable {
            /// Running text.
            case paragraph
            /// The title of what follows.
            case heading
            /// Code, whose lines are not folded.
            case code
            /// A row of a table.
            case row
            /// A line between two parts.
            case rule
        }

        /// The kind of the part.
        public let kind: Kind
        /// The margins to the left, the outer ones first.
        public let margins: [Margin]
        /// The mark of an element of a list, which takes the innermost margin; `nil` for other blocks.
        public let marker: String?
        /// The text. Line breaks in it stay.
        public internal(set) var text: String

        /// The text after its mark.
        public var markedText: String { [marker, text].compactMap(\.self).joined(separator: " ") }
    }

    /// What is to the left of a block.
    public enum Margin: Hashable, Sendable {
        /// The line of a quotation.
        case quotation
        /// A number of blanks.
        case blank(Int)
    }

    /// The parts, in order.
    public internal(set) var blocks: [Block] = []
    /// The addresses of the links. The text contains their numbers in brackets, from 1.
    public internal(set) var links: [String] = []

    /// The links that can be opened, each with its number and its address as a title.
    public var numberedLinks: [(title: String, url: URL)] {
        NumberedText.list(links).compactMap { link in WebLink.url(from: link.text).map { (link.numbered, $0) } }
    }

    /// Reads clean HTML, as `SafeHTML` writes it.
    public init(cleanHTML: String) {
        var reader = ProseReader()
        self = reader.prose(of: cleanHTML)
    }

    init() {}

    /// The number of words.
    public var wordCount: Int { blocks.reduce(0) { $0 + $1.text.split(whereSeparator: \.isWhitespace).count } }

    /// The minutes that reading takes; `nil` for a short text.
    public var readingMinutes: Int? { Self.readingMinutes(ofWords: wordCount) }

    /// Returns the minutes that reading a number of words takes; `nil` for a short text.
    public static func readingMinutes(ofWords count: Int) -> Int? { count > 200 ? (count + 199) / 200 : nil }

    /// Removes a heading at the beginning that repeats the title.
    mutating func removeTitle(_ title: String) {
        if let first = blocks.first, first.kind == .heading, first.text == title { blocks.removeFirst() }
    }
}
