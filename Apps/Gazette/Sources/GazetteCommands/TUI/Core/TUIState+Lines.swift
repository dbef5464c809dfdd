import ReaderModels

extension TUIState {
    /// The keys with what they do, for the help.
    static let keys: [(keys: String, action: String)] = [
        ("j k ↓ ↑", "next, previous item; scroll an open item"),
        ("o Enter →", "open the selected item"), ("h Esc ←", "back to the list; from a feed's items to the feeds"),
        ("Space", "scroll down one screen"),
        ("J K", "next, previous comment at this depth, such as the next thread"),
        ("x X", "fold or unfold the replies to the comment, or all replies"),
        ("/", "search as you type; Esc ends the search"),
        ("s f", "save, or remove from saved"), ("m", "mark as read or unread"), ("A", "mark the list as read"),
        ("a", "add a feed, in the Feeds section"),
        ("t", "switch between a feed item's full text and the feed's text"), ("v", "open in the browser"),
        ("r", "reload this"), ("u", "show new stories"), ("Tab, 1 to 7", "sections"),
        ("[ ]", "previous, next list in the section"),
        ("g and a letter", TUISection.allCases.map { "\($0.letter) \($0.title)" }.joined(separator: ", ")),
        ("g g, G", "first, last item"), ("?", "this list"), ("q", "quit"),
    ]

    /// The lines of the screen: as many as the screen has, each exactly as wide as the screen.
    var screen: [StyledLine] {
        let layout = TUILayout(size)
        var lines = [tabs(layout), statusLine(layout)]
        if isHelpOpen {
            lines += padded(help(layout.columns), to: layout.bodyLines)
        } else if layout.hasTwoPanes {
            let left = padded(listLines(layout), to: layout.bodyLines)
            let right = padded(Array(detailLines.dropFirst(detailTop)), to: layout.bodyLines)
            lines += zip(left, right).map { left, right in
                left.fitted(to: layout.listWidth) + StyledLine(" │ ", .dim) + right
            }
        } else {
            lines += padded(
                focus == .list ? listLines(layout) : Array(detailLines.dropFirst(detailTop)), to: layout.bodyLines)
        }
        lines.append(footer(layout))
        return lines.prefix(layout.lines).map { $0.fitted(to: layout.columns) }
    }

    private func padded(_ lines: [StyledLine], to count: Int) -> [StyledLine] {
        lines.prefix(count) + Array(repeating: StyledLine(), count: max(0, count - lines.count))
    }

    // MARK: - Around

    private func tabs(_ layout: TUILayout) -> StyledLine {
        var line = StyledLine()
        for section in TUISection.allCases {
            line.append(" \(section.title) ", section == self.section ? .reversed : .plain)
        }
        let isWide = line.width + 13 <= layout.columns
        let mark = isSample ? isWide ? " Sample data " : " Sample " : ""
        if line.width + TerminalText.width(mark) > layout.columns {
            // There is room for one name only: that of the section, with its number among all sections.
            let place = (TUISection.allCases.firstIndex(of: section) ?? 0) + 1
            line = StyledLine(" \(section.title) ", .reversed)
            line.append(" \(place) of \(TUISection.allCases.count) ", .dim)
        }
        let gap = layout.columns - line.width - TerminalText.width(mark)
        guard gap >= 0 else { return line }
        return line + StyledLine(String(repeating: " ", count: gap)) + StyledLine(mark, .dim)
    }

    private func statusLine(_ layout: TUILayout) -> StyledLine {
        var line = StyledLine()
        if let text = address ?? list.search {
            line.append((address == nil ? "/" : "Add: ") + TerminalText.field(text), .bold)
            line.append(address != nil || isTyping ? "▏" : " ")
            line.append("  ")
        }
        if list.newCount > 0 {
            line.append("\(list.newCount) new (u)", .bold)
            line.append("  ")
        }
        line.append(TerminalText.field(list.problem ?? list.status), list.problem == nil ? .dim : .bold)
        return line
    }

