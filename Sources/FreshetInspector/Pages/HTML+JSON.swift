import Foundation
import FreshetJSON

extension HTML {
    /// The maximum number of values in a foldable document. A larger document is shown as text.
    private static let valueLimit = 2_000
    /// The deepest level that can be folded.
    private static let levelLimit = 32

    /// Makes a JSON document whose objects and arrays can be folded, or returns `nil` if the text
    /// isn't JSON or is too long.
    init?(folding text: String) {
        guard let first = text.first, first == "{" || first == "[", let tree = try? JSONTree(Data(text.utf8)) else {
            return nil
        }
        var values = 0
        guard let html = Self.part(nil, tree, level: 0, &values) else { return nil }
        self = "<div class=\"json\">\(html)</div>"
    }

    private static func part(_ name: String?, _ tree: JSONTree, level: Int, _ values: inout Int) -> HTML? {
        values += 1
        guard values <= valueLimit, level <= levelLimit else { return nil }
        let members: [(String, JSONTree)]
        let size: String
        switch tree {
        case .object(let object):
            members = object.sorted { $0.key < $1.key }
            size = "{\(members.count)}"
        case .array(let array):
            members = array.enumerated().map { ("\($0.offset)", $0.element) }
            size = "[\(members.count)]"
        default: return leaf(name, tree)
        }
        var parts: [HTML] = []
        for (name, value) in members {
            guard let html = part(name, value, level: level + 1, &values) else { return nil }
            parts.append("<li>\(html)</li>")
        }
        guard !parts.isEmpty else { return "\(key(name))<span class=\"value\">\(size)</span>" }
        let open: HTML? = level == 0 ? " open" : nil
        return """
            <details\(open)><summary>\(key(name))<span class="hint">\(size)</span></summary><ul>\(parts)</ul></details>
            """
    }

    private static func leaf(_ name: String?, _ tree: JSONTree) -> HTML {
        let value =
            switch tree {
            case .text(let text): "“\(text)”"
            case .number(let number): number
            case .bool(let isTrue): "\(isTrue)"
            default: "null"
            }
        return "\(key(name))<span class=\"value\">\(value)</span>"
    }

    private static func key(_ name: String?) -> HTML? {
        name.map { "<span class=\"key\">\($0)</span> " }
    }
}
