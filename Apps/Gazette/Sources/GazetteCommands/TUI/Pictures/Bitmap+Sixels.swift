extension Bitmap {
    /// The picture as sixels (DEC STD 070 §5): six rows at a time, in the 216 colours of a cube, dithered.
    var sixels: String {
        let colours = cubeColours
        var text = "\u{1B}P0;1;0q\"1;1;\(width);\(height)"
        for colour in Set(colours).sorted() {
            // Red, green and blue are percentages.
            text += "#\(colour);2;\(20 * (colour / 36));\(20 * (colour / 6 % 6));\(20 * (colour % 6))"
        }
        text += stride(from: 0, to: height, by: 6).map { band($0, colours) }.joined(separator: "-")
        return text + "\u{1B}\\"
    }

    /// Returns some rows of the picture.
    func rows(_ rows: Range<Int>) -> Bitmap {
        let rows = rows.clamped(to: 0..<height)
        let part = Array(pixels[(rows.lowerBound * width)..<(rows.upperBound * width)])
        return Bitmap(width: width, height: rows.count, pixels: part) ?? self
    }

    /// The index of each pixel's colour in the cube; colours in between are dithered with a 4 by 4 pattern.
    private var cubeColours: [Int] {
        let pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
        return pixels.indices.map { index in
            let (row, column) = (index / width, index % width)
            let threshold = pattern[row % 4 * 4 + column % 4]
            func step(_ value: UInt8) -> Int { (Int(value) * 5 * 16 + threshold * 255 + 127) / (255 * 16) }
            let pixel = pixels[index]
            return 36 * step(pixel.red) + 6 * step(pixel.green) + step(pixel.blue)
        }
    }

    /// Returns up to six rows as sixels: one line for each colour in them, drawn over each other.
    private func band(_ top: Int, _ colours: [Int]) -> String {
        var sixels: [Int: [UInt8]] = [:]
        for row in top..<min(top + 6, height) {
            for column in 0..<width {
                sixels[colours[row * width + column], default: Array(repeating: 0, count: width)][column] |=
                    1 << UInt8(row - top)
            }
        }
        return sixels.sorted { $0.key < $1.key }.map { "#\($0.key)\(Self.runs($0.value))" }.joined(separator: "$")
    }

    /// Returns sixels as characters, with a repeat count for repeated ones.
    private static func runs(_ sixels: [UInt8]) -> String {
        var text = ""
        var start = 0
        while start < sixels.count {
            let end = sixels[start...].firstIndex { $0 != sixels[start] } ?? sixels.count
            let character = String(UnicodeScalar(sixels[start] + 63))
            text += end - start > 3 ? "!\(end - start)\(character)" : String(repeating: character, count: end - start)
            start = end
        }
        return text
    }
}