    private func footer(_ layout: TUILayout) -> StyledLine {
        if let note { return StyledLine(TerminalText.field(note), .bold) }
        if isGoing {
            let letters = TUISection.allCases.map { "\($0.letter) \($0.title)" }.joined(separator: "  ")
            return StyledLine("Go to: \(letters)", .bold)
        }
        if isTyping { return StyledLine("Enter: to the results  Esc: end the search", .dim) }
        if address != nil {
            return StyledLine("The address of a feed or a site  Enter: add it  Esc: cancel", .dim)
        }
        let short = "? keys  q quit"
        return StyledLine(TerminalText.width(keysHere) <= layout.columns ? keysHere : short, .dim)
    }

    /// The keys that are useful at the moment.
    private var keysHere: String {
        switch focus {
        case .detail where hasComments: "j k scroll  J K threads  x fold  n p next, previous  h back  ? keys  q quit"
        case .detail where list.row?.section == .feeds:
            "j k scroll  n p next, previous  t full text  h back  v browser  ? keys  q quit"
        case .detail: "j k scroll  n p next, previous  h back  v browser  s save  ? keys  q quit"
        case .list where section == .feeds && list.isInner:
            "j k move  o open  m read  A all read  [ ] unread, all  h back  ? keys  q quit"
        case .list where section == .feeds:
            "j k move  o open  a add  / search  A all read  r reload  Tab sections  ? keys  q quit"
        case .list: "j k move  o open  / search  s save  r reload  Tab sections  ? keys  q quit"
        }
    }

    private func help(_ width: Int) -> [StyledLine] {
        let margin = 16
        return [StyledLine("Keys", .bold), StyledLine()]
            + Self.keys.flatMap { keys, action in
                TerminalText.wrapped(action, to: max(12, width - margin)).enumerated().map { index, part in
                    var line = StyledLine(TerminalText.fitted(index == 0 ? keys : "", to: margin), .bold)
                    line.append(part)
                    return line
                }
            }
    }

    // MARK: - The list

    private func listLines(_ layout: TUILayout) -> [StyledLine] {
        let width = layout.listWidth
        if list.rows.isEmpty, statusLine(layout).width > layout.columns {
            // The status line is too narrow for the text, so it is shown in full in the empty list.
            let text = TerminalText.field(list.problem ?? list.status)
            return [StyledLine()] + TerminalText.wrapped(text, to: width).map { StyledLine($0) }
        }
        let shown = list.rows.enumerated().dropFirst(list.top).prefix(layout.bodyLines)
        let facts = shown.map { TerminalText.field($0.element.brief ?? $0.element.facts) }
        let factsWidth = min(layout.factsWidth, facts.map(TerminalText.width).max() ?? 0)
        return zip(shown, facts).map { row, facts in
            line(row.element, facts, isSelected: row.offset == list.selected, width: width, factsWidth: factsWidth)
        }
    }

    private func line(
        _ row: TUIRow, _ facts: String, isSelected: Bool, width: Int, factsWidth: Int
    ) -> StyledLine {
        let mark = marks.isSaved(row) ? "★ " : isSelected ? "› " : "  "
        var style = isRead(row) ? CellStyle.dim : .plain
        if isSelected { style = focus == .list ? .reversed : .bold }
        let titleWidth = factsWidth > 0 ? width - factsWidth - 2 : width
        var line = StyledLine(TerminalText.fitted(mark + TerminalText.field(row.title), to: titleWidth), style)
        if factsWidth > 0 {
            line.append("  " + TerminalText.fitted(facts, to: factsWidth), isSelected ? style : .dim)
        }
        return line
    }

    // MARK: - What is selected

    /// A comment with the line of its heading among those of the details.
    typealias PlacedComment = (comment: TUIComment, line: Int)

    /// All lines of the details, of which a part is on the screen.
    var detailLines: [StyledLine] { detailContent.lines }

