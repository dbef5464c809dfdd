import Foundation
import FreshetTapes
import HTTPTypes

/// Texts of a tape that look like secrets or personal data, though no name shows them to be secret.
///
/// A person has to look at them: ids and digests look the same.
struct Suspects {
    /// A kind of text.
    enum Kind: CaseIterable {
        case email
        case token
        case random

        func text(_ count: Int) -> String {
            switch self {
            case .email: count == 1 ? "an e-mail address" : "\(count) e-mail addresses"
            case .token: count == 1 ? "a JSON Web Token" : "\(count) JSON Web Tokens"
            case .random: count == 1 ? "a long random text" : "\(count) long random texts"
            }
        }
    }

    /// The shortest text that can be a random one, in bytes: 128 bits in hexadecimal digits.
    private static let randomLength = 32
    /// The number of small letters in sequence that makes a text one of words.
    private static let wordLength = 8

    /// How many texts of each kind there are, and the beginning of the first one.
    private(set) var finds: [Kind: (count: Int, first: String)] = [:]

    init(in text: String) {
        for word in text.utf8.split(whereSeparator: { !Self.isOfWords($0) }) {
            guard let kind = Self.kind(of: word) else { continue }
            finds[kind, default: (0, String(Substring(word.prefix(6))))].count += 1
        }
    }

    /// The kinds with their numbers and the beginning of the first text; the rest of it is not shown.
    var descriptions: [String] {
        Kind.allCases.compactMap { kind in
            finds[kind].map { "\(kind.text($0.count)) (“\($0.first)…”)" }
        }
    }

    // MARK: - Kinds

    private static func isOfWords(_ byte: UInt8) -> Bool {
        isSmall(byte) || isCapital(byte) || isDigit(byte) || "_-.@+%".utf8.contains(byte)
    }

    private static func isSmall(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }
    private static func isCapital(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private static func kind(of word: Substring.UTF8View) -> Kind? {
        let text = String(Substring(word))
        for sign in ["@", "%40"] {
            let parts = text.components(separatedBy: sign)
            let host = parts.last?.split(separator: ".") ?? []
            if parts.count == 2, !parts[0].isEmpty, host.count > 1, host[host.count - 1].allSatisfy(\.isLetter) {
                return .email
            }
        }
        // The header and the claims of a token are objects of JSON in Base64URL.
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 3, parts[0].hasPrefix("eyJ"), parts[1].hasPrefix("eyJ") { return .token }
        return parts.contains { isRandom($0.utf8) } ? .random : nil
    }

    private static func isRandom(_ text: Substring.UTF8View) -> Bool {
        guard text.count >= randomLength, text.contains(where: isDigit) else { return false }
        if text.allSatisfy({ isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20) }) {
            return text.contains { !isDigit($0) }
        }
        guard text.contains(where: isSmall), text.contains(where: isCapital) else { return false }
        return !text.split(whereSeparator: { !isSmall($0) }).contains { $0.count >= wordLength }
    }
}

extension Tape.Entry {
    /// The texts that a person should look at, by the part of the entry.
    var suspects: [(place: String, suspects: Suspects)] {
        func text(_ body: Tape.Body?) -> String { body.flatMap { String(validating: $0.data, as: UTF8.self) } ?? "" }
        let texts = [
            ("the address", request.url),
            ("the request's header fields", request.fields.map(\.value).joined(separator: " ")),
            ("the request's body", text(request.body)),
            ("the response's header fields", response?.head.headerFields.map(\.value).joined(separator: " ") ?? ""),
            ("the response's body", text(response?.body)),
        ]
        return texts.map { ($0, Suspects(in: $1)) }.filter { !$0.1.finds.isEmpty }
    }
}
