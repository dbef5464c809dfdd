/// A JSON value whose members keep their order, which `JSONEncoder` does not guarantee.
indirect enum JSONText: Sendable, Hashable {
    case string(String)
    case number(Int)
    case decimal(Double)
    case bool(Bool)
    case null
    case array([JSONText])
    case object([Member])

    struct Member: Sendable, Hashable {
        let name: String
        let value: JSONText
    }

    static func object(_ members: [(String, JSONText)]) -> JSONText {
        .object(members.map { Member(name: $0.0, value: $0.1) })
    }

    static func optional(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }

    static func strings(_ texts: [String]) -> JSONText { .array(texts.map(JSONText.string)) }

    static func numbers(_ numbers: [Int]) -> JSONText { .array(numbers.map(JSONText.number)) }

    /// The member of an object; `nil` when there is none, or when this is no object.
    subscript(name: String) -> JSONText? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// Returns the object with a member replaced, or appended if it has none of that name.
    func setting(_ name: String, _ value: JSONText) -> JSONText {
        guard case .object(var members) = self else { return self }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index] = Member(name: name, value: value)
        } else {
            members.append(Member(name: name, value: value))
        }
        return .object(members)
    }

    /// The JSON text in one line.
    var text: String {
        var result = ""
        write(to: &result, indent: nil)
        return result
    }

    /// The JSON text in several lines, indented by two blanks.
    var prettyText: String {
        var result = ""
        write(to: &result, indent: 0)
        return result
    }

    private func write(to result: inout String, indent: Int?) {
        switch self {
        case .null: result += "null"
        case .bool(let flag): result += flag ? "true" : "false"
        case .number(let number): result += String(number)
        case .decimal(let number): result += Int(exactly: number).map { String($0) } ?? String(number)
        case .string(let text): Self.write(text, to: &result)
        case .array(let elements):
            Self.write(elements, between: "[", "]", to: &result, indent: indent) { element, result, indent in
                element.write(to: &result, indent: indent)
            }
        case .object(let members):
            Self.write(members, between: "{", "}", to: &result, indent: indent) { member, result, indent in
                Self.write(member.name, to: &result)
                result += indent == nil ? ":" : ": "
                member.value.write(to: &result, indent: indent)
            }
        }
    }

    private static func write<Part>(
        _ parts: [Part], between open: String, _ close: String, to result: inout String, indent: Int?,
        part: (Part, inout String, Int?) -> Void
    ) {
        result += open
        let inner = indent.map { $0 + 1 }
        for (index, element) in parts.enumerated() {
            if index > 0 { result += "," }
            if let inner { result += "\n" + String(repeating: "  ", count: inner) }
            part(element, &result, inner)
        }
        if let indent, !parts.isEmpty { result += "\n" + String(repeating: "  ", count: indent) }
        result += close
    }

    /// Returns whether a text has characters that JSON escapes.
    private static func isEscaped(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            for byte in UnsafeRawBufferPointer(bytes) where byte < 0x20 || byte == 0x22 || byte == 0x5C { return true }
            return false
        }
    }

    private static func write(_ text: String, to result: inout String) {
        result += "\""
        defer { result += "\"" }
        // Most texts have nothing to escape.
        guard isEscaped(text) else {
            result += text
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..."\u{1F}":
                let code = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - code.count) + code
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension JSONText: Decodable {
    /// Decodes received JSON; the members of objects are sorted by name.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let number = try? container.decode(Double.self) {
            self = .decimal(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let elements = try? container.decode([JSONText].self) {
            self = .array(elements)
        } else {
            let members = try container.decode([String: JSONText].self)
            self = .object(members.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: $0.value) })
        }
    }
}