    /// All lines of the details, and the comments among them.
    var detailContent: (lines: [StyledLine], comments: [PlacedComment]) {
        let layout = TUILayout(size)
        let selected = list.row.map { TUIDetail(key: $0.key, title: $0.title, facts: $0.facts, url: $0.url) }
        guard let detail = detail ?? selected else { return ([], []) }
        let width = min(layout.detailWidth, 90)
        var lines: [StyledLine] = []
        var comments: [PlacedComment] = []
        if let picture, picture.address == detail.picture {
            let places = graphic(layout).map { Array(repeating: StyledLine(), count: $0.visibleLines.count) }
            lines += places ?? picture.picture.halfBlocks(columns: min(width, 60), lines: layout.pictureLines)
            lines.append(StyledLine())
        }
        lines += TerminalText.wrapped(TerminalText.field(detail.title), to: width).map { StyledLine($0, .bold) }
        lines += TerminalText.wrapped(TerminalText.field(detail.facts), to: width).map { StyledLine($0, .dim) }
        if let url = detail.url {
            lines.append(StyledLine(TerminalText.fitted(TerminalText.field(url), to: width, fills: false), .dim))
        }
        for block in detail.blocks {
            if case .comment(let comment) = block {
                lines.append(StyledLine())
                comments.append((comment, lines.count))
            }
            lines += Self.lines(of: block, width: width, comment: focus == .detail ? self.comment : nil)
        }
        if let problem = detail.problem {
            lines += [StyledLine()] + TerminalText.wrapped(problem, to: width).map { StyledLine($0, .bold) }
        }
        if detail.isLoading { lines += [StyledLine(), StyledLine("Loading…", .dim)] }
        return (lines, comments)
    }

    /// The picture of the selected element, at the top of the details; `nil` if the terminal shows no pixels.
    private func graphic(_ layout: TUILayout) -> TUIGraphic? {
        guard let cell, let picture, picture.address == detail?.picture else { return nil }
        return TUIGraphic(
            picture.picture, cell: cell, columns: min(layout.detailWidth, 60), lines: layout.pictureLines)
    }

    /// The picture on the screen with its visible lines; `nil` if there is none.
    var graphic: TUIGraphic? {
        let layout = TUILayout(size)
        guard !isHelpOpen, layout.hasTwoPanes || focus == .detail, var graphic = graphic(layout) else { return nil }
        graphic.line = 2
        graphic.column = layout.columns - layout.detailWidth
        graphic.visibleLines = graphic.visibleLines.clamped(to: detailTop..<(detailTop + layout.bodyLines))
        return graphic.visibleLines.isEmpty ? nil : graphic
    }

    /// - Parameter comment: The id of the current comment.
    private static func lines(of block: TUIDetail.Block, width: Int, comment current: Int?) -> [StyledLine] {
        switch block {
        case .heading(let text): return [StyledLine(), StyledLine(TerminalText.field(text), .bold)]
        case .text(let text):
            return [StyledLine()] + TerminalText.wrapped(TerminalText.field(text), to: width).map { StyledLine($0) }
        case .entry(let text):
            return TerminalText.wrapped(TerminalText.field(text), to: max(12, width - 2)).enumerated().map {
                StyledLine(($0.offset == 0 ? "• " : "  ") + $0.element)
            }
        case .code(let text, let depth):
            return text.split(separator: "\n", omittingEmptySubsequences: false).map {
                margin(depth, width) + StyledLine("  " + TerminalText.clean(String($0)), .dim)
            }
        case .prose(let prose):
            let links = prose.linkLines(width: width)
            return [StyledLine()] + prose.lines(width: width)
                + (links.isEmpty ? [] : [StyledLine(), StyledLine("Links", .bold)] + links)
        case .comment(let comment):
            var line = margin(comment.depth, width)
            line.append(TerminalText.field(comment.facts), comment.id == current ? .reversed : .bold)
            if comment.isByAuthor { line.append(" (author)", .dim) }
            if comment.hiddenCount > 0 { line.append(" \(CountText.replies(comment.hiddenCount)) folded", .dim) }
            return [line]
        case .commentText(let text, let depth):
            let margin = margin(depth, width)
            return TerminalText.wrapped(TerminalText.field(text), to: max(16, width - margin.width))
                .map { margin + StyledLine($0) }
        }
    }

    /// The indentation of a comment: a coloured line for each level, limited so that the text has room.
    private static func margin(_ depth: Int, _ width: Int) -> StyledLine {
        var line = StyledLine()
        for level in 0..<min(depth, max(0, (width - 20) / 2)) {
            line.append("│ ", CellStyle(foreground: .palette([6, 2, 3, 5, 4, 1][level % 6])))
        }
        return line
    }
}
