public import Foundation
import FreshetCore
import FreshetLenientJSON

extension HackerNews {
    /// A paragraph of a text, parsed from the HTML that the site allows: `<p>`, `<i>`, `<a>`, `<pre><code>`.
    ///
    /// All other tags are removed.
    public enum Paragraph: Hashable, Sendable {
        /// The runs of a paragraph of text, in their order.
        case text([Run])
        /// Lines of code with their indentation.
        case code(String)

        /// A run of text in one style, plain and unescaped.
        public enum Run: Hashable, Sendable {
            /// A text without markup.
            case plain(String)
            /// A text in italics (`<i>`).
            case emphasis(String)
            /// A text with a link to an http or https address.
            case link(String, URL)

            /// The plain text.
            public var text: String {
                switch self {
                case .plain(let text), .emphasis(let text), .link(let text, _): text
                }
            }
        }

        /// The paragraph as plain text.
        public var text: String {
            switch self {
            case .text(let runs): runs.map(\.text).joined()
            case .code(let text): text
            }
        }

        /// Parses a text of the service.
        static func paragraphs(of html: String?) -> [Paragraph] {
            guard let html else { return [] }
            var parser = ParagraphParser()
            // Iterates by scalars, not by characters: a combining mark after a ">" would form one character with it.
            var rest = html.unicodeScalars[...]
            // No tag ends after it: searching for an end from each "<" would take quadratic time.
            let lastEnd = rest.lastIndex(of: ">") ?? rest.startIndex
            while let open = rest.firstIndex(of: "<") {
                parser.append(String(rest[..<open]))
                rest = rest[open...]
                guard open < lastEnd, let tag = Tag(rest) else {
                    parser.append("<")
                    rest = rest.dropFirst()
                    continue
                }
                parser.handle(tag)
                rest = rest[tag.end...]
            }
            parser.append(String(rest))
            return parser.finish()
        }
    }
}

extension Unicode.Scalar {
    /// Whether it may be part of a tag's name.
    fileprivate var isLetterOrDigit: Bool { isASCII && (properties.isAlphabetic || properties.numericType != nil) }
}

/// A tag at the beginning of a text.
private struct Tag {
    let name: String
    let isClosing: Bool
    let target: URL?
    let end: String.Index

    init?(_ text: Substring.UnicodeScalarView) {
        var rest = text.dropFirst()
        isClosing = rest.first == "/"
        if isClosing { rest = rest.dropFirst() }
        let name = rest.prefix(while: \.isLetterOrDigit)
        guard name.first?.properties.isAlphabetic == true, let close = rest.firstIndex(of: ">") else { return nil }
        self.name = String(name).lowercased()
        end = rest.index(after: close)
        let attributes = Substring(rest[name.endIndex..<close])
        guard self.name == "a", let start = attributes.range(of: "href=\"", options: .caseInsensitive)?.upperBound
        else {
            target = nil
            return
        }
        let value = attributes[start...].unicodeScalars.prefix { $0 != "\"" }
        target = WebLink.url(from: PlainText.decodingEntities(in: String(value)))
    }
}

/// Collects runs into paragraphs.
private struct ParagraphParser {
    private var paragraphs: [HackerNews.Paragraph] = []
    private var runs: [HackerNews.Paragraph.Run] = []
    /// The text of the present run.
    private var text = ""
    private var code: String?
    private var isEmphasised = false
    private var target: URL?

    mutating func append(_ html: String) {
        guard !html.isEmpty else { return }
        let more = PlainText.decodingEntities(in: html)
        if code != nil {
            code?.append(more)
        } else {
            for character in more {
                if !character.isWhitespace {
                    text.append(character)
                } else if text.last != " " {
                    text.append(" ")
                }
            }
        }
    }

    mutating func handle(_ tag: Tag) {
        guard code == nil || tag.name == "pre" else { return }
        switch (tag.name, tag.isClosing) {
        case ("p", _), ("br", _): endParagraph()
        case ("i", _):
            if target == nil { endRun() }
            isEmphasised = !tag.isClosing
        case ("a", _):
            let next = tag.isClosing ? nil : tag.target
            if target != nil || next != nil { endRun() }
            target = next
        case ("pre", false):
            endCode()
            endParagraph()
            code = ""
        case ("pre", true): endCode()
        default: break
        }
    }

    mutating func finish() -> [HackerNews.Paragraph] {
        endCode()
        endParagraph()
        return paragraphs
    }

    private mutating func endRun() {
        if let target {
            // The site truncates the text of long addresses.
            runs.append(.link(text.isEmpty ? target.absoluteString : text, target))
        } else if !text.isEmpty {
            runs.append(isEmphasised ? .emphasis(text) : .plain(text))
        }
        text = ""
        target = nil
    }

    private mutating func endCode() {
        guard let code else { return }
        self.code = nil
        func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
        let lines = code.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let text = lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed().joined(separator: "\n")
        if !text.isEmpty { paragraphs.append(.code(text)) }
    }

    private mutating func endParagraph() {
        endRun()
        isEmphasised = false
        let isBlank = runs.allSatisfy { $0.text.allSatisfy(\.isWhitespace) }
        if !isBlank { paragraphs.append(.text(runs)) }
        runs = []
    }
}
