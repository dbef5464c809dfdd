/// The state of the screen, and how keys change it. It uses no terminal, no network and no clock.
struct TUIState: Sendable {
    enum Focus: Sendable { case list, detail }

    /// The list of a section.
    struct List: Sendable {
        var rows: [TUIRow] = []
        var selected = 0
        /// The first row on the screen.
        var top = 0
        /// The status of loading, or the reason why there are no rows.
        var status = ""
        /// A failure, shown in the place of the status.
        var problem: String?
        /// The number of new elements that are not shown yet.
        var newCount = 0
        /// The typed text of the search; `nil` without a search.
        var search: String?
        /// Whether it was opened from a row of another list.
        var isInner = false
        /// The key of that row, which is selected again afterwards.
        var outerKey: String?

        var row: TUIRow? { rows.indices.contains(selected) ? rows[selected] : nil }
    }

    /// A command that a key causes, which the app carries out.
    enum Command: Hashable, Sendable {
        case quit
        case suspend
        case redraw
        case load(TUISection)
        case reload(TUISection)
        case loadMore(TUISection)
        case showNew(TUISection)
        /// Show another list of a section: the next one, or the one before.
        case turn(TUISection, by: Int)
        /// Search for a text in a section; `nil` ends the search.
        case search(TUISection, String?)
        /// Open the list of a row in a section; `nil` returns to the list before.
        case enter(TUISection, String?)
        /// Mark an element of a section that stores that itself.
        case mark(TUIRow, isRead: Bool)
        /// Mark a list of a section that stores that itself as read; `nil` for the list on the screen.
        case markAll(TUISection, String?)
        /// Add what is at an address to a section.
        case add(TUISection, String)
        /// Show the full text of what is open, or the text of the feed again.
        case fullText
        /// Store how far what is open was read: the part of its lines above the screen.
        case keepPosition(Double)
        /// Show the details of a row; `nil` if there is none, or they are not on the screen.
        case select(TUIRow?)
        /// Fold the replies to a comment, or unfold them; `nil` for all comments.
        case fold(Int?)
        case open(String)
        case keep(TUIMarks)
    }

    /// The columns and lines of the terminal.
    var size: (columns: Int, lines: Int)
    private(set) var section = TUISection.news
    private(set) var lists: [TUISection: List] = [:]
    /// The size of a cell in pixels if the terminal shows sixels; without it, pictures are drawn as half blocks.
    var cell: TUIGraphic.Cell?
    private(set) var marks: TUIMarks
    var detail: TUIDetail?
    private(set) var picture: (address: String, picture: Bitmap)?
    private(set) var focus = Focus.list
    private(set) var detailTop = 0
    /// The first line at which the details were opened; `nil` until their text is there.
    private var openedTop: Int?
    /// The id of the current comment, to which keys refer.
    private(set) var comment: Int?
    private(set) var isTyping = false
    /// The typed address of a feed to add; `nil` if none is typed.
    private(set) var address: String?
    private(set) var isHelpOpen = false
    /// Whether `g` was pressed, so that the next key chooses a section.
    private(set) var isGoing = false
    /// A note that the next key removes.
    private(set) var note: String?
    /// Whether the contents are the emulator's invented samples.
    let isSample: Bool

    init(size: (columns: Int, lines: Int), marks: TUIMarks = TUIMarks(), isSample: Bool = false) {
        self.size = size
        self.marks = marks
        self.isSample = isSample
        lists[.saved] = List(rows: marks.saved, status: Self.savedStatus(marks))
    }

    var list: List {
        get { lists[section] ?? List() }
        set { lists[section] = newValue }
    }

    // MARK: - Content

