import CLibXML2

/// Finds the element of a page that contains its article.
struct ArticleFinder {
    private struct Score {
        var node: HTMLNode
        var points: Double
    }

    /// The shortest text of an article, in letters.
    private static let shortest = 140

    /// The numbers of characters in an element and all below it.
    private struct Measure {
        /// Those of all text, scripts and styles excepted, and how many of them are commas.
        var count = 0
        var commas = 0
        /// Those that are not around the article, and how many of them are in links.
        var shown = 0
        var linked = 0

        static func += (sum: inout Measure, other: Measure) {
            sum.count += other.count
            sum.commas += other.commas
            sum.shown += other.shown
            sum.linked += other.linked
        }
    }

    private let root: HTMLNode
    private var scores: [xmlNodePtr: Score] = [:]
    /// Each element is measured once: elements may be nested, and their texts are those of all of them.
    private var measures: [xmlNodePtr: Measure] = [:]
    /// The elements around the article: menus, notes, forms.
    private var omitted = Set<xmlNodePtr>()

    init(_ root: HTMLNode) {
        self.root = root
        _ = measure(root, depth: 0)
        visit(root)
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
        guard let best, measures[best.node.pointer]?.shown ?? 0 >= Self.shortest else { return nil }
        return (best.node, omitted)
    }

    // MARK: - Points

    private mutating func visit(_ node: HTMLNode) {
        guard node.kind == .element, !omitted.contains(node.pointer), !Task.isCancelled else { return }
        let isParagraph = ["p", "pre", "blockquote"].contains(node.name)
        // A text that stands in a `div` without paragraphs counts as one.
        let isText = node.name == "div" && node.children.contains { $0.kind == .text && Self.count($0.text) > 80 }
        if isParagraph || isText { award(node, to: isText ? node : node.parent) }
        for child in node.children { visit(child) }
    }

    /// Gives points for a paragraph to an element and to the two around it.
    private mutating func award(_ paragraph: HTMLNode, to element: HTMLNode?) {
        guard let measure = measures[paragraph.pointer], measure.count >= 25 else { return }
        let points = 1 + Double(min(measure.commas, 10)) + min(Double(measure.count) / 100, 3)
        var element = element
        for share in [1, 0.5, 0.2] {
            guard let node = element else { return }
            scores[node.pointer, default: Score(node: node, points: PageParts.points(node))].points += points * share
            element = node.parent
        }
    }

    private func linkDensity(_ node: HTMLNode) -> Double {
        guard let measure = measures[node.pointer], measure.shown > 0 else { return 1 }
        return Double(measure.linked) / Double(measure.shown)
    }

    // MARK: - Lengths

    /// Measures a node, and finds what is around the article.
    private mutating func measure(_ node: HTMLNode, depth: Int) -> Measure {
        guard node.kind == .element else { return node.kind == .text ? Self.measure(node.text) : Measure() }
        var sum = Measure()
        for child in node.children { sum += measure(child, depth: depth + 1) }
        if node.hidesText { (sum.count, sum.commas) = (0, 0) }
        if node.name == "a" { sum.linked = sum.shown }
        if depth > 1, PageParts.isAround(node) {
            omitted.insert(node.pointer)
            (sum.shown, sum.linked) = (0, 0)
        }
        measures[node.pointer] = sum
        return sum
    }

    private static func measure(_ text: String) -> Measure {
        let count = count(text)
        return Measure(
            count: count, commas: text.utf8.count { $0 == UInt8(ascii: ",") }, shown: count, linked: 0)
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
    /// Whether what the element contains is no text of the page.
    fileprivate var hidesText: Bool { ["script", "style", "noscript", "template"].contains(name) }

    /// The text of the node and of all below it, scripts and styles excepted.
    var allText: String {
        var text = ""
        appendText(to: &text)
        return text
    }

    private func appendText(to text: inout String) {
        if kind == .text { return text += self.text }
        guard !hidesText else { return }
        for child in children { child.appendText(to: &text) }
    }
}
