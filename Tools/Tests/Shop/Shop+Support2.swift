// Written by "freshet service" from shop.yaml. Changes are overwritten.

import Foundation
public import Freshet

extension Shop {
    /// Writes objects as the texts of queries, forms and fields.
    enum Fields {
        /// Returns the members of a value in the order of their names, with a text for each.
        static func members(of value: (some Encodable)?) -> [(name: String, json: JSON)] {
            guard let value, let data = try? JSONEncoder.freshet.encode(value) else { return [] }
            guard case .object(let members) = try? FreshetJSONDecoder.freshet.decode(JSON.self, from: data) else {
                return []
            }
            return members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }

        /// Returns one item for each member.
        static func form(_ value: (some Encodable)?) -> Query {
            var query = Query()
            for member in members(of: value) { query.append(member.name, member.json.texts) }
            return query
        }

        /// Returns one item for each member, whose name is in brackets.
        static func deepObject(_ name: String, _ value: (some Encodable)?) -> Query {
            var query = Query()
            for member in members(of: value) { member.json.append(to: &query, as: "\(name)[\(member.name)]") }
            return query
        }

        /// Returns the names and values of all members in one text; `nil` if there are none.
        static func joined(
            _ value: (some Encodable)?, by separator: String, pair: String? = nil
        ) -> String? {
            let texts = members(of: value).flatMap { member in
                member.json.texts.map { member.name + (pair ?? separator) + $0 }
            }
            return texts.isEmpty ? nil : texts.joined(separator: separator)
        }

        /// Returns a value as JSON.
        static func json(_ value: (some Encodable)?) -> String? {
            guard let value, let data = try? JSONEncoder.freshet.encode(value) else { return nil }
            return String(decoding: data, as: UTF8.self)
        }

        /// Returns the text of a value that is a string, a number or a Boolean, or else its JSON.
        static func text(of value: (some Encodable)?) -> String? {
            guard let value, let data = try? JSONEncoder.freshet.encode([value]) else { return nil }
            guard let json = try? FreshetJSONDecoder.freshet.decode([JSON].self, from: data).first else { return nil }
            return json.text ?? Self.json(value)
        }

        /// Returns the texts of the elements of a list.
        static func texts(of values: [some Encodable]?) -> [String] {
            (values ?? []).compactMap { text(of: $0) }
        }

        /// Returns the value of the field `Cookie`; `nil` for no cookies.
        static func cookies(_ cookies: [(name: String, value: String?)]) -> String? {
            let pairs = cookies.compactMap { cookie in cookie.value.map { "\(cookie.name)=\($0)" } }
            return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
        }
    }
}

extension Shop.JSON {
    /// The texts of a value: one for each element of a list.
    var texts: [String] {
        switch self {
        case .list(let elements): elements.flatMap(\.texts)
        case .object: Shop.Fields.json(self).map { [$0] } ?? []
        default: text.map { [$0] } ?? []
        }
    }

    fileprivate func append(to query: inout Query, as name: String) {
        guard case .object(let members) = self else { return query.append(name, texts) }
        for member in members.sorted(by: { $0.key < $1.key }) {
            member.value.append(to: &query, as: "\(name)[\(member.key)]")
        }
    }
}

extension Shop {
    /// The text of a parameter in a path, in one of the styles of RFC 6570.
    struct PathText: CustomStringConvertible {
        /// The styles.
        enum Style {
            case simple, label, matrix
        }

        let description: String

        /// Makes the text of a value or a list.
        init(texts: [String], isList: Bool, style: Style, explodes: Bool, name: String) {
            let texts = texts.map { Self.encoded($0) }
            switch style {
            case .simple: description = texts.joined(separator: ",")
            case .label: description = "." + texts.joined(separator: explodes ? "." : ",")
            case .matrix:
                description =
                    explodes && isList
                    ? texts.map { ";\(name)=\($0)" }.joined() : ";\(name)=" + texts.joined(separator: ",")
            }
        }

        /// Makes the text of an object.
        init(members: [(name: String, json: JSON)], style: Style, explodes: Bool, name: String) {
            let pairs = members.map { member in
                let value = member.json.texts.map { Self.encoded($0) }.joined(separator: ",")
                return Self.encoded(member.name) + (explodes ? "=" : ",") + value
            }
            switch style {
            case .simple: description = pairs.joined(separator: ",")
            case .label: description = "." + pairs.joined(separator: explodes ? "." : ",")
            case .matrix:
                description =
                    explodes ? pairs.map { ";" + $0 }.joined() : ";\(name)=" + pairs.joined(separator: ",")
            }
        }

        private static func encoded(_ text: String) -> String {
            var result = ""
            for byte in text.utf8 {
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                    result.unicodeScalars.append(Unicode.Scalar(byte))
                default:
                    let digits = String(byte, radix: 16, uppercase: true)
                    result += digits.utf8.count < 2 ? "%0" + digits : "%" + digits
                }
            }
            return result
        }
    }
}

extension Shop {
    /// The parts of a multipart form.
    struct PartList {
        private(set) var parts: [FormPart] = []

        /// Appends a field for each text of a value.
        mutating func append(_ name: String, _ value: (any QueryValue)?) {
            for text in value?.queryTexts ?? [] { parts.append(.field(name, text)) }
        }

        /// Appends a file.
        mutating func append(_ name: String, files file: FormFile?) {
            guard let file else { return }
            parts.append(FormPart(name, file.body, fileName: file.name))
        }

        /// Appends several files.
        mutating func append(_ name: String, files: [FormFile]?) {
            for file in files ?? [] { append(name, files: file) }
        }

        /// Appends a value as JSON.
        mutating func append<Value: Encodable & Sendable>(_ name: String, json value: Value?) {
            guard let value else { return }
            parts.append(FormPart(name, .json(value)))
        }
    }
}

extension Shop {
    /// A file in a multipart form.
    public struct FormFile: Sendable {
        /// The content and its media type.
        public var body: RequestBody
        /// The file name; `nil` for the name of the file itself.
        public var name: String?

        /// Makes a file.
        public init(_ body: RequestBody, name: String? = nil) {
            self.body = body
            self.name = name
        }
    }
}

extension Shop {
    /// Writes the elements of a list as JSON, one in each line.
    struct JSONLines: BodyEncoder {
        func encode<Value: Encodable>(_ value: Value) throws -> Data {
            guard let lines = value as? any LineList else { return try JSONEncoder.freshet.encode(value) }
            return try lines.lines()
        }
    }

    fileprivate protocol LineList {
        func lines() throws -> Data
    }
}

extension Array: Shop.LineList where Element: Encodable {
    fileprivate func lines() throws -> Data {
        var data = Data()
        for element in self {
            data.append(try JSONEncoder.freshet.encode(element))
            data.append(0x0A)
        }
        return data
    }
}
