/// The layout of the screen for a size: the list, the details and the picture.
struct TUILayout {
    /// The width in columns from which the list and the details are shown side by side.
    private static let twoPanes = 120
    /// The width of a list from which its rows show facts beside the title.
    private static let factsFrom = 60

    let columns: Int
    let lines: Int

    init(_ size: (columns: Int, lines: Int)) {
        columns = max(1, size.columns)
        lines = max(1, size.lines)
    }

    var hasTwoPanes: Bool { columns >= Self.twoPanes }

    /// The number of lines between the two lines at the top and the one at the bottom.
    var bodyLines: Int { max(1, lines - 3) }

    /// The width of the list in columns.
    var listWidth: Int { hasTwoPanes ? columns * 9 / 20 : columns }

    /// The most columns that the facts of a row take; 0 if the title takes the whole row.
    var factsWidth: Int { listWidth < Self.factsFrom ? 0 : 30 }

    /// The width of the details in columns, without the dividing line and the blanks around it.
    var detailWidth: Int { hasTwoPanes ? columns - listWidth - 3 : columns }

    /// The maximum height of a picture in lines.
    var pictureLines: Int { max(4, bodyLines * 2 / 5) }
}
