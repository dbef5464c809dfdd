import Foundation

/// Draws capital letters and digits for titles in pictures, as strokes of a round pen.
enum Letters {
    private struct Point {
        var x: Double
        var y: Double

        /// Returns the point at a fraction of the way to another point.
        func toward(_ other: Point, _ share: Double) -> Point {
            Point(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
        }
    }

    /// A letter on a grid whose capitals are ten units high.
    private struct Shape {
        let width: Double
        /// The ends of the segments of all strokes.
        let segments: [(from: Point, to: Point)]
    }

    /// The strokes of each letter, each as points of two hexadecimal digits: across, and down.
    ///
    /// A prefix `(` rounds the corners of a stroke; `o` also closes the stroke. A stroke of one point is a dot.
    private static let strokes: [Character: String] = [
        "A": "0A306A 1757", "B": "000A (00505505 (05656A0A", "C": "(6260000A6A68", "D": "000A (00606A0A",
        "E": "50000A5A 0545", "F": "50000A 0545", "G": "(6260000A6A65 3565", "H": "000A 606A 0565", "I": "000A",
        "J": "(404A0A07", "K": "000A 6006 246A", "L": "000A5A", "M": "0A0046808A", "N": "0A006A60", "O": "o00606A0A",
        "P": "000A (00606606", "Q": "o00606A0A 477B", "R": "000A (00606606 266A", "S": "(6260000565656A0A08",
        "T": "0060 303A", "U": "(000A6A60", "V": "003A60", "W": "002A426A80", "X": "006A 600A", "Y": "003560 353A",
        "Z": "00600A6A", "0": "o00505A0A", "1": "02202A", "2": "(02006064370A 0A6A", "3": "(0200606525 (25656A0A08",
        "4": "4A400767", "5": "500004 (04646A0A08", "6": "o04646A0A (500007", "7": "00602A",
        "8": "o10505515 o05656A0A", "9": "o00606606 (666A1A", "'": "1012", "-": "1545",
        "&": "(6A13105053060A4A67", ".": "1A", ",": "1A0C", ":": "13 1A", "!": "1016 1A", "?": "(020060643437 3A",
    ]

    private static let shapes = strokes.mapValues(shape)

    /// The widths of a space, of the gap between letters, and of the pen.
    private static let space = 3.5
    private static let gap = 2.3
    private static let pen = 1.7
    /// The distance from one line to the next.
    static let lineAdvance = 14.0

    private static func shape(_ text: String) -> Shape {
        var segments: [(Point, Point)] = []
        var width = 0.0
        for stroke in text.split(separator: " ") {
            let digits = stroke.compactMap { $0.hexDigitValue.map(Double.init) }
            var points = stride(from: 0, to: digits.count - 1, by: 2).map { Point(x: digits[$0], y: digits[$0 + 1]) }
            width = points.reduce(width) { max($0, $1.x) }
            if stroke.hasPrefix("o"), let first = points.first { points.append(first) }
            if stroke.hasPrefix("(") || stroke.hasPrefix("o") {
                for _ in 0..<2 { points = rounded(points, isClosed: stroke.hasPrefix("o")) }
            }
            if points.count == 1 { points += points }
            segments += zip(points, points.dropFirst())
        }
        return Shape(width: width, segments: segments)
    }

    /// Returns the points with each corner cut off, by Chaikin's algorithm.
    private static func rounded(_ points: [Point], isClosed: Bool) -> [Point] {
        var result = zip(points, points.dropFirst()).flatMap { from, to in
            [from.toward(to, 0.25), from.toward(to, 0.75)]
        }
        guard let first = points.first, let last = points.last, let start = result.first else { return points }
        if isClosed {
            result.append(start)
        } else {
            result = [first] + result + [last]
        }
        return result
    }

    /// Returns the capital letters that are drawn for a text.
    private static func capitals(_ text: String) -> String {
        text.folding(options: .diacriticInsensitive, locale: nil).uppercased()
    }

    /// The width of a line in units.
    static func width(_ line: String) -> Double {
        line.reduce(-gap) { $0 + (shapes[$1]?.width ?? space) + gap }
    }

    /// Returns the lines of a text, broken between words to at most a width in units, unless a word is wider.
    static func lines(_ text: String, width: Double) -> [String] {
        var lines: [String] = []
        for word in capitals(text).split(separator: " ") {
            if let last = lines.last, Self.width("\(last) \(word)") <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// Returns the lines of a text in the largest letters that fit, and the size of a unit.
    static func fitted(_ text: String, width: Double, height: Double) -> (lines: [String], unit: Double) {
        let words = capitals(text).split(separator: " ").map { self.width(String($0)) }
        let whole = max(1, self.width(capitals(text)))
        let longest = max(1, words.max() ?? 1)
        var best: (lines: [String], unit: Double) = ([], 0)
        for limit in stride(from: longest, through: max(longest, whole), by: 2) {
            let lines = lines(text, width: limit)
            let widest = max(1, lines.map(self.width).max() ?? 1)
            let unit = min(width / widest, height / (Double(lines.count) * lineAdvance))
            if unit > best.unit { best = (lines, unit) }
        }
        return best
    }

    /// Draws a line of text in shades from the background to the ink; characters without a shape leave a gap.
    static func write(
        _ line: String, x: Double, y: Double, unit: Double, _ shades: Canvas.Ramp, on canvas: inout Canvas
    ) {
        var left = x
        for letter in line {
            let shape = shapes[letter]
            if let shape { draw(shape, left, y, unit, shades, on: &canvas) }
            left += ((shape?.width ?? space) + gap) * unit
        }
    }

    private static func draw(
        _ shape: Shape, _ x: Double, _ y: Double, _ unit: Double, _ shades: Canvas.Ramp, on canvas: inout Canvas
    ) {
        for segment in shape.segments {
            canvas.line(
                from: (x + segment.from.x * unit, y + segment.from.y * unit),
                to: (x + segment.to.x * unit, y + segment.to.y * unit), width: max(1, pen * unit), shades)
        }
    }
}
