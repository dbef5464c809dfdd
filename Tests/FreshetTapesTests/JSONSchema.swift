import Foundation
import FreshetJSON
import Testing

/// The part of JSON Schema that the schema of HAR uses.
struct JSONSchema {
    let root: JSONTree

    /// The schema of HAR 1.2, which `scripts/check-tapes` uses, too.
    static var har: JSONSchema {
        get throws {
            let file = try #require(Bundle.module.url(forResource: "har-1.2.schema", withExtension: "json"))
            return JSONSchema(root: try JSONTree(Data(contentsOf: file)))
        }
    }

    /// What is wrong with a document.
    func problems(of document: JSONTree) -> [String] { problems(of: document, root, "$") }

    private func problems(of value: JSONTree, _ schema: JSONTree, _ path: String) -> [String] {
        if schema.bool == true { return [] }
        if schema.bool == false { return ["\(path) is not allowed"] }
        if let reference = schema["$ref"]?.text {
            let name = String(reference.dropFirst("#/$defs/".count))
            return problems(of: value, root["$defs"]?[name] ?? .null, path)
        }
        var problems: [String] = []
        if let type = schema["type"] {
            let types = type.text.map { [$0] } ?? type.elements.compactMap(\.text)
            if !types.contains(where: { Self.isOf($0, value) }) {
                return ["\(path) is not of the type \(types.joined(separator: " or "))"]
            }
        }
        if let constant = schema["const"], constant != value { problems.append("\(path) is another value") }
        if let minimum = schema["minimum"]?.double, let number = value.double, number < minimum {
            problems.append("\(path) is below \(minimum)")
        }
        if let pattern = schema["pattern"]?.text, let text = value.text,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            problems.append("\(path) does not match \(pattern)")
        }
        if let choices = schema["oneOf"]?.elements, !choices.isEmpty {
            let matching = choices.filter { self.problems(of: value, $0, path).isEmpty }
            if matching.count != 1 { problems.append("\(path) matches \(matching.count) choices") }
        }
        for (index, element) in value.elements.enumerated() {
            if let items = schema["items"] { problems += self.problems(of: element, items, "\(path)[\(index)]") }
        }
        guard case .object(let members) = value else { return problems }
        for name in schema["required"]?.elements.compactMap(\.text) ?? [] where members[name] == nil {
            problems.append("\(path).\(name) is missing")
        }
        for (name, member) in members {
            if let property = schema["properties"]?[name] {
                problems += self.problems(of: member, property, "\(path).\(name)")
            } else if schema["patternProperties"] != nil, name.hasPrefix("_") {
                if name != "_freshet" { problems.append("\(path).\(name) is not ours") }
            } else if schema["additionalProperties"]?.bool == false {
                problems.append("\(path).\(name) is not allowed")
            }
        }
        return problems
    }

    private static func isOf(_ type: String, _ value: JSONTree) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .text), ("boolean", .bool), ("null", .null),
            ("number", .number):
            true
        case ("integer", .number): value.double.map { $0 == $0.rounded() } ?? false
        default: false
        }
    }
}
