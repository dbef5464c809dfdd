import CLibXML2
import Foundation
import FreshetLenientJSON

/// Writes the allowed parts of an HTML tree.
struct SafeHTMLWriter {
    let rules: SafeHTML
    private(set) var output: [UInt8] = []
    private static let deepest = 200

    private var isInLink = false
    /// The elements that aren't written.
    private let omitted: Set<xmlNodePtr>

    init(rules: SafeHTML, omitted: Set<xmlNodePtr>) {
        self.rules = rules
        self.omitted = omitted
    }

    mutating func write(_ node: HTMLNode, depth: Int) {
        guard output.count < rules.outputLimit, !Task.isCancelled else { return }
        switch node.kind {
        case .text: HTMLText.append(node.text.utf8, to: &output)
        case .element where depth <= Self.deepest && !omitted.contains(node.pointer): writeElement(node, depth: depth)
        default: break
        }
    }

    private mutating func writeElement(_ node: HTMLNode, depth: Int) {
        var (name, attributes) = (node.name, node.attributes)
        guard !HTMLRules.isHidden(name, attributes) else { return }
        if HTMLRules.isFormula(name, attributes) { return writeFormula(node) }
        if ["audio", "video", "iframe"].contains(name), writeLink(to: node, attributes) { return }
        guard !HTMLRules.removed.contains(name) else { return }
        guard HTMLRules.allowed.contains(name) else { return writeChildren(node, depth: depth) }
        var written: [(String, String)]
        switch name {
        case "img":
            guard let picture = PictureAttributes(of: node, rules: rules) else { return }
            written = picture.attributes
        case "a": written = linkAttributes(attributes)
        default: written = []
        }
        // Of a link without an address, or within another link, only the content is written.
        if name == "a" {
            if written.isEmpty || isInLink { return writeChildren(node, depth: depth) }
            isInLink = true
        }
        defer { if name == "a" { isInLink = false } }
        // A browser would end a paragraph before a block.
        if name == "p", containsBlock(node) { name = "div" }
        for key in HTMLRules.textAttributes[name] ?? [] {
            if let value = attributes[key], HTMLRules.isAllowed(value, of: key) { written.append((key, value)) }
        }
        for key in ["title", "lang", "dir"] {
            if let value = attributes[key], HTMLRules.isAllowed(value, of: key) { written.append((key, value)) }
        }
        writeTag(name, written)
        writeChildren(node, depth: depth)
        if !HTMLRules.void.contains(name) { output += "</\(name)>".utf8 }
    }

    private mutating func writeFormula(_ node: HTMLNode) {
        output += "<code>".utf8
        // libxml2 doesn't decode the references that ``HTMLRepair`` writes into the text of a script.
        for child in node.children { HTMLText.append(PlainText.decodingEntities(in: child.text).utf8, to: &output) }
        output += "</code>".utf8
    }

    private mutating func writeTag(_ name: String, _ attributes: [(String, String)]) {
        output += "<\(name)".utf8
        for (key, value) in attributes {
            output += " \(key)=\"".utf8
            HTMLText.append(value.utf8, to: &output)
            output.append(UInt8(ascii: "\""))
        }
        output.append(UInt8(ascii: ">"))
    }

    private mutating func writeChildren(_ node: HTMLNode, depth: Int) {
        var child = node.firstChild
        while let current = child {
            write(current, depth: depth + 1)
            child = current.next
        }
    }

    /// Returns whether a paragraph contains a block before the next paragraph.
    private func containsBlock(_ node: HTMLNode) -> Bool {
        node.children.contains { child in
            guard child.kind == .element else { return false }
            let name = child.name
            return HTMLRules.endsParagraph.contains(name) || !HTMLRules.removed.contains(name) && containsBlock(child)
        }
    }

    // MARK: - Addresses

    /// Writes a link instead of an element that would be played or embedded. Returns whether it has
    /// an address.
    private mutating func writeLink(to node: HTMLNode, _ attributes: [String: String]) -> Bool {
        let base = rules.base
        let sources = [attributes] + node.children.lazy.filter { $0.name == "source" }.prefix(1).map(\.attributes)
        let urls = sources.flatMap { [$0["src"], $0["data-src"]] }.lazy.compactMap {
            WebLink.url(from: $0, relativeTo: base)
        }
        guard !isInLink, let url = urls.first,
            !PictureAttributes.counts(url), !PictureAttributes.isPixel(attributes)
        else { return false }
        writeTag("a", linkAttributes(["href": url.absoluteString]))
        let poster = PictureAttributes(["src": attributes["poster"] ?? ""], rules: rules)
        if let poster { writeTag("img", poster.attributes) }
        let kind = url.pathExtension.utf8.count < 6 ? url.pathExtension : ""
        let name = ["audio": "Sound", "video": "Video"][node.name].map { kind.isEmpty ? $0 : "\($0) (\(kind))" }
        HTMLText.append((attributes["title"]?.nonBlank ?? name ?? url.host() ?? "").utf8, to: &output)
        output += "</a>".utf8
        return true
    }

    private func linkAttributes(_ attributes: [String: String]) -> [(String, String)] {
        guard let text = attributes["href"]?.trimmingWhitespace, !text.hasPrefix("#") else { return [] }
        let relation = ("rel", "noopener noreferrer nofollow")
        if text.lowercased().hasPrefix("mailto:") {
            let address = text.dropFirst(7)
            let isPlain = address.utf8.allSatisfy { $0.isLetter || $0.isDigit || "@.-_+%?=&".utf8.contains($0) }
            return isPlain && address.contains("@") ? [("href", "mailto:" + address), relation] : []
        }
        guard let url = WebLink.url(from: text, relativeTo: rules.base) else { return [] }
        return [("href", url.absoluteString), relation]
    }
}
