import CLibXML2

/// Finds the element of a page that contains its article.
struct ArticleFinder {
    private struct Score {
        var node: HTMLNode
        var points: Double
    }

    /// The shortest text of an article, in letters.
    private static let shortest = 140

    private let root: HTMLNode
    private var scores: [xmlNodePtr: Score] = [:]
    /// The elements around the article: menus, notes, forms.
    private var omitted = Set<xmlNodePtr>()

    init(_ root: HTMLNode) {
        self.root = root
        visit(root, above: [], depth: 0)
    }

    /// The element with the most points, and the elements in it that are not part of the article; `nil` if there is none.
    var article: (element: HTMLNode, omitted: Set<xmlNodePtr>)? {
        var best: Score?
        // In the order of addresses the result would differ between runs: the first of the document counts.
        root.elements { node in
            guard var score = scores[node.pointer] else { return }
            score.points *= 1 - linkDensity(node)
            if score.points > best?.points ?? 0 { best = score }
        }
        guard let best, length(best.node) >= Self.shortest else { return nil }
        return (best.node, omitted)
    }

    // MARK: - Points

    private mutating func visit(_ node: HTMLNode, above: [HTMLNode], depth: Int) {
        guard node.kind == .element, depth < 250 else { return }
        if depth > 1, PageParts.isAround(node) {
            omitted.insert(node.pointer)
            return
        }
        let isParagraph = ["p", "pre", "blockquote"].contains(node.name)
        // A text that stands in a `div` without paragraphs counts as one.
        let isText = node.name == "div" && node.children.contains { $0.kind == .text && Self.count($0.text) > 80 }
        if isParagraph || isText { award(node, isText ? above + [node] : above) }
        for child in node.children { visit(child, above: above + [node], depth: depth + 1) }
    }

    private mutating func award(_ paragraph: HTMLNode, _ above: [HTMLNode]) {
        let text = paragraph.allText
        let count = Self.count(text)
        guard count >= 25 else { return }
        let commas = text.utf8.count { $0 == UInt8(ascii: ",") }
        let points = 1 + Double(min(commas, 10)) + min(Double(count) / 100, 3)
        for (distance, node) in above.reversed().prefix(3).enumerated() {
            let share = distance == 0 ? 1 : distance == 1 ? 0.5 : 0.2
            scores[node.pointer, default: Score(node: node, points: PageParts.points(node))].points += points * share
        }
    }

    // MARK: - Lengths

    private func length(_ node: HTMLNode) -> Int {
        if omitted.contains(node.pointer) { return 0 }
        return node.children.reduce(node.kind == .text ? Self.count(node.text) : 0) { $0 + length($1) }
    }

    private func linkDensity(_ node: HTMLNode) -> Double {
        let total = length(node)
        guard total > 0 else { return 1 }
        var links = 0
        node.elements { if $0.name == "a" { links += length($0) } }
        return min(1, Double(links) / Double(total))
    }

    /// Returns the number of characters that are not white space. One of Chinese, Japanese or Korean counts as three: it
    /// says as much as three letters.
    private static func count(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { count, scalar in
            if scalar.value < 0x80 { return count + (scalar.value <= 0x20 ? 0 : 1) }
            if scalar.properties.isWhitespace { return count }
            return count + (isIdeographic(scalar.value) ? 3 : 1)
        }
    }

    private static func isIdeographic(_ value: UInt32) -> Bool {
        (0x3040...0x9FFF).contains(value) || (0xAC00...0xD7AF).contains(value) || (0xF900...0xFAFF).contains(value)
            || (0x20000...0x323AF).contains(value)
    }
}

extension HTMLNode {
    /// The text of the node and of all below it, scripts and styles excepted.
    var allText: String {
        if kind == .text { return text }
        if ["script", "style", "noscript", "template"].contains(name) { return "" }
        return children.map(\.allText).joined()
    }
}
