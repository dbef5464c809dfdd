import Foundation

/// The encoding of a feed.
enum FeedEncoding: Sendable {
    case utf8, windows1252, utf16

    /// The name in the declaration of a document.
    var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .windows1252: "windows-1252"
        case .utf16: "UTF-16"
        }
    }

    /// Returns a document in the encoding; for windows-1252, other characters are references.
    func bytes(_ text: String) -> [UInt8] {
        switch self {
        case .utf8: Array(text.utf8)
        case .windows1252: text.unicodeScalars.flatMap(Self.windows1252)
        case .utf16: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        }
    }

    private static func windows1252(_ scalar: Unicode.Scalar) -> [UInt8] {
        if scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) { return [UInt8(scalar.value)] }
        if let byte = specials[scalar] { return [byte] }
        return Array("&#\(scalar.value);".utf8)
    }

    /// Characters that are not at the numbers that they have in Unicode.
    private static let specials: [Unicode.Scalar: UInt8] = [
        "€": 0x80, "‚": 0x82, "„": 0x84, "…": 0x85, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "•": 0x95, "–": 0x96,
        "—": 0x97, "™": 0x99, "š": 0x9A, "œ": 0x9C, "ž": 0x9E,
    ]
}
