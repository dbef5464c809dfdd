import CLibXML2

/// The numbers of characters in a page's elements, except scripts and hidden elements.
///
/// Each element is measured only once, although elements may be nested and an element's text
/// includes the text of its descendants.
struct PageMeasures {
    /// The numbers of characters in an element and its descendants.
    struct Measure {
        var count = 0
        var commas = 0
        /// The numbers of characters in links and in program code.
        var linked = 0
        var code = 0
        /// The number of characters in paragraphs that contain hardly any links.
        var prose = 0

        var linkDensity: Double { count > 0 ? Double(linked) / Double(count) : 1 }

        static func += (sum: inout Measure, other: Measure) {
            sum.count += other.count
            sum.commas += other.commas
            sum.linked += other.linked
            sum.code += other.code
            sum.prose += other.prose
        }

        static func -= (sum: inout Measure, other: Measure) {
            sum.count -= other.count
            sum.commas -= other.commas
            sum.linked -= other.linked
            sum.code -= other.code
            sum.prose -= other.prose
        }
    }

    /// The minimum length of a paragraph in characters.
    static let paragraphLength = 25
    static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

    let root: HTMLNode
    private var measures: [xmlNodePtr: Measure] = [:]
    private var kinds: [xmlNodePtr: PageParts.Kind] = [:]
    /// The measures of the text directly in an element or in its inline elements.
    private(set) var paragraphs: [xmlNodePtr: Measure] = [:]
    /// The elements that aren't part of the article.
    private(set) var omitted = Set<xmlNodePtr>()

    init(_ root: HTMLNode) {
        self.root = root
        _ = measure(root)
    }

    subscript(node: HTMLNode) -> Measure { measures[node.pointer] ?? Measure() }

    // MARK: - What is omitted

    mutating func omit(_ nodes: some Sequence<HTMLNode>) { omitted.formUnion(nodes.map(\.pointer)) }

    /// Omits elements of some kinds and all hidden ones, so that they no longer count.
    mutating func omit(_ kinds: Set<PageParts.Kind>) { _ = omit(root, kinds, pageProse: self[root].prose) }

    private mutating func omit(_ node: HTMLNode, _ kinds: Set<PageParts.Kind>, pageProse: Int) -> Measure {
        guard node.kind == .element else { return Measure() }
        let kind = self.kinds[node.pointer] ?? .hidden
        if kind == .hidden || kinds.contains(kind) && isAround(self[node], kind, pageProse: pageProse) {
            omitted.insert(node.pointer)
            return self[node]
        }
        var sum = Measure()
        for child in node.children { sum += omit(child, kinds, pageProse: pageProse) }
        measures[node.pointer]? -= sum
        return sum
    }

    private func isAround(_ measure: Measure, _ kind: PageParts.Kind, pageProse: Int) -> Bool {
        switch kind {
        case .hidden, .beside: true
        case .around: 2 * measure.prose <= pageProse
        case .perhapsAround: measure.code == 0 && 10 * measure.prose <= pageProse
        case .content: false
        }
    }

    // MARK: - Counting

    /// Measures a node. The second result is the part that belongs to a surrounding paragraph.
    private mutating func measure(_ node: HTMLNode) -> (all: Measure, line: Measure) {
        if node.kind == .text {
            let measure = Self.measure(node.text)
            return (measure, measure)
        }
        guard node.kind == .element else { return (Measure(), Measure()) }
        let (name, kind) = (node.name, PageParts.kind(node))
        kinds[node.pointer] = kind
        guard kind != .hidden else { return (Measure(), Measure()) }
        var (sum, line) = (Measure(), Measure())
        for child in node.children {
            let measure = measure(child)
            sum += measure.all
            line += measure.line
        }
        if name == "a" { (sum.linked, line.linked) = (sum.count, line.count) }
        if name == "pre" { sum.code = sum.count }
        let isInline = PageParts.inline.contains(name)
        if !isInline, line.count >= Self.paragraphLength, line.linkDensity <= 0.5, !Self.headings.contains(name) {
            paragraphs[node.pointer] = line
            sum.prose += line.count - line.linked
        }
        measures[node.pointer] = sum
        return (sum, isInline ? line : Measure())
    }

    private static func measure(_ text: String) -> Measure {
        Measure(count: count(text), commas: text.utf8.count { $0 == UInt8(ascii: ",") })
    }

    /// Returns the number of characters that aren't white space. A Chinese, Japanese or Korean
    /// character counts as three because it carries as much information as three letters.
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
