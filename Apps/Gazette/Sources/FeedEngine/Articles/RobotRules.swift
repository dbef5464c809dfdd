import Foundation

/// The rules of a site for robots (RFC 9309), as they apply to Gazette.
struct RobotRules: Sendable, Equatable {
    /// Everything is allowed.
    static let none = RobotRules(rules: [])
    /// Nothing is allowed: the rules could not be read because the server has failed (RFC 9309 §2.3.1.4).
    static let all = RobotRules(rules: [Rule(path: "/", allows: false)])

    private struct Rule: Sendable, Equatable {
        let path: String
        let allows: Bool
    }

    private let rules: [Rule]

    /// The most bytes that are read; at least 500 KiB are (RFC 9309 §2.5).
    static let byteLimit = 512 << 10
    private static let ruleLimit = 2000

    private init(rules: [Rule]) { self.rules = rules }

    /// Reads the rules for a robot: those of the groups that name it, or else of the groups for all.
    init(_ text: String, for robot: String) {
        var own: [Rule] = []
        var common: [Rule] = []
        var (namesIt, namesAll, isNamed) = (false, false, false)
        var isOfAgents = false
        for line in text.split(whereSeparator: \.isNewline) {
            let content = line.prefix { $0 != "#" }
            guard let colon = content.firstIndex(of: ":") else { continue }
            let name = content[..<colon].trimmingCharacters(in: .whitespaces).lowercased()
            let value = content[content.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            if name == "user-agent" {
                if !isOfAgents { (namesIt, namesAll) = (false, false) }
                isOfAgents = true
                let product = value.prefix { $0.isLetter || $0 == "-" || $0 == "_" }
                if product.lowercased() == robot.lowercased() { (namesIt, isNamed) = (true, true) }
                if value == "*" { namesAll = true }
            } else if name == "allow" || name == "disallow" {
                isOfAgents = false
                guard !value.isEmpty else { continue }
                let rule = Rule(path: Self.normal(value, isPattern: true), allows: name == "allow")
                if namesIt, own.count < Self.ruleLimit { own.append(rule) }
                if namesAll, common.count < Self.ruleLimit { common.append(rule) }
            }
        }
        rules = isNamed ? own : common
    }

    /// Whether a path with its query may be requested: the longest rule that matches decides; of two, the one that
    /// allows.
    func allow(_ path: String) -> Bool {
        let path = Self.normal(path, isPattern: false)
        var best: (length: Int, allows: Bool)?
        for rule in rules where Self.matches(path, rule.path) {
            let length = rule.path.utf8.count
            if let best, best.length > length || best.length == length && best.allows { continue }
            best = (length, rule.allows)
        }
        return best?.allows ?? true
    }

    /// Returns a path or a pattern as they are compared (RFC 9309 §2.2.2): unreserved characters are decoded, and others
    /// are encoded, with capital letters. In a query, that of characters that only have a meaning before it makes no
    /// difference.
    private static func normal(_ text: String, isPattern: Bool) -> String {
        var output: [UInt8] = []
        var rest = Array(text.utf8)[...]
        var isInQuery = false
        while var byte = rest.popFirst() {
            let digits = rest.prefix(2)
            let isEscape = byte == UInt8(ascii: "%") && digits.count == 2 && digits.allSatisfy(hexadecimal.contains)
            if isEscape, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
                byte = value
                rest = rest.dropFirst(2)
            }
            let isSpecial = isPattern && (byte == UInt8(ascii: "*") || byte == UInt8(ascii: "$") && rest.isEmpty)
            let isPlain = !isEscape && (isSpecial || "=&;+,!'()/?:@#[]".utf8.contains(byte))
            if isPlain || unreserved.contains(byte) || isInQuery && "/?:@".utf8.contains(byte) {
                output.append(byte)
            } else {
                output += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
            }
            if byte == UInt8(ascii: "?"), !isEscape { isInQuery = true }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static let hexadecimal = Set("0123456789abcdefABCDEF".utf8)
    private static let unreserved = Set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~".utf8)

    /// Whether a path begins as a pattern says, in which `*` stands for any text and `$` for the end.
    private static func matches(_ path: String, _ pattern: String) -> Bool {
        let endsThere = pattern.hasSuffix("$")
        let parts = (endsThere ? String(pattern.dropLast()) : pattern).split(
            separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, path.hasPrefix(first) else { return false }
        var rest = path.dropFirst(first.count)
        for (index, part) in parts.enumerated().dropFirst() {
            if endsThere, index == parts.count - 1 { return rest.hasSuffix(part) }
            guard let found = part.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: part) else {
                return false
            }
            rest = rest[found.upperBound...]
        }
        return !endsThere || rest.isEmpty
    }
}
