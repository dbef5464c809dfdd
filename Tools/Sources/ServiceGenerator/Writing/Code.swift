/// Lines of Swift code, laid out as `swift format` does.
struct Code {
    /// The maximum width of a line.
    static let width = 119

    private(set) var lines: [String] = []
    private var indentation = 0
    /// The indentation that the code gets where it is appended.
    private let outer: Int

    /// Makes empty code that is appended with a given indentation.
    init(outer: Int = 0) {
        self.outer = outer
    }

    private var column: Int { (outer + indentation) * 4 }

    /// The number of lines.
    var count: Int { lines.count }

    /// Appends a line; an empty text appends an empty line.
    mutating func line(_ text: String = "") {
        lines.append(text.isEmpty ? "" : String(repeating: "    ", count: indentation) + text)
    }

    /// Appends lines inside the braces that a line opens.
    mutating func block(_ head: String, _ body: (inout Code) -> Void) {
        line(head + " {")
        indented(body)
        line("}")
    }

    /// Appends indented lines.
    mutating func indented(_ body: (inout Code) -> Void) {
        indentation += 1
        body(&self)
        indentation -= 1
    }

    /// Appends all lines of other code.
    mutating func append(_ other: Code) {
        for text in other.lines { line(text) }
    }

    /// Appends a list in parentheses or brackets: in one line if it fits, or else with one line for each element.
    mutating func list(_ head: String, _ elements: [String], _ tail: String) {
        let short = head + elements.joined(separator: ", ") + tail
        guard elements.contains(where: { $0.contains("\n") }) || column + short.count > Self.width, !elements.isEmpty
        else { return line(short) }
        line(head)
        indented { code in
            for (index, element) in elements.enumerated() {
                let element = code.broken(element)
                let parts = element.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                for (number, part) in parts.enumerated() {
                    let isLast = number == parts.count - 1
                    code.line(isLast && index < elements.count - 1 ? part + "," : part)
                }
            }
        }
        line(tail)
    }

    /// Returns a parameter whose default value is on a line of its own if both are too long for one.
    private func broken(_ element: String) -> String {
        guard column + element.count + 1 > Self.width, !element.contains("\n"), !element.contains("\""),
            let sign = element.ranges(of: " = ").last
        else { return element }
        return element[..<sign.lowerBound] + " =\n    " + element[sign.upperBound...]
    }

    /// Appends the values of a case: in one line if they fit, or else with one line for each.
    mutating func list(_ head: String, _ elements: [String], _ tail: String, aligned: Bool) {
        guard !fits(head, elements, tail) else { return line(head + elements.joined(separator: ", ") + tail) }
        for (index, element) in elements.enumerated() {
            let start = index == 0 ? head : String(repeating: " ", count: head.count)
            line(start + element + (index < elements.count - 1 ? "," : tail))
        }
    }

    /// Returns whether a list fits into one line.
    func fits(_ head: String, _ elements: [String], _ tail: String) -> Bool {
        !elements.contains { $0.contains("\n") }
            && column + (head + elements.joined(separator: ", ") + tail).count <= Self.width
    }

    /// Appends a documentation comment.
    mutating func comment(_ text: String) {
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            for part in DocComment.wrapped(String(paragraph), to: 100 - column - 4) {
                line(part.isEmpty ? "///" : "/// " + part)
            }
        }
    }

    /// Returns an array literal: in one line, or over several if it is long.
    static func array(_ elements: [String]) -> String {
        let short = "[\(elements.joined(separator: ", "))]"
        guard short.count > 80 else { return short }
        return "[\n" + elements.map { "    \($0),\n" }.joined() + "]"
    }

    /// The code without its outermost indentation.
    var unindented: Code {
        var code = Code()
        for text in lines { code.line(text.hasPrefix("    ") ? String(text.dropFirst(4)) : text) }
        return code
    }

    /// The text, which ends with a line break.
    var text: String { lines.joined(separator: "\n") + "\n" }
}
