/// The differences between two versions of a generated service that callers notice.
public struct Changes: Sendable, Hashable {
    /// The declarations that are gone, in order.
    public var removed: [String]
    /// The declarations that are new, in order.
    public var added: [String]

    /// Compares two versions.
    public init(from old: [GeneratedFile], to new: [GeneratedFile]) {
        let before = Set(old.flatMap { Self.declarations(in: $0.text) })
        let after = Set(new.flatMap { Self.declarations(in: $0.text) })
        removed = before.subtracting(after).sorted()
        added = after.subtracting(before).sorted()
    }

    /// Whether callers notice nothing.
    public var isEmpty: Bool { removed.isEmpty && added.isEmpty }

    /// The changes as lines, each with a sign.
    public var lines: [String] { removed.map { "- " + $0 } + added.map { "+ " + $0 } }

    /// Returns the public declarations in a generated text, each with the type that it belongs to.
    private static func declarations(in text: String) -> [String] {
        var declarations: [String] = []
        var scopes: [(indentation: Int, name: String)] = []
        var signature = ""
        for line in text.split(separator: "\n") {
            let indentation = line.prefix { $0 == " " }.count
            let content = line.trimmed
            if content.hasPrefix("//") { continue }
            if signature.isEmpty {
                while let scope = scopes.last, scope.indentation >= indentation { scopes.removeLast() }
                guard ["public ", "extension ", "case ", "@Boxed "].contains(where: { content.hasPrefix($0) }) else {
                    continue
                }
            }
            signature += (signature.isEmpty || signature.hasSuffix("(") || content.hasPrefix(")") ? "" : " ") + content
            // A signature over several lines ends with its brace.
            let isOpen = signature.count(where: { $0 == "(" }) > signature.count(where: { $0 == ")" })
            if isOpen, !content.hasSuffix("{"), !content.hasSuffix("}") { continue }
            let head = String(signature.prefix { $0 != "{" }.trimmed)
            signature = ""
            let name = head.replacing("public ", with: "")
            if head.hasPrefix("extension ") {
                scopes.append((indentation, String(name.dropFirst("extension ".count))))
                continue
            }
            // The cases of a switch end with a colon, and those of coding keys aren't public.
            let isCase = head.hasPrefix("case ")
            if isCase,
                content.hasSuffix(":") || content.contains(" = ") || content.contains("): ") || !content.contains("(")
            {
                continue
            }
            let scope = scopes.map(\.name).joined(separator: ".")
            declarations.append(scope.isEmpty ? name : "\(scope): \(name)")
            if [" struct ", " enum ", " protocol "].contains(where: { (" " + name + " ").contains($0) }) {
                let words = name.prefix { $0 != ":" && $0 != "<" }.split(separator: " ")
                scopes.append((indentation, words.last.map(String.init) ?? ""))
            }
        }
        return declarations
    }
}
