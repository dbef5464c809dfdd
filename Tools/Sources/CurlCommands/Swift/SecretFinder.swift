import Foundation
import Freshet

/// Finds the secrets in the body of a request, and puts parameters in their place.
///
/// Names are secret by `SecretNames.standard`, as in everything else that Freshet prints.
struct SecretFinder {
    /// Returns the name of the parameter for the value with a name.
    var parameter: (_ name: String) -> String

    static func isSecret(item name: String) -> Bool { SecretNames.standard.contains(item: name) }

    /// Returns a body as text; `nil` if its bytes aren't UTF-8.
    mutating func text(of body: Data, contentType: String) -> SwiftText? {
        guard let text = String(data: body, encoding: .utf8) else { return nil }
        let type = contentType.lowercased()
        if type.contains("json") { return json(text) }
        if type.hasPrefix("application/x-www-form-urlencoded") { return form(text) }
        if type.hasPrefix("multipart/form-data") { return multipart(text) }
        return SwiftText(text)
    }

    /// Returns an encoded query or form. The parameters hold encoded values.
    func form(_ text: String) -> SwiftText {
        var result = SwiftText([])
        for (index, item) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
            let separator = index == 0 ? "" : "&"
            if let sign = item.firstIndex(of: "="), item.index(after: sign) < item.endIndex,
                Self.isSecret(item: String(item[..<sign]))
            {
                result.append(.text("\(separator)\(item[...sign])"))
                result.append(.parameter(parameter(String(item[..<sign]))))
            } else {
                result.append(.text("\(separator)\(item)"))
            }
        }
        return result
    }

    /// Returns a JSON text. The parameters hold the text of JSON strings and numbers.
    private func json(_ text: String) -> SwiftText {
        var scanner = JSONSecrets(text, parameter)
        return scanner.scan()
    }

    /// Returns a multipart body as browsers write it.
    private func multipart(_ text: String) -> SwiftText {
        var result = SwiftText([])
        var rest = text[...]
        while let name = rest.firstRange(of: "; name=\""), let end = rest[name.upperBound...].firstIndex(of: "\""),
            let start = rest[end...].firstRange(of: "\r\n\r\n")?.upperBound,
            let stop = rest[start...].firstRange(of: "\r\n--")?.lowerBound
        {
            let field = String(rest[name.upperBound..<end])
            if Self.isSecret(item: field), start < stop {
                result.append(.text(String(rest[..<start])))
                result.append(.parameter(parameter(field)))
            } else {
                result.append(.text(String(rest[..<stop])))
            }
            rest = rest[stop...]
        }
        result.append(.text(String(rest)))
        return result
    }
}

/// Finds the members of a JSON text whose names are secret.
private struct JSONSecrets {
    private let characters: [Character]
    private let parameter: (String) -> String
    private var index = 0
    private var pieces: [SwiftText.Piece] = []
    private var plain = ""
    /// The names of the members that the position is within; `nil` stands for an array or a name
    /// that isn't known yet.
    private var path: [String?] = []

    init(_ text: String, _ parameter: @escaping (String) -> String) {
        characters = Array(text)
        self.parameter = parameter
    }

    mutating func scan() -> SwiftText {
        while index < characters.count {
            switch characters[index] {
            case "\"": scanString()
            case "{", "[":
                path.append(characters[index] == "[" ? path.last ?? nil : secretParent)
                copy(1)
            case "}", "]":
                _ = path.popLast()
                copy(1)
            case "-", "0"..."9": scanNumber()
            default: copy(1)
            }
        }
        pieces.append(.text(plain))
        return SwiftText(pieces.filter { $0 != .text("") })
    }

    /// The name of the member that contains the next value, if that name is secret.
    private var secretParent: String? {
        guard let name = path.last ?? nil else { return nil }
        return SecretFinder.isSecret(item: name) ? name : nil
    }

    private mutating func copy(_ count: Int) {
        plain += String(characters[index..<min(characters.count, index + count)])
        index += count
    }

    private mutating func scanString() {
        var end = index + 1
        while end < characters.count, characters[end] != "\"" { end += characters[end] == "\\" ? 2 : 1 }
        end = min(end, characters.count)
        let content = String(characters[min(index + 1, end)..<end])
        let colon = characters[min(end + 1, characters.count)...].first { !$0.isWhitespace }
        if colon == ":" {
            // An object within a secret member is secret as a whole.
            if !path.isEmpty, secretParent == nil || !isWithinSecret { path[path.count - 1] = content }
            copy(end + 1 - index)
        } else if let name = secretParent, !content.isEmpty {
            replace(upTo: end, name)
        } else {
            copy(end + 1 - index)
        }
    }

    /// Whether an outer member has a secret name.
    private var isWithinSecret: Bool {
        path.dropLast().contains { $0.map { SecretFinder.isSecret(item: $0) } ?? false }
    }

    private mutating func replace(upTo end: Int, _ name: String) {
        plain += "\""
        pieces += [.text(plain), .parameter(parameter(name))]
        plain = ""
        index = end
        copy(1)
    }

    private mutating func scanNumber() {
        let number = characters[index...].prefix { "+-.eE".contains($0) || $0.isNumber }
        guard let name = secretParent else { return copy(number.count) }
        pieces += [.text(plain), .parameter(parameter(name))]
        plain = ""
        index += number.count
    }
}
