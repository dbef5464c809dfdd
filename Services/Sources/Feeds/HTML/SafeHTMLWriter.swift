import CLibXML2
import Foundation
import FreshetLenientJSON

/// Writes the allowed parts of a tree of HTML.
struct SafeHTMLWriter {
    let rules: SafeHTML
    private(set) var output: [UInt8] = []
    private static let deepest = 200

    /// Elements that are not written.
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
        let (name, attributes) = (node.name, node.attributes)
        guard !HTMLRules.isHidden(name, attributes) else { return }
        if HTMLRules.isFormula(name, attributes) { return writeFormula(node) }
        guard !HTMLRules.removed.contains(name) else { return }
        guard HTMLRules.allowed.contains(name) else { return writeChildren(node, depth: depth) }
        var written: [(String, String)]
        switch name {
        case "img":
            guard let picture = PictureAttributes(attributes, rules: rules) else { return }
            written = picture.attributes
        case "a": written = linkAttributes(attributes)
        case "video", "audio", "source":
            guard let media = mediaAttributes(attributes, isSource: name == "source") else {
                return writeChildren(node, depth: depth)
            }
            written = media
        default: written = []
        }
        // A link without an address, and an element without a meaning, are only their content.
        if name == "a", written.isEmpty { return writeChildren(node, depth: depth) }
        for key in HTMLRules.textAttributes[name] ?? [] {
            if let value = attributes[key], HTMLRules.isAllowed(value, of: key) { written.append((key, value)) }
        }
        for key in ["title", "lang", "dir"] {
            if let value = attributes[key], HTMLRules.isAllowed(value, of: key) { written.append((key, value)) }
        }
        writeTag(name, written)
        // libxml2 does not know that some elements have no content: what follows them is below them.
        writeChildren(node, depth: depth)
        if !HTMLRules.void.contains(name) { output += "</\(name)>".utf8 }
    }

    private mutating func writeFormula(_ node: HTMLNode) {
        output += "<code>".utf8
        // libxml2 leaves the references of ``HTMLRepair`` in the text of a script.
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

    // MARK: - Addresses

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

    private func mediaAttributes(_ attributes: [String: String], isSource: Bool) -> [(String, String)]? {
        var written: [(String, String)] = []
        let url = WebLink.url(from: attributes["src"], relativeTo: rules.base)
        if let url { written.append(("src", url.absoluteString)) }
        if isSource {
            guard url != nil else { return nil }
            if let type = attributes["type"], HTMLRules.isMediaType(type) { written.append(("type", type)) }
            return written
        }
        if let poster = WebLink.url(from: attributes["poster"], relativeTo: rules.base) {
            let address = rules.pictureAddress.map { $0(poster) } ?? poster.absoluteString
            if let address { written.append(("poster", address)) }
        }
        return written + [("controls", ""), ("preload", "none")]
    }
}
