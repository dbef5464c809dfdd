/// Rows with columns, for a person or for a program.
struct Table {
    /// What a column holds and how wide it is on a terminal.
    struct Column {
        /// The rule for the width of a column.
        enum Width {
            /// As wide as its widest cell, up to a limit.
            case upTo(Int)
            /// The width that the other columns leave, shared by weight.
            case rest(weight: Int)
        }

        let title: String
        let width: Width
        var isDim = false
        /// Whether the column is dropped last on a narrow terminal, since a row can't be used without it.
        var isEssential = false
    }

    /// A cell: its full text, the text that a terminal shows, and the address of its link.
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

    /// One record per line, tab-separated, not shortened, without a heading; coloured where colour was forced.
    func records(for terminal: Terminal) -> [String] {
        rows.map { row in
            zip(row, columns).map { cell, column in
                column.isDim ? terminal.styled(cell.text, .dim) : cell.text
            }.joined(separator: "\t")
        }
    }

    /// Whether a row has a link.
    var isOpenable: Bool { rows.contains { $0.first?.link?.isEmpty == false } }

    /// The lines for a terminal, with a heading, none wider than the terminal.
    ///
    /// - Parameter numbered: Whether each row begins with its number, for `gazette open`.
    func lines(for terminal: Terminal, numbered: Bool = false) -> [String] {
        guard numbered else { return lines(for: terminal, width: terminal.width) }
        let margin = "\(rows.count)".count + 2
        return lines(for: terminal, width: max(1, terminal.width - margin)).enumerated().map { number, line in
            terminal.styled(TerminalText.fitted(number == 0 ? "#" : "\(number)", to: margin), .dim) + line
        }
    }

    private func lines(for terminal: Terminal, width: Int) -> [String] {
        let widths = widths(in: width)
        let heading = line(columns.map { Cell($0.title) }, widths: widths) { text, _, _ in
            terminal.styled(text, .bold)
        }
        return [heading]
            + rows.map { row in
                line(row, widths: widths) { text, column, cell in
                    let styled = columns[column].isDim ? terminal.styled(text, .dim) : text
                    return terminal.linked(styled, to: cell.link)
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
        // The minimum widths; the first column of flexible width gets more, so that it stays readable.
        var leasts = columns.enumerated().map { index, column -> Int in
            guard case .upTo(let limit) = column.width else { return 12 }
            let widest = rows.map { TerminalText.width($0[index].shown ?? $0[index].text) }.max() ?? 0
            return min(limit, max(widest, TerminalText.width(column.title)))
        }
        let weights = columns.map { column in
            if case .rest(let weight) = column.width { weight } else { 0 }
        }
        if let first = weights.firstIndex(where: { $0 > 0 }) { leasts[first] = max(12, min(34, total * 2 / 5)) }
        // On a narrow terminal, columns are dropped from the end, the essential ones last.
        var kept = Set(columns.indices)
        func used() -> Int { kept.reduce(0) { $0 + leasts[$1] } + 2 * (kept.count - 1) }
        let others = columns.indices.dropFirst().reversed()
        for index in others.filter({ !columns[$0].isEssential }) + others.filter({ columns[$0].isEssential })
        where used() > total {
            kept.remove(index)
        }
        let sum = max(1, kept.reduce(0) { $0 + weights[$1] })
        let spare = max(0, total - used())
        return columns.indices.map { index in
            guard kept.contains(index) else { return 0 }
            let width = leasts[index] + spare * weights[index] / sum
            return kept.count == 1 ? min(width, total) : width
        }
    }
}
