public import Foundation
import Freshet
import FreshetHTML
import FreshetLenientJSON

extension HackerNews {
    /// A paragraph of a text, parsed from the HTML elements that the site allows.
    ///
    /// The allowed elements are `<p>`, `<i>`, `<a>` and `<pre><code>`. Other blocks, such as lists,
    /// end a paragraph as well. All other tags are removed.
    public enum Paragraph: Hashable, Sendable {
        /// A paragraph of text, as runs in order.
        case text([Run])
        /// Lines of code, with their indentation.
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

        /// Parses a text from the service into paragraphs.
        static func paragraphs(of html: String?) -> [Paragraph] {
            guard let html else { return [] }
            var parser = ParagraphParser()
            for token in VisibleHTML(html) {
                switch token {
                case .text(let text): parser.append(text)
                case .tag(let tag): parser.handle(tag)
                }
            }
            return parser.finish()
        }
    }
}

/// Collects runs into paragraphs.
private struct ParagraphParser {
    private var paragraphs: [HackerNews.Paragraph] = []
    private var runs: [HackerNews.Paragraph.Run] = []
    /// The text of the current run.
    private var text = ""
    private var code: String?
    private var isEmphasised = false
    private var target: URL?

    mutating func append(_ more: String) {
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

    mutating func handle(_ tag: HTMLTag) {
        guard code == nil || tag.name == "pre" else { return }
        switch (tag.name, tag.isClosing) {
        case ("i", _):
            if target == nil { endRun() }
            isEmphasised = !tag.isClosing
        case ("a", _):
            let next = tag.isClosing ? nil : tag["href"].flatMap { WebLink.url(from: $0) }
            if target != nil || next != nil { endRun() }
            target = next
        case ("pre", false):
            endCode()
            endParagraph()
            code = ""
        case ("pre", true): endCode()
        case _ where tag.isBlock: endParagraph()
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
