/// Rows with columns, for a person or for a program.
struct Table {
    /// What a column holds and how wide it is on a terminal.
    struct Column {
        /// How the width of a column comes about.
        enum Width {
            /// As wide as its widest cell, up to a limit.
            case upTo(Int)
            /// What the others leave, shared by weight.
            case rest(weight: Int)
        }

        let title: String
        let width: Width
        var isDim = false
    }

    /// A cell: its full text, what a terminal shows of it, and where it leads.
    struct Cell {
        let text: String
        var shown: String?
        var link: String?

        init(_ text: String?, shown: String? = nil, link: String? = nil) {
            self.text = TerminalText.field(text ?? "")
            self.shown = shown.map(TerminalText.field)
            self.link = link.map(TerminalText.field)
        }
    }

    let columns: [Column]
    var rows: [[Cell]]

    /// One record a line, tab-separated, nothing cut, no heading.
    var records: [String] {
        rows.map { $0.map(\.text).joined(separator: "\t") }
    }

    /// The lines for a terminal, with a heading, none wider than the terminal.
    func lines(for terminal: Terminal) -> [String] {
        let widths = widths(in: terminal.width)
        let heading = line(columns.map { Cell($0.title) }, widths: widths) { text, _, _ in
            terminal.hasColour ? "\u{1B}[1m\(text)\u{1B}[0m" : text
        }
        return [heading]
            + rows.map { row in
                line(row, widths: widths) { text, column, cell in
                    guard terminal.hasColour else { return text }
                    let styled = columns[column].isDim ? "\u{1B}[2m\(text)\u{1B}[0m" : text
                    guard let link = cell.link, !link.isEmpty else { return styled }
                    return "\u{1B}]8;;\(link)\u{1B}\\\(styled)\u{1B}]8;;\u{1B}\\"
                }
            }
    }

    private func line(_ cells: [Cell], widths: [Int], style: (String, Int, Cell) -> String) -> String {
        let last = widths.lastIndex { $0 > 0 } ?? 0
        return zip(cells, widths).enumerated().filter { $0.element.1 > 0 }.map { column, pair in
            let (cell, width) = pair
            return style(TerminalText.fitted(cell.shown ?? cell.text, to: width, fills: column != last), column, cell)
        }.joined(separator: "  ")
    }

    /// The widths of the columns; a column for which there is no room gets none.
    private func widths(in total: Int) -> [Int] {
        var widths = columns.enumerated().map { index, column -> Int in
            guard case .upTo(let limit) = column.width else { return 0 }
            let widest = rows.map { TerminalText.width($0[index].shown ?? $0[index].text) }.max() ?? 0
            return min(limit, max(widest, TerminalText.width(column.title)))
        }
        let weights = columns.map { column in
            if case .rest(let weight) = column.width { weight } else { 0 }
        }
        let minimum = 12
        var used = widths.reduce(0, +) + 2 * (columns.count - 1)
        // On a narrow terminal the columns at the end give way, so that the first can be read.
        for index in columns.indices.reversed() where total - used < minimum * weights.count(where: { $0 > 0 }) {
            if index == 0 { break }
            if weights[index] == 0 { used -= widths[index] + 2 }
            widths[index] = 0
        }
        let flexible = weights.indices.filter {
            weights[$0] > 0 && (widths[$0] > 0 || total - used >= minimum || $0 == 0)
        }
        let sum = max(1, flexible.reduce(0) { $0 + weights[$1] })
        let room = max(minimum, total - used)
        for index in flexible { widths[index] = room * weights[index] / sum }
        return widths
    }
}