    /// Replaces the content of a section. The selected element stays selected.
    mutating func receive(
        _ rows: [TUIRow], in section: TUISection, status: String, problem: String?, newCount: Int,
        isInner: Bool = false
    ) -> [Command] {
        var list = lists[section] ?? List()
        let before = list.row
        list.rows = rows
        list.status = status
        list.problem = problem
        list.newCount = newCount
        list.isInner = isInner
        if !isInner, let outer = list.outerKey, let index = rows.firstIndex(where: { $0.key == outer }) {
            list.selected = index
            list.outerKey = nil
        } else if let before, let index = rows.firstIndex(where: { $0.key == before.key }) {
            list.selected = index
        } else {
            list.selected = min(list.selected, max(0, rows.count - 1))
        }
        lists[section] = list
        guard section == self.section else { return [] }
        keepInSight()
        return list.row?.key == before?.key ? [] : selectionChanged()
    }

    /// Replaces the details of the selected element; details of another element are ignored.
    mutating func receive(_ detail: TUIDetail) {
        guard detail.key == list.row?.key else { return }
        self.detail = detail
        if picture?.address != detail.picture { picture = nil }
        guard openedTop == nil, !detail.isLoading, let position = detail.position else { return }
        // Whoever scrolls already stays there.
        if detailTop == 0 { _ = scroll(by: Int(Double(detailContent.lines.count) * position)) }
        openedTop = detailTop
    }

    /// How far what is open was read; `nil` if that has not changed, or is not stored.
    var position: Double? {
        guard detail?.position != nil, let openedTop, openedTop != detailTop else { return nil }
        let count = detailContent.lines.count
        return detailTop + TUILayout(size).bodyLines >= count ? 1 : Double(detailTop) / Double(count)
    }

    mutating func receive(_ bitmap: Bitmap, at address: String) {
        if detail?.picture == address { picture = (address, bitmap) }
    }

    mutating func say(_ text: String) { note = text }

    @discardableResult
    mutating func resize(columns: Int, lines: Int) -> [Command] {
        size = (columns, lines)
        keepInSight()
        return showsDetail && detail == nil ? [.select(list.row)] : []
    }

    // MARK: - Keys

    /// Changes the state by a key, and returns the commands to carry out.
    mutating func handle(_ key: Key) -> [Command] {
        note = nil
        if key == .control("c") { return [.quit] }
        if key == .control("z") { return [.suspend] }
        if key == .control("l") { return [.redraw] }
        if isHelpOpen { return handleInHelp(key) }
        if isTyping { return handleWhileTyping(key) }
        if let address { return handle(key, inAddress: address) }
        if isGoing { return handleGoing(key) }
        return handleGlobally(key) ?? (focus == .list ? handleInList(key) : handleInDetail(key))
    }

    private mutating func handleInHelp(_ key: Key) -> [Command] {
        if [.escape, .character("?"), .character("q"), .enter].contains(key) { isHelpOpen = false }
        return []
    }

    private mutating func handleWhileTyping(_ key: Key) -> [Command] {
        if key == .enter || key == .down {
            isTyping = false
            return []
        }
        let typed = Self.typed(key, into: list.search ?? "")
        guard typed != list.search else { return [] }
        isTyping = typed != nil
        list.search = typed
        list.selected = 0
        list.top = 0
        return [.search(section, typed)]
    }

    private mutating func handle(_ key: Key, inAddress typed: String) -> [Command] {
        let isEntered = key == .enter
        address = isEntered ? nil : Self.typed(key, into: typed)
        return isEntered && !typed.isEmpty ? [.add(section, typed)] : []
    }

    /// Returns a text after a key; `nil` if the key ends the typing.
    private static func typed(_ key: Key, into text: String) -> String? {
        switch key {
        case .escape: nil
        case .backspace: text.isEmpty ? nil : String(text.dropLast())
        case .control("u"): ""
        case .character(let character): text + String(character)
        default: text
        }
    }

    private mutating func handleGoing(_ key: Key) -> [Command] {
        isGoing = false
        guard case .character(let letter) = key else { return [] }
        if letter == "g" { return move(to: 0) }
        return TUISection.allCases.first { $0.letter == letter }.map { go(to: $0) } ?? []
    }

