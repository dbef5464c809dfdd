import Foundation
import ReaderModels

extension FeedItemText {
    /// An item as `--json` prints it. The names are stable across versions; unknown values are left out.
    struct Record: Encodable {
        /// A file that belongs to the item.
        struct File: Encodable {
            let url: String
            let type: String?
            let bytes: Int?
        }

        let id: String
        let title: String
        let url: String?
        let source: String
        let author: String?
        let date: Date
        let picture: String?
        /// The text, with empty lines between paragraphs and the numbers of links in brackets.
        let text: String
        /// The addresses of the links in the text.
        let links: [String]
        /// Whether the text is that of the page, and not that of the feed.
        let isFull: Bool
        let notice: String?
        let comments: String?
        let files: [File]
    }

    var record: Record {
        Record(
            id: String(item.id), title: item.title, url: item.link?.absoluteString, source: item.source,
            author: item.author, date: item.date, picture: item.picture?.absoluteString, text: prose.plainText,
            links: prose.links, isFull: isFull, notice: notice, comments: comments?.absoluteString,
            files: enclosures.map { .init(url: $0.url.absoluteString, type: $0.type, bytes: $0.byteCount) })
    }

    func write(_ output: OutputOptions) throws {
        let terminal = output.terminal
        if output.json {
            Output.print(try JSONText.of([record]))
        } else if terminal.isInteractive {
            Output.show(lines(for: terminal, now: Date()), output)
        } else {
            Output.print(records(for: terminal).joined(separator: "\n"))
        }
    }

    /// One fact or paragraph a line, name and value separated by a tab.
    func records(for terminal: Terminal) -> [String] {
        func record(_ name: String, _ value: String?) -> [String] {
            value.map { ["\(terminal.styled(name, .dim))\t\(TerminalText.field($0))"] } ?? []
        }
        return record("title", item.title) + record("feed", item.source) + record("author", item.author)
            + record("date", DateText.exact(item.date)) + record("link", item.link?.absoluteString)
            + record("notice", notice) + prose.plainLines.flatMap { record("text", $0) }
            + prose.links.enumerated().flatMap { record("[\($0.offset + 1)]", $0.element) }
            + addresses.flatMap { record($0.name.lowercased(), $0.address.absoluteString) }
    }

    func lines(for terminal: Terminal, now: Date) -> [String] {
        let width = min(terminal.width, 90)
        var lines = TerminalText.wrapped(TerminalText.field(item.title), to: width).map { terminal.styled($0, .bold) }
        lines += TerminalText.wrapped(TerminalText.field(facts(now: now)), to: width).map { terminal.styled($0, .dim) }
        if let link = item.link?.absoluteString { lines.append(Self.address(link, for: terminal)) }
        if let notice { lines += [""] + TerminalText.wrapped(TerminalText.field(notice), to: width) }
        func text(_ line: StyledLine) -> String { terminal.hasColour ? line.sequence(.indexed) : line.text }
        if !prose.blocks.isEmpty { lines += [""] + prose.lines(width: width, wholeAddresses: true).map(text) }
        if !prose.links.isEmpty { lines += ["", terminal.styled("Links", .bold)] }
        for (index, link) in prose.links.enumerated() {
            lines.append("\(terminal.styled("[\(index + 1)]", .dim)) \(Self.address(link, for: terminal))")
        }
        if !addresses.isEmpty { lines.append("") }
        lines += addresses.map { "\($0.name): \(Self.address($0.address.absoluteString, for: terminal))" }
        return lines
    }

    /// An address in one line, which the terminal breaks, as a link.
    private static func address(_ address: String, for terminal: Terminal) -> String {
        let text = TerminalText.field(address)
        return terminal.linked(terminal.styled(text, .dim), to: text)
    }
}
