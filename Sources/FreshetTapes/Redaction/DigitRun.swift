/// A run of consecutive Base64 or hexadecimal digits in a text.
struct DigitRun {
    /// An encoding of bytes as digits.
    enum Coding {
        /// Base64 in either alphabet (RFC 4648 §4 and §5), possibly with line breaks between the
        /// digits.
        case base64
        case hex

        /// The number of digit positions at which the encoding may start.
        var alignments: Int { self == .base64 ? 4 : 2 }
        var bits: Int { self == .base64 ? 6 : 4 }

        fileprivate var values: [UInt8] { self == .base64 ? DigitRun.base64Values : DigitRun.hexValues }
    }

    /// Marks a byte that isn't a digit.
    private static let none: UInt8 = 0xFF

    private static let base64Values: [UInt8] = {
        var values = [UInt8](repeating: none, count: 256)
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
        values[Int(UInt8(ascii: "-"))] = 62
        values[Int(UInt8(ascii: "_"))] = 63
        return values
    }()

    private static let hexValues: [UInt8] = {
        var values = [UInt8](repeating: none, count: 256)
        for (value, digit) in "0123456789abcdef".utf8.enumerated() { values[Int(digit)] = UInt8(value) }
        for (value, digit) in "ABCDEF".utf8.enumerated() { values[Int(digit)] = UInt8(value + 10) }
        return values
    }()

    private let coding: Coding
    /// The values of the digits.
    private var digits: [UInt8] = []
    /// The text positions after line breaks, with the numbers of the digits there. The first one is
    /// the start.
    private var lines: [(digit: Int, position: Int)]
    /// The text position after the last digit and the padding.
    private(set) var end: Int

    private init(_ coding: Coding, at start: Int) {
        self.coding = coding
        lines = [(0, start)]
        end = start
    }

    // MARK: - Reading

    /// Calls a closure with each run in a text.
    ///
    /// - Parameter bytes: The minimum number of bytes that a run must encode.
    static func forEach(in text: [UInt8], of coding: Coding, bytes: Int, _ body: (DigitRun) -> Void) {
        let values = coding.values
        let shortest = (bytes * 8 + coding.bits - 1) / coding.bits
        var position = 0
        while position < text.count {
            guard values[Int(text[position])] != none else {
                position += 1
                continue
            }
            let run = DigitRun(coding, in: text, at: position, values)
            position = run.end
            if run.digits.count >= shortest { body(run) }
        }
    }

    private init(_ coding: Coding, in text: [UInt8], at start: Int, _ values: [UInt8]) {
        self.init(coding, at: start)
        var position = start
        while position < text.count {
            let value = values[Int(text[position])]
            if value != Self.none {
                digits.append(value)
                position += 1
                continue
            }
            let next = text[position...].prefix(2).drop { $0 == 0x0D || $0 == 0x0A }.startIndex
            guard coding == .base64, next > position, next < text.count, values[Int(text[next])] != Self.none else {
                break
            }
            position = next
            lines.append((digits.count, next))
        }
        while coding == .base64, position < text.count, text[position] == UInt8(ascii: "=") { position += 1 }
        end = position
    }

    /// Returns the bytes of a text that consists of a single run, or `nil` for other texts.
    static func whole(_ text: [UInt8], of coding: Coding) -> [UInt8]? {
        guard let first = text.first, coding.values[Int(first)] != none else { return nil }
        let run = DigitRun(coding, in: text, at: 0, coding.values)
        return run.end == text.count && run.lines.count == 1 ? run.decoded(from: 0) : nil
    }

    // MARK: - Decoding

    /// Returns the decoded bytes, beginning at a given digit.
    func decoded(from first: Int) -> [UInt8] {
        guard digits.count > first else { return [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity((digits.count - first) * coding.bits / 8)
        var (value, bits) = (UInt32(0), 0)
        for digit in digits[first...] {
            value = value << UInt32(coding.bits) | UInt32(digit)
            bits += coding.bits
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
        }
        return bytes
    }

    /// Returns the text range of a range of decoded bytes: all digits that contain any of their
    /// bits. For the last bytes, it includes the padding.
    func source(of range: Range<Int>, from first: Int) -> Range<Int> {
        let firstDigit = first + range.lowerBound * 8 / coding.bits
        let lastDigit = first + (range.upperBound * 8 + coding.bits - 1) / coding.bits - 1
        let isLast = (lastDigit + 1 - first) * coding.bits + 8 > (digits.count - first) * coding.bits
        return position(of: firstDigit)..<(isLast ? end : position(of: min(lastDigit, digits.count - 1)) + 1)
    }

    private func position(of digit: Int) -> Int {
        let line = lines.last { $0.digit <= digit } ?? lines[0]
        return line.position + digit - line.digit
    }
}
