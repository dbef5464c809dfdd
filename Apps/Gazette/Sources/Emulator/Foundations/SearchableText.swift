import Foundation

/// A text in searchable form: without case, accents and punctuation, each word between blanks.
struct SearchableText: Sendable, Hashable {
    /// The texts that it consists of; no phrase matches across their borders.
    private let parts: [[UInt8]]

    /// Makes the searchable form of texts; no phrase matches across their borders.
    init(_ texts: [String?]) {
        parts = texts.compactMap { $0 }.map { Array(" \(Self.folded($0)) ".utf8) }
    }

    /// Combines texts that are in searchable form already.
    init(parts: [SearchableText]) {
        self.parts = parts.flatMap(\.parts)
    }

    /// Returns whether the text contains a folded phrase.
    func contains(_ phrase: String) -> Bool {
        let needle = Self.needle(phrase)
        return parts.contains { Self.place(of: needle, in: $0, from: 0) != nil }
    }

    /// Returns whether a word of the text begins with a folded word.
    func containsWord(beginningWith word: String) -> Bool {
        let needle = Array(" \(word)".utf8)
        return parts.contains { Self.place(of: needle, in: $0, from: 0) != nil }
    }

    /// Returns the number of occurrences of a folded phrase in the text.
    func count(of phrase: String) -> Int {
        let needle = Self.needle(phrase)
        var count = 0
        for part in parts {
            var start = 0
            while let place = Self.place(of: needle, in: part, from: start) {
                count += 1
                // The space after a word is also the one before the next.
                start = place + needle.count - 1
            }
        }
        return count
    }

    private static func place(of needle: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        guard let first = needle.first, needle.count > 1 else { return nil }
        let last = text.count - needle.count
        return text.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var place = start
            while place <= last, let found = memchr(base + place, Int32(first), last - place + 1) {
                place = UnsafeRawPointer(found) - base
                if memcmp(base + place, needle, needle.count) == 0 { return place }
                place += 1
            }
            return nil
        }
    }

    /// Returns the bytes to search for. Chinese is written without blanks, so there a phrase matches anywhere.
    private static func needle(_ phrase: String) -> [UInt8] {
        let isChinese = phrase.unicodeScalars.contains { (0x3400...0x9FFF).contains($0.value) }
        return Array((isChinese ? phrase : " \(phrase) ").utf8)
    }

    /// Returns the words of a text without case and accents, with single blanks between them.
    static func folded(_ text: String) -> String {
        // Most texts are plain ASCII, for which a faster way without Unicode rules is enough.
        if let words = foldedASCII(text) { return words }
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: locale)
        let words = folded.split { !($0.isLetter || $0.isNumber) }.joined(separator: " ")
        return words.precomposedStringWithCanonicalMapping
    }

    private static let locale = Locale(identifier: "en_US_POSIX")

    private static func foldedASCII(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { foldedASCII(UnsafeRawBufferPointer($0)) }
    }

    private static func foldedASCII(_ text: UnsafeRawBufferPointer) -> String? {
        let letters = letters
        var words: [UInt8] = []
        words.reserveCapacity(text.count)
        var isBetweenWords = false
        for byte in text {
            guard byte < 0x80 else { return nil }
            let letter = letters[Int(byte)]
            if letter == 0 {
                isBetweenWords = true
            } else {
                if isBetweenWords, !words.isEmpty { words.append(0x20) }
                isBetweenWords = false
                words.append(letter)
            }
        }
        return String(decoding: words, as: UTF8.self)
    }

    /// The lower-case letter or the digit of each ASCII byte; 0 for a byte between words.
    private static let letters = (UInt8(0)..<0x80).map { byte -> UInt8 in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        default: 0
        }
    }
}
