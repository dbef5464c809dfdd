import ArgumentParser
import Foundation
import Freshet
import HackerNews
import ReaderModels

struct ItemCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "item",
        abstract: "Print a story with its comments as an indented thread.",
        discussion: """
            If the output isn't a terminal, it prints one comment per line: depth, user, date, number and text, \
            separated by tabs. The JSON is an array with the item, in which the comments are nested.
            """
    )

    @Argument(help: ArgumentHelp("The number of the story or comment.", valueName: "id"))
    var id: Int

    /// The most levels of comments: what is nested deeper is JSON that few programs can read.
    private static let deepest = 200

    @Option(help: "How many levels of comments to print, up to \(deepest).")
    var depth = deepest

    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (0...Self.deepest).contains(depth) else {
            throw ValidationError("The value of --depth must be from 0 to \(Self.deepest).")
        }
    }

    func run() async throws {
        try await Connection.with(service, output, for: [.hackerNews]) { connection in
            let thread = try await Output.withProgress("Fetching the item…") { line in
                let client = connection.hackerNews
                guard let item = try await client.value(for: .item(id)) else {
                    throw AbsentError("Hacker News has no item \(id), or doesn't show it. Find one with: gazette hn")
                }
                var tree = HackerNews.CommentTree(root: item, maxDepth: depth)
                for await grown in client.comments(below: item, maxDepth: depth) {
                    tree = grown
                    line.show("Fetching comments… \(tree.count)")
                }
                try Task.checkCancellation()
                return Thread(tree: tree, options: await client.items(item.parts).items)
            }
            try write(thread)
            if thread.tree.failureCount > 0 {
                Output.note("\(CountText.missingComments(thread.tree.failureCount)) Try again.")
            }
        }
    }

    private func write(_ thread: Thread) throws {
        let terminal = output.terminal
        if output.json {
            Output.print(try JSONText.of([thread.record]))
        } else if terminal.isInteractive {
            Output.show(thread.lines(for: terminal, now: Date()), output)
        } else {
            Output.print(thread.records(for: terminal).joined(separator: "\n"))
        }
    }
}

/// A story with its comments, as it is printed.
struct Thread {
    let tree: HackerNews.CommentTree
    let options: [HackerNews.Item]

    /// A comment as `--json` prints it.
    struct Record: Encodable {
        let id: Int
        let title: String?
        let url: String?
        let by: String?
        let time: Date?
        let points: Int?
        let text: String?
        let options: [String]?
        var comments: [Record]
    }

    var record: Record {
        let root = tree.root
        // From the end: the deeper ones that follow a comment are the replies to it. What a service says of parents may
        // lead in a circle.
        var comments: [(depth: Int, record: Record)] = []
        for node in tree.thread.reversed() {
            guard let item = node.item else { continue }
            var replies: [Record] = []
            while let reply = comments.last, reply.depth > node.depth {
                replies.append(reply.record)
                comments.removeLast()
            }
            let record = Record(
                id: item.id, title: nil, url: item.page?.absoluteString, by: item.by, time: item.time, points: nil,
                text: Self.text(of: item), options: nil, comments: replies)
            comments.append((node.depth, record))
        }
        return Record(
            id: root.id, title: root.headline, url: root.link?.absoluteString ?? root.page?.absoluteString, by: root.by,
            time: root.time, points: root.score, text: Self.text(of: root),
            options: options.isEmpty ? nil : options.map { $0.paragraphs.map(\.text).joined(separator: " ") },
            comments: comments.reversed().map(\.record))
    }

    private static func text(of item: HackerNews.Item) -> String? {
        item.paragraphs.isEmpty ? nil : item.paragraphs.map(\.text).joined(separator: "\n\n")
    }

    /// One item a line; the story has depth 0.
    func records(for terminal: Terminal) -> [String] {
        func line(_ depth: Int, _ item: HackerNews.Item) -> String {
            let text = item.title == nil ? Self.text(of: item) ?? "" : item.headline
            let facts = [
                String(depth), item.by ?? "", item.time.map { DateText.exact($0) } ?? "", String(item.id),
            ].map { terminal.styled(TerminalText.field($0), .dim) }
            return (facts + [TerminalText.field(text)]).joined(separator: "\t")
        }
        return [line(0, tree.root)] + tree.thread.compactMap { node in node.item.map { line(node.depth + 1, $0) } }
    }

    func lines(for terminal: Terminal, now: Date) -> [String] {
        let width = min(terminal.width, 100)
        let root = tree.root
        var lines = TerminalText.wrapped(TerminalText.field(root.headline), to: width).map {
            terminal.styled($0, .bold)
        }
        lines.append(terminal.styled(TerminalText.field(root.facts(now: now)), .dim))
        if let link = root.link {
            let address = TerminalText.field(link.absoluteString)
            lines.append(terminal.linked(terminal.styled(address, .dim), to: address))
        }
        lines += Self.paragraphs(of: root, width: width, margin: "")
        for option in options {
            let text = TerminalText.wrapped(TerminalText.field(option.optionText), to: max(12, width - 4))
            lines += text.enumerated().map { ($0.offset == 0 ? "  " : "    ") + $0.element }
        }
        for node in tree.thread {
            guard let comment = node.item else { continue }
            // The indentation is limited, so that deep comments keep at least 40 columns for their text.
            let margin = String(repeating: "  ", count: min(node.depth, max(0, (width - 40) / 2)))
            let author = comment.by.map(TerminalText.field) ?? "[deleted]"
            let mark = comment.by != nil && comment.by == root.by ? " (author)" : ""
            let age = comment.time.map { RelativeTime.text(from: $0, to: now) } ?? ""
            lines += [
                "",
                "\(margin)\(terminal.styled(author, .bold))\(terminal.styled("\(mark) · \(age) · \(comment.id)", .dim))",
            ]
            lines += Self.paragraphs(of: comment, width: width, margin: margin)
        }
        return lines
    }

    private static func paragraphs(of item: HackerNews.Item, width: Int, margin: String) -> [String] {
        item.paragraphs.enumerated().flatMap { index, paragraph -> [String] in
            let lines: [String] =
                switch paragraph {
                case .text:
                    TerminalText.wrapped(
                        TerminalText.field(paragraph.text), to: max(20, width - margin.count), wholeAddresses: true)
                case .code(let text):
                    text.split(separator: "\n", omittingEmptySubsequences: false).map {
                        "  " + TerminalText.clean(String($0))
                    }
                }
            return (index > 0 ? [""] : []) + lines.map { margin + $0 }
        }
    }
}
