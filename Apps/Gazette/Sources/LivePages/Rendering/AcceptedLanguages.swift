import Foundation

/// The languages that a browser prefers, as its `Accept-Language` field names them (RFC 9110 §12.5.4).
enum AcceptedLanguages {
    /// Returns the region of the first one: that which it names, or where it is spoken most.
    ///
    /// - Parameter field: The value of the field, of which a longer one is not read.
    static func region(_ field: String) -> String? {
        guard field.utf8.count <= 500 else { return nil }
        let ranges = field.split(separator: ",").enumerated().map { place, part in
            let parts = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (tag: parts.first ?? "", weight: weight, place: place)
        }
        let best = ranges.filter { $0.weight > 0 && $0.tag != "*" && !$0.tag.isEmpty }
            .min { ($1.weight, $0.place) < ($0.weight, $1.place) }
        guard let tag = best?.tag, tag.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || Self.isAlphanumeric($0) }) else {
            return nil
        }
        let language = Locale.Language(identifier: tag)
        return (language.region ?? Locale.Language(identifier: language.maximalIdentifier).region)?.identifier
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
