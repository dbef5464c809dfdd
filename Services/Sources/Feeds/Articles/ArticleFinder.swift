import CLibXML2

/// Finds the element that contains a page's article.
///
/// Every paragraph adds points to its surrounding elements. The element with the most points is the
/// article or part of it: elements beside it are joined if they are prose as well.
struct ArticleFinder {
    /// The element that contains the article, and its descendants that aren't part of the article.
    typealias Article = (element: HTMLNode, omitted: Set<xmlNodePtr>)

    /// The minimum length of an article's text in letters, and the minimum on a page with hardly
    /// any other text.
    private static let (shortest, shortestAlone) = (140, 60)

    private var measures: PageMeasures
    private var scores: [xmlNodePtr: Double] = [:]

    /// Returns the article of a page, or `nil` if there is none.
    ///
    /// Element and class names can be misleading. If excluding elements by name leaves little text,
    /// the search is repeated with fewer names, and finally with none.
    static func article(in root: HTMLNode) -> Article? {
        let measures = PageMeasures(root)
        var best: (article: Article, length: Int)?
        let attempts: [(kinds: Set<PageParts.Kind>, enough: Int)] = [
            ([.beside, .around, .perhapsAround], 500), ([.beside], shortest), ([], 0),
        ]
        for (kinds, enough) in attempts {
            var finder = ArticleFinder(measures: measures)
            guard let found = finder.find(omitting: kinds) else { continue }
            if found.length > 2 * (best?.length ?? 0) { best = found }
            if found.length >= enough { break }
        }
        if let best {
            let isAlone = best.length >= shortestAlone && 10 * best.length >= 9 * measures[root].count
            if isAlone || best.length >= shortest { return best.article }
        }
        return ArticleFinder(measures: measures).namedArticle
    }

    private mutating func find(omitting kinds: Set<PageParts.Kind>) -> (article: Article, length: Int)? {
        measures.omit(kinds)
        score(measures.root)
        var best: (node: HTMLNode, points: Double)?
        // The first element in document order counts. Ordered by memory address, the result would differ between runs.
        measures.root.elements { node in
            guard let points = scores[node.pointer].map({ $0 * (1 - measures[node].linkDensity) }) else { return }
            if points > best?.points ?? 0 { best = (node, points) }
        }
        guard let best else { return nil }
        let element = joined(best.node)
        omitLinks(in: element)
        return ((element, measures.omitted), measures[element].count)
    }

    /// The only element that the page marks as an article or as its main part, if it contains an
    /// image or more than a few words; `nil` if there is none.
    private var namedArticle: Article? {
        var measures = measures
        measures.omit([.beside, .around, .perhapsAround])
        for name in ["article", "main"] {
            var elements: [HTMLNode] = []
            measures.root.elements { if $0.name == name { elements.append($0) } }
            guard elements.count == 1, let element = elements.first else { continue }
            var hasPicture = false
            element.elements { hasPicture = hasPicture || $0.name == "img" }
            let length = measures[element].count - measures[element].linked
            if length >= (hasPicture ? 1 : PageMeasures.paragraphLength) { return (element, measures.omitted) }
        }
        return nil
    }

    // MARK: - Points

    private mutating func score(_ node: HTMLNode) {
        guard node.kind == .element, !measures.omitted.contains(node.pointer), !Task.isCancelled else { return }
        if let text = measures.paragraphs[node.pointer] {
            let isParagraph = ["p", "pre", "blockquote"].contains(node.name)
            award(1 + Double(text.commas) + Double(text.count) / 100, to: isParagraph ? node.parent : node)
        }
        for child in node.children { score(child) }
    }

    /// Adds a paragraph's points to an element and its surrounding elements.
    private mutating func award(_ points: Double, to element: HTMLNode?) {
        var element = element
        for share in [1, 0.5, 0.2, 0.1] {
            guard let node = element else { return }
            scores[node.pointer, default: PageParts.points(node)] += points * share
            element = node.parent
        }
    }

    // MARK: - Parts of the article

    /// Returns the element that contains an article together with the sibling elements that belong
    /// to it, and omits the others.
    private mutating func joined(_ best: HTMLNode) -> HTMLNode {
        var result = best
        while ["table", "tbody", "tr", "ul", "ol"].contains(result.name), let parent = result.parent { result = parent }
        // Within an element that is marked as an article, all prose is part of it.
        let frame = best.article
        var isInside = frame != nil
        var others: [HTMLNode] = []
        var current = result
        while let parent = current.parent, parent.name != "html" {
            if current.pointer == frame?.pointer { isInside = false }
            let kind = (name: current.name, classes: current.classes)
            var isJoined = false
            for child in parent.children where child.pointer != current.pointer && child.kind == .element {
                if isPart(child, of: result, beside: current, kind, isInside: isInside) {
                    isJoined = true
                } else if !isInside || !PageMeasures.headings.contains(child.name) {
                    others.append(child)
                }
            }
            if isJoined {
                result = parent
                measures.omit(others)
                others = []
            }
            current = parent
        }
        return result
    }

    /// Returns whether an element belongs to the article in the element beside it.
    private func isPart(
        _ node: HTMLNode, of article: HTMLNode, beside other: HTMLNode, _ kind: (name: String, classes: Set<Substring>),
        isInside: Bool
    ) -> Bool {
        let measure = measures[node]
        guard !measures.omitted.contains(node.pointer), measure.linkDensity < 0.25,
            measure.prose > (isInside ? 0 : 80)
        else { return false }
        if isInside || node.name == "p" { return true }
        let prose = measures[article].prose
        if node.name == kind.name {
            let classes = node.classes
            let isAlike = 2 * classes.intersection(kind.classes).count >= classes.union(kind.classes).count
            if isAlike, !classes.isEmpty { return 20 * measure.prose > prose }
        }
        // Lists of other articles contain more links than prose.
        return 10 * measures[other].prose <= 11 * prose && 5 * measure.prose > prose
            && measure.linkDensity < (prose < 1000 ? 0.25 : 0.1)
    }

    /// Omits elements that consist mostly of links.
    private mutating func omitLinks(in node: HTMLNode) {
        for child in node.children where child.kind == .element && !measures.omitted.contains(child.pointer) {
            let measure = measures[child]
            if ["div", "section", "table"].contains(child.name), measure.linkDensity > 0.5, measure.count > 0,
                measure.commas < 10, measure.code == 0
            {
                measures.omit([child])
            } else {
                omitLinks(in: child)
            }
        }
    }
}

extension HTMLNode {
    /// The innermost element, starting with the node itself, that the page marks as an article.
    fileprivate var article: HTMLNode? {
        if name == "article" || attributes["itemprop"]?.lowercased() == "articlebody" { return self }
        return parent?.article
    }

    /// The first classes of the element.
    fileprivate var classes: Set<Substring> {
        Set(attributes["class"]?.split(separator: " ", maxSplits: 20).prefix(20) ?? [])
    }

    /// The text of the node and all of its descendants, except scripts and styles.
    var allText: String {
        var text = ""
        appendText(to: &text)
        return text
    }

    private func appendText(to text: inout String) {
        if kind == .text { return text += self.text }
        guard !["script", "style", "noscript", "template"].contains(name) else { return }
        for child in children { child.appendText(to: &text) }
    }
}
