import Foundation

/// An element of an XML document, with its content.
final class MarkupElement {
    /// A piece of content, in document order: a text or an element.
    enum Content {
        case text([UInt8])
        case element(MarkupElement)
    }

    let name: String
    let vocabulary: Vocabulary
    /// The attributes, keyed by lowercase name. Attributes of a vocabulary have its prefix.
    let attributes: [String: String]
    /// The address against which relative addresses are resolved.
    let base: URL?
    /// Whether an `xml:base` has set the base.
    let hasOwnBase: Bool
    let language: String?
    private(set) var contents: [Content] = []
    /// The child elements.
    private(set) var children: [MarkupElement] = []
    /// The text after the last element.
    private var pendingText: [UInt8] = []
    /// The name in lower case.
    private let key: String

    init(
        name: String, vocabulary: Vocabulary, attributes: [String: String], base: URL?, hasOwnBase: Bool,
        language: String?
    ) {
        self.name = name
        key = name.lowercased()
        self.vocabulary = vocabulary
        self.attributes = attributes
        self.base = base
        self.hasOwnBase = hasOwnBase
        self.language = language
    }

    func append(_ element: MarkupElement) {
        finish()
        contents.append(.element(element))
        children.append(element)
    }

    func append(text: UnsafeBufferPointer<UInt8>) { pendingText += text }

    /// Ends the element, after which nothing may be appended.
    func finish() {
        if !pendingText.isEmpty { contents.append(.text(pendingText)) }
        pendingText = []
    }

    /// Returns whether the element has a name, which is given in lower case.
    func isNamed(_ name: String, _ vocabulary: Vocabulary = .core) -> Bool {
        self.vocabulary == vocabulary && key == name
    }

    func children(_ name: String, _ vocabulary: Vocabulary = .core) -> [MarkupElement] {
        children.filter { $0.isNamed(name, vocabulary) }
    }

    func child(_ name: String, _ vocabulary: Vocabulary = .core) -> MarkupElement? {
        children.first { $0.isNamed(name, vocabulary) }
    }

    /// The text of the element and its descendants; `nil` if it is blank.
    var text: String? {
        var bytes: [UInt8] = []
        appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self).nonBlank
    }

    /// Returns the text of the first child with a name whose text isn't blank.
    func text(_ name: String, _ vocabulary: Vocabulary = .core) -> String? {
        for child in children where child.isNamed(name, vocabulary) {
            if let text = child.text { return text }
        }
        return nil
    }

    /// Whether the element contains elements, which means that its HTML isn't escaped.
    var hasElements: Bool { !children.isEmpty }

    /// The element's content as HTML, if it contains elements.
    var innerHTML: String {
        var output: [UInt8] = []
        for content in contents { Self.append(content, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    private func appendText(to bytes: inout [UInt8]) {
        for content in contents {
            switch content {
            case .text(let text): bytes += text
            case .element(let element): element.appendText(to: &bytes)
            }
        }
    }

    private static func append(_ content: Content, to output: inout [UInt8]) {
        switch content {
        case .text(let text): HTMLText.append(text, to: &output)
        case .element(let element):
            output += "<\(element.name)".utf8
            for (name, value) in element.attributes.sorted(by: { $0.key < $1.key }) where !name.contains(":") {
                output += " \(name)=\"\(HTMLText.escaped(value))\"".utf8
            }
            output.append(UInt8(ascii: ">"))
            for content in element.contents { append(content, to: &output) }
            if !void.contains(element.name) { output += "</\(element.name)>".utf8 }
        }
    }

    private static let void: Set<String> = [
        "br", "hr", "img", "wbr", "input", "source", "track", "area", "col", "embed",
    ]
}
