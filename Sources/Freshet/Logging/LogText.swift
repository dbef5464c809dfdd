import Foundation
import FreshetHTTP

/// A text to be logged, without its secrets.
struct LogText: Equatable {
    enum Piece: Equatable {
        case text(String)
        /// A secret, identified by the name of its header field, query item, JSON member or XML
        /// element.
        case secret(name: String)
    }

    let pieces: [Piece]

    init(_ pieces: [Piece]) {
        self.pieces = pieces.reduce(into: []) { joined, piece in
            if case .text(let next) = piece, case .text(let text)? = joined.last {
                joined[joined.count - 1] = .text(text + next)
            } else {
                joined.append(piece)
            }
        }
    }

    /// Makes the text without the secrets that a scanner found in it.
    init(_ text: String, without finds: [SecretScanner.Find]) {
        let bytes = text.utf8
        var pieces: [Piece] = []
        var copied = 0
        func part(_ range: Range<Int>) -> String {
            String(decoding: bytes.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
        }
        for find in finds {
            if find.range.lowerBound > copied { pieces.append(.text(part(copied..<find.range.lowerBound))) }
            pieces.append(.secret(name: find.name))
            copied = find.range.upperBound
        }
        if copied < bytes.count { pieces.append(.text(part(copied..<bytes.count))) }
        self.pieces = pieces
    }

    /// The text for people, with a placeholder for each secret.
    var redacted: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .secret: SecretNames.replacement
            }
        }.joined()
    }
}

extension String {
    /// The text on one line, unable to control a terminal or to look like another log line.
    ///
    /// Control characters (C0, C1), line separators, and the invisible Unicode characters that
    /// change a text's direction or form are escaped as in Swift: `\u{1B}`.
    var escapedForLog: String {
        guard !utf8.allSatisfy(Unicode.Scalar.isPlain) else { return self }
        var escaped = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.mustBeEscaped {
                escaped.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

extension Unicode.Scalar {
    /// Returns whether a UTF-8 byte is a printable ASCII character.
    static func isPlain(_ byte: UInt8) -> Bool { 0x20...0x7E ~= byte }

    /// Whether the character is invisible or would control whatever displays it.
    var mustBeEscaped: Bool {
        if value < 0x7F { return value < 0x20 }
        // The zero-width joiners are part of words and emoji.
        if value == 0x200C || value == 0x200D { return false }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return true
        default: return false
        }
    }
}
