import ReaderModels

extension Prose {
    /// Returns the lines of the blocks, those of paragraphs no wider than a width.
    ///
    /// - Parameter wholeAddresses: Whether addresses are left to the terminal, which breaks them.
    func lines(width: Int, wholeAddresses: Bool = false) -> [StyledLine] {
        var lines: [StyledLine] = []
        for (index, block) in blocks.enumerated() {
            if index > 0, Self.needsSpace(blocks[index - 1], block) { lines.append(StyledLine()) }
            lines += Self.lines(of: block, width: width, wholeAddresses)
        }
        return lines
    }

    /// Returns the addresses of the links with their numbers.
    func linkLines(width: Int, wholeAddresses: Bool = false) -> [StyledLine] {
        links.enumerated().flatMap { index, address in
            TerminalText.wrapped(
                "[\(index + 1)] \(TerminalText.field(address))", to: width, wholeAddresses: wholeAddresses
            ).map { StyledLine($0, .dim) }
        }
    }

    /// The elements of a list, and the rows of a table, follow each other without an empty line.
    private static func needsSpace(_ first: Block, _ second: Block) -> Bool {
        if first.kind == .row, second.kind == .row { return false }
        let isInList = first.margins.contains { $0 != .quotation }
        return second.marker == nil || !isInList || first.kind == .heading
    }

    private static func lines(of block: Block, width: Int, _ wholeAddresses: Bool) -> [StyledLine] {
        var first = StyledLine()
        var other = StyledLine()
        let margins = limited(block.margins, width)
        let marked = margins.lastIndex { $0 != .quotation }
        for (index, margin) in margins.enumerated() {
            switch margin {
            case .quotation:
                first.append("│ ", .dim)
                other.append("│ ", .dim)
            case .blank(let count):
                let marker = index == marked ? block.marker ?? "" : ""
                first.append(TerminalText.fitted(marker, to: count))
                other.append(String(repeating: " ", count: count))
            }
        }
        let rest = max(16, width - other.width)
        let texts: [StyledLine] =
            switch block.kind {
            case .rule: [StyledLine(String(repeating: "─", count: min(rest, 20)), .dim)]
            case .code:
                block.text.split(separator: "\n", omittingEmptySubsequences: false).map {
                    StyledLine("  " + TerminalText.clean(String($0)), .dim)
                }
            case .paragraph, .heading, .row:
                block.text.split(separator: "\n").flatMap { line in
                    TerminalText.wrapped(TerminalText.field(String(line)), to: rest, wholeAddresses: wholeAddresses)
                }.map { StyledLine($0, block.kind == .heading ? .bold : .plain) }
            }
        return texts.enumerated().map { ($0.offset == 0 ? first : other) + $0.element }
    }

    /// The margins that leave room for the text.
    private static func limited(_ margins: [Margin], _ width: Int) -> [Margin] {
        var used = 0
        return margins.filter { margin in
            let own = if case .blank(let count) = margin { count } else { 2 }
            guard used + own <= max(0, width - 20) else { return false }
            used += own
            return true
        }
    }

    /// The text of each block on a line, for output that is not a terminal.
    var plainLines: [String] {
        blocks.compactMap { block in
            guard block.kind != .rule else { return nil }
            return block.kind == .code ? block.markedText : TerminalText.field(block.markedText)
        }
    }

    /// The text without addresses, with empty lines between the blocks.
    var plainText: String { plainLines.joined(separator: "\n\n") }
}
