import CLibXML2

/// A page of HTML as libxml2 reads it. It owns the tree, which lives as long as it.
final class HTMLTree {
    private let document: htmlDocPtr
    /// The depth at which reading ends.
    private static let depthLimit = 250

    /// Reads a page; `nil` if it is blank.
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
            // Versions of libxml2 have different limits.
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

/// A node of a page.
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

    /// The attributes by their names in lower case; of several of one name the first one.
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

    /// All elements below the node and itself, in the order of the document.
    func elements(_ body: (HTMLNode) -> Void) {
        guard kind == .element else { return }
        body(self)
        for child in children { child.elements(body) }
    }
}
