import FreshetLenientJSON

/// Reads clean HTML, as `SafeHTML` writes it: well-formed, with few elements, and with attributes in quotation marks.
///
/// Any text may be read: what is not well-formed is shown in some way.
struct ProseReader {
    /// An element that has begun.
    private struct Open {
        let name: String
        /// What a link leads to.
        var address: String?
        /// The length of the text before the link, and the number of blocks.
        var start = 0
        var blockCount = 0
        var marginCount = 0
        var countsElements = false
    }

    private var prose = Prose()
    private var text = ""
    private var open: [Open] = []
    private var margins: [Prose.Margin] = []
    /// The mark of the element of a list whose text has not begun.
    private var marker: String?
    /// The next numbers of the open lists; `nil` for lists without numbers.
    private var lists: [Int?] = []
    private var codeDepth = 0
    private var headingDepth = 0
    private var rowDepth = 0

    private static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "caption", "center", "dd", "details", "div", "dl", "dt",
        "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "main", "ol", "p", "pre", "section",
        "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
    ]
    private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
    private static let void: Set<String> = ["br", "col", "hr", "img", "source", "wbr"]

    /// Returns the text of clean HTML.
    mutating func prose(of html: String) -> Prose {
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            add(rest[..<start])
            guard let end = rest[start...].firstIndex(of: ">") else {
                rest = rest[rest.endIndex...]
                break
            }
            tag(rest[rest.index(after: start)..<end])
            rest = rest[rest.index(after: end)...]
        }
        add(rest)
        endBlock()
        return prose
    }

    // MARK: - Text

    private mutating func add(_ escaped: Substring) {
        if !escaped.isEmpty { append(PlainText.decodingEntities(in: String(escaped))) }
    }

    private mutating func append(_ more: String) {
        if codeDepth > 0 {
            text += more.replacing("\t", with: "    ")
            return
        }
        for character in more {
            if character.isWhitespace {
                if let last = text.last, last != " ", last != "\n" { text.append(" ") }
            } else {
                text.append(character)
            }
        }
    }

    private mutating func endBlock() {
        let kind: Prose.Block.Kind =
            codeDepth > 0 ? .code : headingDepth > 0 ? .heading : rowDepth > 0 ? .row : .paragraph
        let content = kind == .code ? Self.withoutEmptyLines(text) : Self.trimmed(text)
        text = ""
        for index in open.indices { open[index].start = 0 }
        guard !content.isEmpty else { return }
        prose.blocks.append(.init(kind: kind, margins: margins, marker: marker, text: content))
        marker = nil
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text.drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// The text without empty lines at its beginning and its end.
    private static func withoutEmptyLines(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let first = lines.first, first.allSatisfy(\.isWhitespace) { lines = lines.dropFirst() }
        while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines = lines.dropLast() }
        return lines.joined(separator: "\n")
    }

    // MARK: - Elements

    private mutating func tag(_ tag: Substring) {
        if tag.hasPrefix("/") {
            end(String(tag.dropFirst()))
        } else {
            let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
            begin(String(name), Self.attributes(tag.dropFirst(name.count)))
        }
    }

    private mutating func begin(_ name: String, _ attributes: [String: String]) {
        if Self.blocks.contains(name) { endBlock() }
        var element = Open(name: name)
        switch name {
        case "br": text += codeDepth > 0 || !text.isEmpty ? "\n" : ""
        case "hr": prose.blocks.append(.init(kind: .rule, margins: margins, marker: nil, text: ""))
        case "img": if let alt = attributes["alt"], !alt.isEmpty { append("[\(alt)]") }
        case "a":
            (element.address, element.start, element.blockCount) = (attributes["href"], text.count, prose.blocks.count)
        case "audio", "video":
            if let address = attributes["src"] { add(link: name == "audio" ? "Sound" : "Video", address) }
        case "q": text += "“"
        case "td", "th": if !text.isEmpty { text += " │ " }
        case "tr": rowDepth += 1
        case "pre": codeDepth += 1
        case "blockquote": push(.quotation, &element)
        case "dd": push(.blank(4), &element)
        case "ul", "ol":
            lists.append(name == "ol" ? attributes["start"].flatMap { Int($0) } ?? 1 : nil)
            element.countsElements = true
        case "li": beginElement(attributes["value"].flatMap { Int($0) }, &element)
        case let name where Self.headings.contains(name): headingDepth += 1
        default: break
        }
        if !Self.void.contains(name) { open.append(element) }
    }

    private mutating func end(_ name: String) {
        // Of what is not well-formed, the end of an element ends those in it, too.
        guard open.contains(where: { $0.name == name }) else { return }
        while let element = open.last {
            finish(element)
            open.removeLast()
            if element.name == name { return }
        }
    }

    private mutating func finish(_ element: Open) {
        if element.name == "a" { finishLink(element) }
        if Self.blocks.contains(element.name) { endBlock() }
        switch element.name {
        case "q": text += "”"
        case "tr": rowDepth -= 1
        case "pre": codeDepth -= 1
        case "li": marker = nil
        case let name where Self.headings.contains(name): headingDepth -= 1
        default: break
        }
        margins.removeLast(element.marginCount)
        if element.countsElements { lists.removeLast() }
    }

    private mutating func push(_ margin: Prose.Margin, _ element: inout Open) {
        margins.append(margin)
        element.marginCount += 1
    }

    /// - Parameter number: The number that the element itself has.
    private mutating func beginElement(_ number: Int?, _ element: inout Open) {
        guard case let next?? = lists.last else {
            push(.blank(2), &element)
            marker = "•"
            return
        }
        let own = number ?? next
        lists[lists.count - 1] = own < Int.max ? own + 1 : own
        marker = "\(own)."
        push(.blank("\(own). ".count), &element)
    }

    // MARK: - Links

    private mutating func finishLink(_ element: Open) {
        guard let address = element.address else { return }
        let shown = Self.trimmed(String(text.dropFirst(element.start)))
        if shown.isEmpty, prose.blocks.count > element.blockCount, let last = prose.blocks.indices.last,
            prose.blocks[last].kind != .rule
        {
            // The link is around blocks, the last of which has ended.
            prose.blocks[last].text += "[\(number(of: address))]"
            return
        }
        // A link without text has nothing to which its number would belong, and one that shows its address needs none.
        guard !shown.isEmpty, shown != address, "mailto:\(shown)" != address else { return }
        addNumber(of: address)
    }

    private mutating func add(link name: String, _ address: String) {
        text += text.isEmpty || text.last == " " || text.last == "\n" ? name : " \(name)"
        addNumber(of: address)
    }

    private mutating func addNumber(of address: String) {
        let hasSpace = text.last == " "
        if hasSpace { text.removeLast() }
        text += "[\(number(of: address))]" + (hasSpace ? " " : "")
    }

    /// Returns the number of an address, which is added where it is missing.
    private mutating func number(of address: String) -> Int {
        if let index = prose.links.firstIndex(of: address) { return index + 1 }
        prose.links.append(address)
        return prose.links.count
    }

    /// Returns the attributes of a tag: names with values in quotation marks.
    private static func attributes(_ tag: Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = tag
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].filter { !$0.isWhitespace }
            let value = rest[rest.index(after: equals)...]
            guard value.first == "\"", let end = value.dropFirst().firstIndex(of: "\"") else { break }
            attributes[String(name).lowercased()] = PlainText.decodingEntities(
                in: String(value[value.index(after: value.startIndex)..<end]))
            rest = value[value.index(after: end)...]
        }
        return attributes
    }
}
