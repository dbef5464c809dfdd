import Foundation
import Testing

/// Sees that each entry of the guide "Coming from a Combine article" is complete and can be found, and that what it
/// names as ours exists.
struct ArticleGuideTests {
    private struct Entry {
        let title: String
        /// The items of the list, by the word before the colon. A continued line belongs to its item.
        var items: [String: String] = [:]
        var code: [Substring] = []
    }

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func page() throws -> String {
        try text("Sources/Freshet/Freshet.docc/ComingFromAnArticle.md")
    }

    private static func entries() throws -> [Entry] {
        try page().components(separatedBy: "\n### ").dropFirst().map { section in
            let lines = section.components(separatedBy: "\n## ")[0].split(separator: "\n")
            var entry = Entry(title: String(lines[0]))
            var item: String?
            var isCode = false
            for line in lines.dropFirst() {
                if line.hasPrefix("```") {
                    isCode.toggle()
                } else if isCode {
                    entry.code.append(line)
                } else if line.hasPrefix("- "), let colon = line.firstIndex(of: ":") {
                    let word = String(line[..<colon].dropFirst(2))
                    item = word
                    entry.items[word] = String(line[colon...].dropFirst(2))
                } else if let item {
                    entry.items[item]? += " " + line.trimmingPrefix("  ")
                }
            }
            return entry
        }
    }

    /// The names in inline code.
    private static func code(in text: String) -> [String] {
        text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }

    // MARK: - Declarations

    private static let keywords: Set<Substring> = [
        "func", "var", "let", "case", "struct", "class", "enum", "protocol", "actor", "typealias",
    ]

    /// Returns what the sources declare of the wanted names, and the functions among it with their labels.
    private static func declarations(named wanted: Set<String>) throws -> (names: Set<String>, functions: Set<String>) {
        let sources = root.appending(path: "Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
            .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
        var names: Set<String> = []
        var functions: Set<String> = []
        for file in files {
            let lines = try text("Sources/\(file)").split(separator: "\n")
            for (index, line) in lines.enumerated() where !line.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") {
                let words = line.split(separator: " ")
                for (keyword, word) in zip(words, words.dropFirst()) where keywords.contains(keyword) {
                    let name = String(word.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
                    guard wanted.contains(name) else { continue }
                    names.insert(name)
                    guard keyword == "func", let start = line.range(of: "func \(name)") else { continue }
                    let rest = line[start.upperBound...] + lines[(index + 1)...].prefix(10).joined(separator: " ")
                    functions.insert(name + labels(ofFunction: String(rest)))
                }
            }
        }
        return (names, functions)
    }

    /// Returns the labels of the parameters of a function, from the text after its name.
    private static func labels(ofFunction text: String) -> String {
        var depth = 0
        var isInParameters = false
        var parameters = [""]
        for character in text.replacing("->", with: "  ") {
            if isInParameters, depth == 1, character == ")" { break }
            if depth == 0, character == "(" {
                isInParameters = true
                depth = 1
                continue
            }
            if "([{<".contains(character) { depth += 1 }
            if ")]}>".contains(character) { depth -= 1 }
            guard isInParameters else { continue }
            if depth == 1, character == "," {
                parameters.append("")
            } else {
                parameters[parameters.count - 1].append(character)
            }
        }
        let labels = parameters.compactMap { $0.split { " :".contains($0) }.first }
        return "(" + labels.map { "\($0):" }.joined() + ")"
    }

    // MARK: - Tests

    @Test func eachEntryIsComplete() throws {
        let entries = try Self.entries()
        #expect(entries.count >= 40)
        #expect(Set(entries.map(\.title)).count == entries.count)
        for entry in entries {
            #expect(Set(entry.items.keys) == ["Article", "Freshet", "Usual bug"], "\(entry.title)")
            #expect((1...5).contains(entry.code.count), "\(entry.title)")
        }
    }

    @Test func eachEntryIsInTheIndex() throws {
        let index = try Self.page().components(separatedBy: "\n## The rules")[0]
        for entry in try Self.entries() {
            let words = entry.title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            #expect(index.contains("(#\(words.replacing(" ", with: "-")))"), "\(entry.title)")
        }
    }

    @Test func eachTrapIsInTheList() throws {
        let traps = try Self.text("docs/Traps.md")
        let numbers = try Self.page().matches(of: /\bT\d+\b/).map { String($0.output) }
        #expect(numbers.count > 40)
        for number in Set(numbers) { #expect(traps.contains("| \(number) |"), "\(number)") }
    }

    @Test func eachNameOfOursIsDeclared() throws {
        let named = try Self.entries().flatMap { entry in
            Self.code(in: entry.items["Freshet"] ?? "").map { (entry: entry.title, name: $0) }
        }
        let wanted = Set(named.map { String($0.name.prefix { $0 != "(" }) })
        let (names, functions) = try Self.declarations(named: wanted)
        for (entry, name) in named {
            #expect(name.contains("(") ? functions.contains(name) : names.contains(name), "\(entry): \(name)")
        }
        #expect(wanted.count > 40)
    }
}
