import Foundation

/// Capital letters and digits of five by seven squares, for titles in pictures.
enum Letters {
    /// The rows of a letter from top to bottom; the highest of five bits is the leftmost square.
    private static let shapes: [Character: [UInt8]] = [
        "A": [14, 17, 17, 31, 17, 17, 17], "B": [30, 17, 17, 30, 17, 17, 30], "C": [14, 17, 16, 16, 16, 17, 14],
        "D": [30, 17, 17, 17, 17, 17, 30], "E": [31, 16, 16, 30, 16, 16, 31], "F": [31, 16, 16, 30, 16, 16, 16],
        "G": [14, 17, 16, 23, 17, 17, 14], "H": [17, 17, 17, 31, 17, 17, 17], "I": [14, 4, 4, 4, 4, 4, 14],
        "J": [7, 2, 2, 2, 2, 18, 12], "K": [17, 18, 20, 24, 20, 18, 17], "L": [16, 16, 16, 16, 16, 16, 31],
        "M": [17, 27, 21, 21, 17, 17, 17], "N": [17, 25, 25, 21, 19, 19, 17], "O": [14, 17, 17, 17, 17, 17, 14],
        "P": [30, 17, 17, 30, 16, 16, 16], "Q": [14, 17, 17, 17, 21, 18, 13], "R": [30, 17, 17, 30, 20, 18, 17],
        "S": [15, 16, 16, 14, 1, 1, 30], "T": [31, 4, 4, 4, 4, 4, 4], "U": [17, 17, 17, 17, 17, 17, 14],
        "V": [17, 17, 17, 17, 17, 10, 4], "W": [17, 17, 17, 21, 21, 27, 17], "X": [17, 17, 10, 4, 10, 17, 17],
        "Y": [17, 17, 10, 4, 4, 4, 4], "Z": [31, 1, 2, 4, 8, 16, 31], "0": [14, 17, 19, 21, 25, 17, 14],
        "1": [4, 12, 4, 4, 4, 4, 14], "2": [14, 17, 1, 6, 8, 16, 31], "3": [30, 1, 1, 14, 1, 1, 30],
        "4": [2, 6, 10, 18, 31, 2, 2], "5": [31, 16, 30, 1, 1, 17, 14], "6": [14, 16, 16, 30, 17, 17, 14],
        "7": [31, 1, 2, 4, 4, 8, 8], "8": [14, 17, 17, 14, 17, 17, 14], "9": [14, 17, 17, 15, 1, 1, 14],
        "'": [4, 4, 8, 0, 0, 0, 0], "-": [0, 0, 0, 14, 0, 0, 0], "&": [12, 18, 20, 8, 21, 18, 13],
        ".": [0, 0, 0, 0, 0, 12, 12], ",": [0, 0, 0, 0, 12, 4, 8], ":": [0, 12, 12, 0, 12, 12, 0],
        "!": [4, 4, 4, 4, 4, 0, 4], "?": [14, 17, 1, 6, 4, 0, 4],
    ]

    /// The squares from one letter to the next, and from one line to the next.
    static let advance = 6
    static let lineAdvance = 9

    /// The lines of a text, broken between words.
    static func lines(_ text: String, width: Int) -> [String] {
        let plain = text.folding(options: .diacriticInsensitive, locale: nil).uppercased()
        var lines: [String] = []
        for word in plain.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// Writes a line; letters that have no shape leave a gap.
    static func write(_ line: String, x: Int, y: Int, square: Int, _ shade: UInt8, on canvas: inout Canvas) {
        for (index, letter) in line.enumerated() {
            guard let rows = shapes[letter] else { continue }
            let left = x + index * advance * square
            for (row, bits) in rows.enumerated() {
                for column in 0..<5 where bits & (16 >> UInt8(column)) != 0 {
                    canvas.rectangle(
                        x: left + column * square, y: y + row * square, width: square, height: square, shade)
                }
            }
        }
    }
}
