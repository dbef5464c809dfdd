import Foundation
import HackerNews

/// Shows stories as they come: on a terminal in a table that is drawn again in place, elsewhere one a line.
struct StoryDisplay {
    private let output: OutputOptions
    /// The stories in the table, the newest first.
    private var shown: [HackerNews.Item] = []
    /// The columns that each line of the table takes.
    private var widths: [Int] = []

    init(_ output: OutputOptions) {
        self.output = output
    }

    /// How many stories there is room for.
    var capacity: Int { output.terminal.hasControls && !output.json ? Self.rows(of: output.terminal) : .max }

    /// Prints stories, the oldest first.
    mutating func show(_ stories: [HackerNews.Item], now: Date = Date()) throws {
        let terminal = output.terminal
        if output.json {
            for story in stories { Output.print(try JSONText.line(StoryRecord(story))) }
        } else if terminal.hasControls {
            if let text = text(adding: stories, to: terminal, now: now) { Output.print(text) }
        } else if !stories.isEmpty {
            let table = Results(stories, now: now, emptyNote: "").table
            let lines =
                terminal.isInteractive ? table.lines(for: terminal).dropFirst() : table.records(for: terminal)[...]
            Output.print(lines.joined(separator: "\n"))
        }
    }

    /// Leaves the table as it stands, since something else was printed below: the next one begins there.
    mutating func leave() { widths = [] }

    /// Returns the table with further stories, after what erases the one before it; `nil` while there is none.
    mutating func text(adding stories: [HackerNews.Item], to terminal: Terminal, now: Date) -> String? {
        shown = Array((stories.reversed() + shown).prefix(Self.rows(of: terminal)))
        guard !shown.isEmpty else { return nil }
        let erasure = erasure(columns: terminal.width)
        let table = Results(shown, now: now, emptyNote: "").table
        widths = table.lines(for: terminal.plain).map(TerminalText.width)
        return erasure + table.lines(for: terminal).joined(separator: "\n")
    }

    /// The rows of the table: besides them there are the heading, the line that says what goes on, and one to spare.
    private static func rows(of terminal: Terminal) -> Int { max(1, terminal.height - 3) }

    /// Goes up to the first line of the table and erases from there (ECMA-48 §8.3.22, §8.3.39).
    ///
    /// A terminal that has become narrower since has broken the lines that no longer fit.
    private func erasure(columns: Int) -> String {
        let rows = widths.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(1, columns)) }
        return rows == 0 ? "" : "\r\u{1B}[\(rows)A\u{1B}[J"
    }
}
