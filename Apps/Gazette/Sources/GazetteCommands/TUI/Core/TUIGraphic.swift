/// A picture drawn in the terminal's pixels, with its position on the screen.
struct TUIGraphic: Hashable, Sendable {
    /// The size of one cell of the terminal, in pixels.
    struct Cell: Hashable, Sendable {
        let width: Int
        let height: Int

        /// Makes a size; `nil` if it is not plausible for a terminal.
        init?(width: Int, height: Int) {
            guard (2...128).contains(width), (2...128).contains(height) else { return nil }
            self.width = width
            self.height = height
        }
    }

    let bitmap: Bitmap
    /// The size of the picture in pixels.
    let width: Int
    let height: Int
    let cell: Cell
    /// The first line and column on the screen.
    var line = 0
    var column = 0
    /// The visible lines of the picture; others are scrolled away, or have no room.
    var visibleLines: Range<Int>

    /// Makes a picture that fits into a number of columns and lines, with its aspect ratio kept.
    init(_ bitmap: Bitmap, cell: Cell, columns: Int, lines: Int) {
        let scale = min(
            Double(columns * cell.width) / Double(bitmap.width), Double(lines * cell.height) / Double(bitmap.height))
        self.bitmap = bitmap
        self.cell = cell
        width = max(1, Int(Double(bitmap.width) * scale))
        height = max(1, Int(Double(bitmap.height) * scale))
        visibleLines = 0..<((height + cell.height - 1) / cell.height)
    }

    /// The lines of the screen that it covers.
    var lines: Range<Int> { line..<(line + visibleLines.count) }

    /// The visible part of the picture as sixels.
    var sixels: String {
        let rows = (visibleLines.lowerBound * cell.height)..<min(height, visibleLines.upperBound * cell.height)
        return bitmap.scaled(width: width, height: height).rows(rows).sixels
    }
}