    /// Handles a key that works with every focus; `nil` for other keys.
    private mutating func handleGlobally(_ key: Key) -> [Command]? {
        switch key {
        case .character("q"): return [.quit]
        case .character("?"): isHelpOpen = true
        case .character("g"): isGoing = true
        case .character("/"):
            guard section != .saved else {
                note = "Saved items can't be searched."
                return []
            }
            focus = .list
            isTyping = true
            if list.search == nil { list.search = "" }
        case .tab: return go(by: 1)
        case .backTab: return go(by: -1)
        case .character(let digit) where ("1"..."9").contains(digit):
            let index = (digit.wholeNumberValue ?? 1) - 1
            return index < TUISection.allCases.count ? go(to: TUISection.allCases[index]) : []
        case .character("r"): return section == .saved ? [] : [.reload(section)]
        case .character("]"): return turn(by: 1)
        case .character("["): return turn(by: -1)
        case .character("u"):
            guard list.newCount > 0 else { return [] }
            list.selected = 0
            list.top = 0
            return [.showNew(section)]
        case .character("v"):
            guard let url = detail?.url ?? list.row?.url else { return [] }
            note = "Opening \(url)"
            return [.open(url)]
        case .character("s"), .character("f"): return toggleSaved()
        case .character("m"): return toggleRead()
        case .character("A"): return markAll()
        case .character("a") where section == .feeds: address = ""
        case .character("t"): return showsDetail && list.row?.section == .feeds ? [.fullText] : []
        default: return nil
        }
        return []
    }

    private mutating func handleInList(_ key: Key) -> [Command] {
        switch key {
        case .character("j"), .character("n"), .down: return move(to: list.selected + 1)
        case .character("k"), .character("p"), .up: return move(to: list.selected - 1)
        case .pageDown, .control("d"), .control("f"): return move(to: list.selected + TUILayout(size).bodyLines)
        case .pageUp, .control("u"), .control("b"): return move(to: list.selected - TUILayout(size).bodyLines)
        case .home: return move(to: 0)
        case .end, .character("G"): return move(to: list.rows.count - 1)
        case .enter, .character("o"), .character("c"), .character("l"), .right: return openDetail()
        case .character(" "):
            let layout = TUILayout(size)
            return layout.hasTwoPanes ? scroll(by: layout.bodyLines / 2) : move(to: list.selected + layout.bodyLines)
        case .escape where list.search != nil:
            list.search = nil
            return [.search(section, nil)]
        case .escape, .character("h"), .left, .backspace: return list.isInner ? [.enter(section, nil)] : []
        default: return []
        }
    }

    private mutating func handleInDetail(_ key: Key) -> [Command] {
        switch key {
        case .character("j"), .down: return scroll(by: 1)
        case .character("k"), .up: return scroll(by: -1)
        case .character(" "), .pageDown, .control("d"), .control("f"): return scroll(by: TUILayout(size).bodyLines - 2)
        case .pageUp, .control("u"), .control("b"): return scroll(by: 2 - TUILayout(size).bodyLines)
        case .home: return scroll(by: -detailTop)
        case .end, .character("G"): return scroll(by: .max / 2)
        case .character("n"): return move(to: list.selected + 1) + markAsRead()
        case .character("p"): return move(to: list.selected - 1) + markAsRead()
        case .character("J"): goToComment(forward: true)
        case .character("K"): goToComment(forward: false)
        case .character("x"):
            if comment == nil { comment = firstCommentInSight }
            return comment.map { [.fold($0)] } ?? []
        case .character("X"): return hasComments ? [.fold(nil)] : []
        case .escape, .character("h"), .left, .backspace: focus = .list
        default: break
        }
        return []
    }

    // MARK: - Moving

