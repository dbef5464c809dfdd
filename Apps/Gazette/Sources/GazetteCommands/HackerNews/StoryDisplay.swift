import Foundation
import HackerNews

/// Prints stories as they arrive: on a terminal in a table that is redrawn in place, otherwise one per line.
struct StoryDisplay {
    private let output: OutputOptions
    /// The stories in the table, the newest first.
    private var shown: [HackerNews.Item] = []
    /// The width in columns of each printed line of the table.
    private var widths: [Int] = []

    init(_ output: OutputOptions) {
        self.output = output
    }

    /// The number of stories that the output has room for.
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

    /// Keeps the printed table, after other output below it; the next table is printed below that.
    mutating func leave() { widths = [] }

    /// Returns the sequence that erases the old table, then the table with more stories; `nil` without stories.
    mutating func text(adding stories: [HackerNews.Item], to terminal: Terminal, now: Date) -> String? {
        shown = Array((stories.reversed() + shown).prefix(Self.rows(of: terminal)))
        guard !shown.isEmpty else { return nil }
        let erasure = erasure(columns: terminal.width)
        let table = Results(shown, now: now, emptyNote: "").table
        widths = table.lines(for: terminal.plain).map(TerminalText.width)
        return erasure + table.lines(for: terminal).joined(separator: "\n")
    }

    /// The maximum number of rows, which leaves three lines for the heading, the progress line and a spare one.
    private static func rows(of terminal: Terminal) -> Int { max(1, terminal.height - 3) }

    /// Returns the sequence that moves to the first line of the table and erases from there.
    ///
    /// See ECMA-48 §8.3.22 and §8.3.39. A terminal that has become narrower has wrapped the lines that no longer fit.
    private func erasure(columns: Int) -> String {
        let rows = widths.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(1, columns)) }
        return rows == 0 ? "" : "\r\u{1B}[\(rows)A\u{1B}[J"
    }
}
