/// Where things stand on a screen of a size.
struct TUILayout {
    /// From this width on, the list and what is selected stand side by side.
    private static let twoPanes = 58

    let columns: Int
    let lines: Int

    init(_ size: (columns: Int, lines: Int)) {
        columns = max(1, size.columns)
        lines = max(1, size.lines)
    }

    var hasTwoPanes: Bool { columns >= Self.twoPanes }

    /// The lines between the two at the top and the one at the bottom.
    var bodyLines: Int { max(1, lines - 3) }

    /// The columns of the list.
    var listWidth: Int { hasTwoPanes ? min(60, max(26, columns * 2 / 5)) : columns }

    /// The columns of what is selected, besides the line between the two and the blanks around it.
    var detailWidth: Int { hasTwoPanes ? columns - listWidth - 3 : columns }

    /// Each row takes two lines: the title, and the facts.
    var rowsOnScreen: Int { max(1, bodyLines / 2) }

    /// The most lines of a picture.
    var pictureLines: Int { max(4, bodyLines * 2 / 5) }
}