    private mutating func move(to index: Int) -> [Command] {
        guard !list.rows.isEmpty else { return [] }
        let target = min(max(0, index), list.rows.count - 1)
        var commands: [Command] = []
        // Requested before the selection reaches the end, so that the user need not wait there.
        if target >= list.rows.count - 3 { commands.append(.loadMore(section)) }
        guard target != list.selected else { return commands }
        list.selected = target
        keepInSight()
        return selectionChanged() + commands
    }

    private mutating func turn(by offset: Int) -> [Command] {
        guard section != .saved, list.search == nil else { return [] }
        list.selected = 0
        list.top = 0
        focus = .list
        return [.turn(section, by: offset)]
    }

    private mutating func go(by offset: Int) -> [Command] {
        let all = TUISection.allCases
        let index = (all.firstIndex(of: section) ?? 0) + offset
        return go(to: all[(index + all.count) % all.count])
    }

    private mutating func go(to section: TUISection) -> [Command] {
        focus = .list
        guard section != self.section else { return [] }
        self.section = section
        keepInSight()
        // First what is about the details that were open.
        return selectionChanged() + [.load(section)]
    }

    private mutating func selectionChanged() -> [Command] {
        let kept = position.map { [Command.keepPosition($0)] } ?? []
        detail = nil
        openedTop = nil
        picture = nil
        detailTop = 0
        comment = nil
        return kept + [.select(showsDetail ? list.row : nil)]
    }

    /// Whether the details of what is selected are on the screen.
    private var showsDetail: Bool { focus == .detail || TUILayout(size).hasTwoPanes }

    private mutating func openDetail() -> [Command] {
        guard let row = list.row else { return [] }
        if let inner = row.list { return open(inner, of: row) }
        let isShown = showsDetail || detail != nil
        focus = .detail
        let commands = isShown ? [] : [Command.select(row)]
        guard row.isRead == nil else { return markAsRead() + commands }
        marks.read(row)
        return [.keep(marks)] + commands
    }

    /// Opens the list of a row.
    private mutating func open(_ inner: String, of row: TUIRow) -> [Command] {
        list.outerKey = row.key
        list.selected = 0
        list.top = 0
        return [.enter(section, inner)]
    }

    private mutating func scroll(by lines: Int) -> [Command] {
        let content = detailContent
        let bodyLines = TUILayout(size).bodyLines
        detailTop = min(max(0, detailTop + lines), max(0, content.lines.count - bodyLines))
        // The current comment stays in sight.
        let sight = detailTop..<(detailTop + bodyLines)
        if let line = content.comments.first(where: { $0.comment.id == comment })?.line, !sight.contains(line) {
            comment = firstCommentInSight
        }
        return []
    }

    // MARK: - Comments

    /// Whether what is open has comments.
    var hasComments: Bool {
        detail?.blocks.contains { if case .comment = $0 { true } else { false } } ?? false
    }

    /// The first comment whose heading is on the screen; else the one that is being read.
    private var firstCommentInSight: Int? {
        let comments = detailContent.comments
        return (comments.first { $0.line >= detailTop } ?? comments.last)?.comment.id
    }

    /// Goes to the next comment that is no deeper than the current one, or to the one before.
    private mutating func goToComment(forward: Bool) {
        let comments = detailContent.comments
        let current = comments.firstIndex { $0.comment.id == comment }
        let depth = current.map { comments[$0].comment.depth } ?? 0
        func isGoal(_ index: Int) -> Bool { comments[index].comment.depth <= depth }
        let goal =
            if let current {
                forward
                    ? comments.indices.dropFirst(current + 1).first(where: isGoal)
                    : comments.indices.prefix(current).last(where: isGoal)
            } else {
                // From where the screen is: threads begin at depth 0.
                forward
                    ? comments.indices.first { comments[$0].line >= detailTop && isGoal($0) }
                    : comments.indices.last { comments[$0].line < detailTop && isGoal($0) }
            }
        guard let goal else { return }
        _ = scroll(by: comments[goal].line - 1 - detailTop)
        comment = comments[goal].comment.id
    }

