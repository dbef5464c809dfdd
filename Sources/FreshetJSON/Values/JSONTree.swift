package import Foundation

/// A JSON document as a tree of values, for documents of unknown structure.
///
/// Two numbers are equal if their values are, however they are written. The order of an object's
/// members is ignored, and if a member is repeated, the first occurrence counts.
package enum JSONTree: Sendable, Equatable {
    case null
    case bool(Bool)
    /// A number, exactly as written.
    case number(String)
    case text(String)
    case array([JSONTree])
    case object([String: JSONTree])

    /// Parses a document.
    ///
    /// - Throws: A `DecodingError` if the bytes aren't JSON.
    package init(_ bytes: Data) throws {
        self.init(JSONIndex.root, in: try JSONIndex(of: bytes, options: FreshetJSONDecoder()))
    }

    private init(_ node: Int, in index: JSONIndex) {
        let entry = index.entry(node)
        switch entry.kind {
        case .false: self = .bool(false)
        case .true: self = .bool(true)
        case .integer, .decimal: self = .number(index.bytes.string(at: entry.start, count: entry.count))
        case .array:
            var elements: [JSONTree] = []
            var element = node + 2
            while element < entry.count {
                elements.append(JSONTree(element, in: index))
                element = index.next(element)
            }
            self = .array(elements)
        case .object:
            var members: [String: JSONTree] = [:]
            index.forEachKey(of: node) { key, value in
                let name = index.string(key)
                if members[name] == nil { members[name] = JSONTree(value, in: index) }
            }
            self = .object(members)
        case let kind: self = kind.isText ? .text(index.string(node)) : .null
        }
    }

    package static func == (first: JSONTree, second: JSONTree) -> Bool {
        switch (first, second) {
        case (.null, .null): true
        case (.bool(let first), .bool(let second)): first == second
        case (.number(let first), .number(let second)): first == second || JSONDecimal(first) == JSONDecimal(second)
        case (.text(let first), .text(let second)): first == second
        case (.array(let first), .array(let second)): first == second
        case (.object(let first), .object(let second)): first == second
        default: false
        }
    }
}

// MARK: - Reading

extension JSONTree {
    /// The member of an object; `nil` if the member is missing or the value isn't an object.
    package subscript(name: String) -> JSONTree? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    package var text: String? { if case .text(let text) = self { text } else { nil } }

    package var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }

    package var int: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text) ?? Double(text).flatMap { Int(exactly: $0.rounded()) }
    }

    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The elements of an array; empty for other values.
    package var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }
}

// MARK: - Writing

extension JSONTree {
    package static func number(_ number: Int) -> JSONTree { .number("\(number)") }

    /// The document as indented text with sorted members and a final line break. Equal values give
    /// equal bytes.
    package var document: Data {
        var bytes: [UInt8] = []
        write(to: &bytes, indent: 0)
        bytes.append(UInt8(ascii: "\n"))
        return Data(bytes)
    }

    private func write(to bytes: inout [UInt8], indent: Int) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let text): bytes += text.utf8
        case .text(let text): Self.write(text, to: &bytes)
        case .array(let elements):
            Self.write(elements, between: "[", "]", to: &bytes, indent: indent) { element, bytes in
                element.write(to: &bytes, indent: indent + 2)
            }
        case .object(let members):
            let sorted = members.sorted { $0.key < $1.key }
            Self.write(sorted, between: "{", "}", to: &bytes, indent: indent) { member, bytes in
                Self.write(member.key, to: &bytes)
                bytes += ": ".utf8
                member.value.write(to: &bytes, indent: indent + 2)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], between open: String, _ close: String, to bytes: inout [UInt8], indent: Int,
        _ write: (Element, inout [UInt8]) -> Void
    ) {
        bytes += open.utf8
        for (index, element) in elements.enumerated() {
            bytes += (index == 0 ? "\n" : ",\n").utf8
            bytes += [UInt8](repeating: 0x20, count: indent + 2)
            write(element, &bytes)
        }
        if !elements.isEmpty {
            bytes.append(0x0A)
            bytes += [UInt8](repeating: 0x20, count: indent)
        }
        bytes += close.utf8
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                bytes += Array("\\u00".utf8)
                if digits.utf8.count == 1 { bytes.append(UInt8(ascii: "0")) }
                bytes += Array(digits.utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
