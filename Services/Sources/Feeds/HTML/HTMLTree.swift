import CLibXML2

/// An HTML page parsed by libxml2. It owns the tree of nodes.
final class HTMLTree {
    private let document: htmlDocPtr
    /// The nesting depth at which parsing stops.
    private static let depthLimit = 250

    /// Parses a page. Returns `nil` if it is blank.
    ///
    /// - Parameter text: The page in UTF-8.
    init?(_ text: [UInt8]) {
        let text = HTMLRepair(text).output
        guard text.contains(where: { $0 > 0x20 }), let length = Int32(exactly: text.count) else { return nil }
        xmlInitParser()
        guard let context = htmlNewParserCtxt() else { return nil }
        defer { htmlFreeParserCtxt(context) }
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue | HTML_PARSE_NODEFDTD.rawValue
        context.pointee.sax?.pointee.serror = { _, _ in }
        context.pointee.sax?.pointee.startElement = { user, name, attributes in
            guard let context = user?.assumingMemoryBound(to: xmlParserCtxt.self) else { return }
            // The limits of libxml2 versions differ.
            guard context.pointee.nodeNr <= HTMLTree.depthLimit, !Task.isCancelled else {
                return xmlStopParser(context)
            }
            xmlSAX2StartElement(user, name, attributes)
        }
        let document = text.withUnsafeBytes { bytes in
            htmlCtxtReadMemory(
                context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length, nil, "UTF-8", Int32(options))
        }
        guard let document else { return nil }
        self.document = document
    }

    deinit { xmlFreeDoc(document) }

    /// The outermost element; `nil` if there is none.
    var root: HTMLNode? { xmlDocGetRootElement(document).map { HTMLNode(pointer: $0, tree: self) } }
}

/// A node of an HTML page. It keeps the tree alive.
struct HTMLNode {
    enum Kind {
        case element, text, other
    }

    let pointer: xmlNodePtr
    let tree: HTMLTree

    var kind: Kind {
        switch pointer.pointee.type {
        case XML_ELEMENT_NODE: .element
        case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: .text
        default: .other
        }
    }

    /// The name in lower case.
    var name: String { pointer.pointee.name.map { String(cString: $0).lowercased() } ?? "" }

    /// The text of a node that is text.
    var text: String { pointer.pointee.content.map { String(cString: $0) } ?? "" }

    var next: HTMLNode? { pointer.pointee.next.map { HTMLNode(pointer: $0, tree: tree) } }

    /// The element around the node.
    var parent: HTMLNode? {
        pointer.pointee.parent.map { HTMLNode(pointer: $0, tree: tree) }.flatMap { $0.kind == .element ? $0 : nil }
    }

    var firstChild: HTMLNode? { pointer.pointee.children.map { HTMLNode(pointer: $0, tree: tree) } }

    var children: [HTMLNode] {
        var nodes: [HTMLNode] = []
        var node = firstChild
        while let current = node {
            nodes.append(current)
            node = current.next
        }
        return nodes
    }

    /// The attributes, keyed by lowercase name. If a name is repeated, the first attribute counts.
    var attributes: [String: String] {
        var attributes: [String: String] = [:]
        var attribute = pointer.pointee.properties
        while let current = attribute {
            let name = current.pointee.name.map { String(cString: $0).lowercased() } ?? ""
            if attributes[name] == nil { attributes[name] = Self.value(current) }
            attribute = current.pointee.next
        }
        return attributes
    }

    private static func value(_ attribute: xmlAttrPtr) -> String {
        var value = ""
        var part = attribute.pointee.children
        while let current = part {
            if let content = current.pointee.content { value += String(cString: content) }
            part = current.pointee.next
        }
        return value
    }

    /// Calls a closure with the node and all of its descendant elements, in document order.
    func elements(_ body: (HTMLNode) -> Void) {
        guard kind == .element else { return }
        body(self)
        for child in children { child.elements(body) }
    }
}