    private mutating func keepInSight() {
        let visible = TUILayout(size).bodyLines
        list.top = min(max(list.top, list.selected - visible + 1), list.selected)
        list.top = max(0, min(list.top, max(0, list.rows.count - visible)))
    }

    // MARK: - Marks

    /// Replaces the marks by those of an account, which may have changed elsewhere.
    mutating func receive(_ marks: TUIMarks) -> [Command] {
        self.marks = marks
        return receive(marks.saved, in: .saved, status: Self.savedStatus(marks), problem: nil, newCount: 0)
    }

    private mutating func toggleSaved() -> [Command] {
        guard let row = list.row else { return [] }
        guard row.list == nil else {
            note = "Only items can be saved, not feeds."
            return []
        }
        note = marks.toggleSaved(row) ? "Saved." : "Removed from saved."
        let rest = receive(
            marks.saved, in: .saved, status: Self.savedStatus(marks), problem: nil, newCount: 0)
        return [.keep(marks)] + rest
    }

    private mutating func toggleRead() -> [Command] {
        guard let row = list.row else { return [] }
        guard row.list == nil else {
            note = "Press A to mark all of its items as read."
            return []
        }
        if let isRead = row.isRead {
            list.rows[list.selected].isRead = !isRead
            return [.mark(row, isRead: !isRead)] + move(to: list.selected + 1)
        }
        marks.toggleRead(row)
        return [.keep(marks)] + move(to: list.selected + 1)
    }

    /// Marks the selected element as read if its section stores that itself.
    private mutating func markAsRead() -> [Command] {
        guard let row = list.row, row.list == nil, row.isRead == false else { return [] }
        list.rows[list.selected].isRead = true
        return [.mark(row, isRead: true)]
    }

    /// Marks the list as read; where the rows are lists, that of the selected row.
    private mutating func markAll() -> [Command] {
        guard let row = list.row else { return [] }
        note = "Marked as read."
        if section == .feeds {
            if row.list == nil { for index in list.rows.indices { list.rows[index].isRead = true } }
            return [.markAll(section, row.list)]
        }
        for row in list.rows { marks.read(row) }
        return [.keep(marks)]
    }

    /// Whether an element was read.
    func isRead(_ row: TUIRow) -> Bool { row.isRead ?? marks.isRead(row) }

    private static func savedStatus(_ marks: TUIMarks) -> String {
        marks.saved.isEmpty ? "Nothing is saved. Press s on an item to save it." : "\(marks.saved.count) saved"
    }
}

/// The elements that the user has read and saved.
struct TUIMarks: Hashable, Sendable, Codable {
    /// The maximum number of elements of each kind; the oldest are removed first.
    private static let limit = 2000

    private(set) var saved: [TUIRow] = []
    private(set) var readKeys: [String] = []

    func isRead(_ row: TUIRow) -> Bool {
        readKeys.contains(row.key) || row.keyOfAccount.map(readKeys.contains) == true
    }

    func isSaved(_ row: TUIRow) -> Bool {
        let other = row.keyOfAccount
        return saved.contains { $0.key == row.key || $0.key == other }
    }

    mutating func read(_ row: TUIRow) {
        guard !isRead(row) else { return }
        readKeys = Array((readKeys + [row.key]).suffix(Self.limit))
    }

    mutating func toggleRead(_ row: TUIRow) {
        let other = row.keyOfAccount
        if isRead(row) { readKeys.removeAll { $0 == row.key || $0 == other } } else { read(row) }
    }

    /// Saves an element at the beginning of the list, or removes a saved one.
    ///
    /// - Returns: Whether it is saved now.
    mutating func toggleSaved(_ row: TUIRow) -> Bool {
        if isSaved(row) {
            let other = row.keyOfAccount
            saved.removeAll { $0.key == row.key || $0.key == other }
            return false
        }
        var stored = row
        // Its section stores that, and it may change there.
        stored.isRead = nil
        saved = Array(([stored] + saved).prefix(Self.limit))
        return true
    }
}
