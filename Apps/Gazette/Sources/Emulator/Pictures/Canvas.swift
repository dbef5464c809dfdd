import Foundation

/// A picture of up to 128 colours, painted in spans of one colour.
struct Canvas {
    /// Red, green and blue, from 0 to 1.
    typealias Colour = (red: Double, green: Double, blue: Double)

    let width: Int
    let height: Int
    private(set) var pixels: [UInt8]
    private(set) var palette: [(UInt8, UInt8, UInt8)] = []

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = [UInt8](repeating: 0, count: width * height)
    }

    /// Adds a gradient of colours to the palette.
    mutating func ramp(_ from: Colour, _ to: Colour, _ count: Int) -> Ramp {
        let first = palette.count
        for step in 0..<count {
            let share = count > 1 ? Double(step) / Double(count - 1) : 0
            func mix(_ from: Double, _ to: Double) -> UInt8 { UInt8(max(0, min(1, from + (to - from) * share)) * 255) }
            palette.append((mix(from.red, to.red), mix(from.green, to.green), mix(from.blue, to.blue)))
        }
        return Ramp(first: first, count: count)
    }

    /// Adds one colour.
    mutating func colour(_ colour: Colour) -> UInt8 { ramp(colour, colour, 1).shade(0) }

    /// A range of consecutive colours in the palette.
    struct Ramp {
        let first: Int
        let count: Int

        /// Returns the palette index at a fraction from 0 to 1 of the range.
        func shade(_ share: Double) -> UInt8 { UInt8(first + max(0, min(count - 1, Int(share * Double(count))))) }
    }

    /// Fills a part of a row.
    mutating func span(_ y: Int, _ start: Int, _ end: Int, _ shade: UInt8) {
        let (from, to) = (max(0, start), min(width, end))
        guard (0..<height).contains(y), from < to else { return }
        pixels.withUnsafeMutableBufferPointer { buffer in
            buffer[y * width + from..<y * width + to].update(repeating: shade)
        }
    }

    mutating func rectangle(x: Int, y: Int, width: Int, height: Int, _ shade: UInt8) {
        for row in max(0, y)..<max(0, y, min(self.height, y + height)) { span(row, x, x + width, shade) }
    }

    /// Fills an ellipse around a point.
    mutating func ellipse(x: Double, y: Double, rx: Double, ry: Double, _ shade: UInt8) {
        guard rx > 0, ry > 0 else { return }
        for row in max(0, Int(y - ry))...max(0, Int(y - ry), min(height - 1, Int(y + ry))) {
            let distance = (Double(row) + 0.5 - y) / ry
            guard distance * distance < 1 else { continue }
            let half = rx * (1 - distance * distance).squareRoot()
            span(row, Int((x - half).rounded()), Int((x + half).rounded()), shade)
        }
    }

    /// Draws an anti-aliased line with round ends, in shades from the background to the ink colour.
    ///
    /// Where lines cross, the shade closer to the ink stays, so the ramp must be the last one in the palette.
    mutating func line(
        from: (x: Double, y: Double), to: (x: Double, y: Double), width: Double, _ shades: Ramp
    ) {
        let half = width / 2
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let length = dx * dx + dy * dy
        let rows = max(0, Int(min(from.y, to.y) - half))...max(0, Int(max(from.y, to.y) + half) + 1)
        let columns = max(0, Int(min(from.x, to.x) - half))...max(0, Int(max(from.x, to.x) + half) + 1)
        for row in rows where row < height {
            for column in columns where column < self.width {
                let (x, y) = (Double(column) + 0.5 - from.x, Double(row) + 0.5 - from.y)
                let share = length > 0 ? max(0, min(1, (x * dx + y * dy) / length)) : 0
                let (restX, restY) = (x - dx * share, y - dy * share)
                let cover = half + 0.5 - (restX * restX + restY * restY).squareRoot()
                guard cover > 0 else { continue }
                let index = row * self.width + column
                pixels[index] = max(pixels[index], shades.shade(min(1, cover)))
            }
        }
    }

    /// Fills the rows from top to bottom with a ramp.
    mutating func gradient(_ ramp: Ramp, from top: Int = 0, to bottom: Int) {
        guard top < bottom else { return }
        for row in top..<bottom {
            span(row, 0, width, ramp.shade(Double(row - top) / Double(bottom - top)))
        }
    }

    /// Fills the area below a line from left to right with a vertical gradient.
    ///
    /// - Parameter line: The height of the line at each column, from the top.
    mutating func ground(_ line: [Int], _ ramp: Ramp) {
        let height = height
        let width = width
        let top = max(0, line.min() ?? height)
        guard top < height else { return }
        let shades = (top..<height).map { ramp.shade(Double($0 - top) / Double(max(1, height - top))) }
        pixels.withUnsafeMutableBufferPointer { buffer in
            for column in 0..<width {
                var row = max(top, line[column])
                while row < height {
                    buffer[row * width + column] = shades[row - top]
                    row += 1
                }
            }
        }
    }
}
