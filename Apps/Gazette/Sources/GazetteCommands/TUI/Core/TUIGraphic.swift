/// A picture in the terminal's own pixels, at its place on the screen.
struct TUIGraphic: Hashable, Sendable {
    /// The pixels of one cell of the terminal.
    struct Cell: Hashable, Sendable {
        let width: Int
        let height: Int

        /// Makes a size; `nil` if no terminal has it.
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
    /// The lines of the picture that are in sight; others were scrolled away, or have no room.
    var visibleLines: Range<Int>

    /// Makes a picture that fits into so many columns and lines, with its sides kept.
    init(_ bitmap: Bitmap, cell: Cell, columns: Int, lines: Int) {
        let scale = min(
            Double(columns * cell.width) / Double(bitmap.width), Double(lines * cell.height) / Double(bitmap.height))
        self.bitmap = bitmap
        self.cell = cell
        width = max(1, Int(Double(bitmap.width) * scale))
        height = max(1, Int(Double(bitmap.height) * scale))
        visibleLines = 0..<((height + cell.height - 1) / cell.height)
    }

    /// The lines of the screen that it lies on.
    var lines: Range<Int> { line..<(line + visibleLines.count) }

    /// The picture as sixels, as far as it is in sight.
    var sixels: String {
        let rows = (visibleLines.lowerBound * cell.height)..<min(height, visibleLines.upperBound * cell.height)
        return bitmap.scaled(width: width, height: height).rows(rows).sixels
    }
}
