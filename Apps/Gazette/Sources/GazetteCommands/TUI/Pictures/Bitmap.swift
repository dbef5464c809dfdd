/// A picture as the colours of its pixels, row by row.
struct Bitmap: Hashable, Sendable {
    struct Pixel: Hashable, Sendable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8
    }

    let width: Int
    let height: Int
    let pixels: [Pixel]

    /// Makes a picture; `nil` if the number of pixels is not that of the size.
    init?(width: Int, height: Int, pixels: [Pixel]) {
        guard width > 0, height > 0, pixels.count == width * height else { return nil }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Returns the picture in another size; each pixel is the mean of the pixels that it replaces.
    func scaled(width newWidth: Int, height newHeight: Int) -> Bitmap {
        let (newWidth, newHeight) = (max(1, newWidth), max(1, newHeight))
        var result: [Pixel] = []
        result.reserveCapacity(newWidth * newHeight)
        for row in 0..<newHeight {
            let rows = Self.range(row, of: newHeight, in: height)
            for column in 0..<newWidth { result.append(mean(Self.range(column, of: newWidth, in: width), rows)) }
        }
        return Bitmap(width: newWidth, height: newHeight, pixels: result) ?? self
    }

    /// The old pixels, at least one, that a new pixel replaces.
    private static func range(_ index: Int, of count: Int, in length: Int) -> Range<Int> {
        let start = index * length / count
        return start..<max(start + 1, (index + 1) * length / count)
    }

    private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> Pixel {
        var (red, green, blue) = (0, 0, 0)
        for row in rows {
            for pixel in pixels[(row * width + columns.lowerBound)..<(row * width + columns.upperBound)] {
                red += Int(pixel.red)
                green += Int(pixel.green)
                blue += Int(pixel.blue)
            }
        }
        let count = rows.count * columns.count
        return Pixel(red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
    }

    /// Returns the picture as half blocks, two pixels per cell, as large as fits with its aspect ratio kept.
    ///
    /// A cell is taken to be twice as high as it is wide, so that its halves are squares.
    func halfBlocks(columns: Int, lines: Int) -> [StyledLine] {
        let scale = min(Double(columns) / Double(width), Double(lines * 2) / Double(height))
        let small = scaled(
            width: max(1, Int(Double(width) * scale)), height: max(2, Int(Double(height) * scale) / 2 * 2))
        return stride(from: 0, to: small.height, by: 2).map { row in
            var line = StyledLine()
            for column in 0..<small.width {
                let (upper, lower) = (small.paint(column, row), small.paint(column, row + 1))
                line.append("▀", CellStyle(foreground: upper, background: lower))
            }
            return line
        }
    }

    private func paint(_ column: Int, _ row: Int) -> CellStyle.Paint {
        let pixel = pixels[row * width + column]
        return .rgb(pixel.red, pixel.green, pixel.blue)
    }
}
