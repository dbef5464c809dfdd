public import Foundation

/// The host of an address as people read it.
public enum HostText {
    /// Returns the host of an address with the letters that its encoding stands for; `nil` without a host.
    public static func of(_ url: URL) -> String? {
        url.host(percentEncoded: false).flatMap { $0.isEmpty ? nil : shown($0) }
    }

    /// Returns a host with its encoded labels decoded (RFC 5891).
    ///
    /// A label that could pass for another one stays encoded, as in browsers: one that mixes scripts, or whose letters
    /// all look like Latin ones.
    static func shown(_ host: String) -> String {
        host.split(separator: ".", omittingEmptySubsequences: false).map { label in
            guard label.lowercased().hasPrefix("xn--"), let text = decoded(label.dropFirst(4)), isPlain(text)
            else { return String(label) }
            return text
        }.joined(separator: ".")
    }

    // MARK: - Punycode (RFC 3492)

    private static let base = 36, leastThreshold = 1, mostThreshold = 26

    private static func decoded(_ text: Substring) -> String? {
        let parts = text.lastIndex(of: "-").map { (text[..<$0], text[text.index(after: $0)...]) } ?? ("", text)
        var scalars = Array(parts.0.unicodeScalars)
        guard scalars.allSatisfy(\.isASCII), !parts.1.isEmpty else { return nil }
        var (code, index, bias) = (128, 0, 72)
        var digits = parts.1.unicodeScalars.makeIterator()
        var next = digits.next()
        while next != nil {
            let start = index
            var (weight, position) = (1, base)
            while true {
                guard let digit = next.flatMap(Self.digit) else { return nil }
                next = digits.next()
                let (step, isTooLarge) = digit.multipliedReportingOverflow(by: weight)
                guard !isTooLarge, index <= 0x7FFF_FFFF - step else { return nil }
                index += step
                let threshold = min(max(position - bias, leastThreshold), mostThreshold)
                if digit < threshold { break }
                weight *= base - threshold
                guard weight <= 0x7FFF_FFFF else { return nil }
                position += base
            }
            let count = scalars.count + 1
            bias = adapted(index - start, count, isFirst: start == 0)
            code += index / count
            index %= count
            guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
            scalars.insert(scalar, at: index)
            index += 1
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar {
        case "a"..."z": Int(scalar.value) - 97
        case "A"..."Z": Int(scalar.value) - 65
        case "0"..."9": Int(scalar.value) - 22
        default: nil
        }
    }

    private static func adapted(_ difference: Int, _ count: Int, isFirst: Bool) -> Int {
        var rest = isFirst ? difference / 700 : difference / 2
        rest += rest / count
        var bias = 0
        while rest > (base - leastThreshold) * mostThreshold / 2 {
            rest /= base - leastThreshold
            bias += base
        }
        return bias + (base - leastThreshold + 1) * rest / (rest + 38)
    }

    // MARK: - Labels that could pass for others

    /// Letters of other scripts that look like Latin ones.
    private static let latinLooking = Set("аесорхуѕіјһԁԛԝʏвкмнтгӏαοινκρτυχωγ".unicodeScalars)

    private static func isPlain(_ label: String) -> Bool {
        var scripts: Set<Int> = []
        var isOfOtherLetters = false
        for scalar in label.unicodeScalars {
            let properties = scalar.properties
            switch properties.generalCategory {
            case .nonspacingMark, .spacingMark, .decimalNumber: continue
            case .lowercaseLetter, .otherLetter, .modifierLetter: break
            default:
                if scalar == "-" || scalar == "·" { continue }
                return false
            }
            scripts.insert(script(of: scalar))
            if !latinLooking.contains(scalar) { isOfOtherLetters = true }
        }
        return scripts.count <= 1 && isOfOtherLetters
    }

    /// A number for the script of a letter, as far as scripts are told apart here.
    private static func script(of letter: Unicode.Scalar) -> Int {
        switch letter.value {
        case ..<0x250, 0x1E00..<0x1F00: 0
        // Han, kana, Hangul and bopomofo stand together.
        case 0x1100..<0x1200, 0x3000..<0xA000, 0xAC00..<0xD7B0, 0x20000..<0x32000: 1
        case 0x370..<0x400, 0x1F00..<0x2000: 2
        case 0x400..<0x530: 3
        default: 4 + Int(letter.value >> 7)
        }
    }
}
