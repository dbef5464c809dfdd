import CLibXML2
import Foundation
import FreshetLenientJSON

/// Reads an XML document element by element with libxml2's SAX interface.
///
/// Everything below the root becomes elements. Elements that `takes` accepts are passed to `handle`
/// when they end and aren't added to the surrounding elements, so that a long document needs little
/// memory.
final class MarkupReader {
    private(set) var root: MarkupElement?
    private var open: [MarkupElement] = []
    /// The index of the outermost open element that is handled separately.
    private var handledIndex: Int?
    private var vocabularies = Vocabulary.Cache()
    private let address: URL?
    private var context: xmlParserCtxtPtr?
    private let isRoot: (MarkupElement) -> Bool
    private let takes: (MarkupElement) -> Bool
    private let handle: (MarkupElement) -> Void

    private init(
        address: URL?, isRoot: @escaping (MarkupElement) -> Bool, takes: @escaping (MarkupElement) -> Bool,
        handle: @escaping (MarkupElement) -> Void
    ) {
        self.address = address
        self.isRoot = isRoot
        self.takes = takes
        self.handle = handle
    }

    /// Reads a repaired document.
    ///
    /// - Parameters:
    ///   - document: Well-formed XML in UTF-8 without a document type.
    ///   - address: The address of the document.
    ///   - isRoot: Returns whether to read the document. Otherwise, only its root is read.
    ///   - takes: Returns whether an element is handled separately.
    ///   - handle: Handles such an element.
    /// - Returns: The root, if the document has one, and whether its end was reached. A separately
    ///   handled element without an end is dropped.
    static func read(
        _ document: [UInt8], address: URL?, isRoot: @escaping (MarkupElement) -> Bool,
        takes: @escaping (MarkupElement) -> Bool, handle: @escaping (MarkupElement) -> Void
    ) -> (root: MarkupElement?, isComplete: Bool) {
        let reader = MarkupReader(address: address, isRoot: isRoot, takes: takes, handle: handle)
        guard !document.isEmpty, let length = Int32(exactly: document.count) else { return (nil, false) }
        xmlInitParser()
        withExtendedLifetime(reader) {
            document.withUnsafeBytes { bytes in
                let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                guard let context = xmlNewParserCtxt() else { return }
                defer { xmlFreeParserCtxt(context) }
                reader.configure(context)
                let document = xmlCtxtReadMemory(context, start, length, nil, nil, Int32(Self.options))
                // The handlers don't build a document.
                xmlFreeDoc(document)
            }
        }
        let isComplete = reader.open.isEmpty
        reader.endAll()
        return (reader.root, isComplete)
    }

    /// The parser options, which make libxml2 replace entities. Otherwise, it would report `&amp;`
    /// in attributes as `&#38;`. The document declares no entities, so only XML's own are replaced.
    private static let options =
        XML_PARSE_NOENT.rawValue | XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
        | XML_PARSE_NOWARNING.rawValue | XML_PARSE_IGNORE_ENC.rawValue

    private func configure(_ context: xmlParserCtxtPtr) {
        self.context = context
        guard let handler = context.pointee.sax else { return }
        handler.pointee = xmlSAXHandler()
        handler.pointee.initialized = UInt32(XML_SAX2_MAGIC)
        handler.pointee.startElementNs = { user, name, prefix, namespace, _, _, count, _, attributes in
            MarkupReader.of(user)?.start(name, prefix, namespace, Int(count), attributes)
        }
        handler.pointee.endElementNs = { user, _, _, _ in MarkupReader.of(user)?.end() }
        handler.pointee.characters = { user, text, length in MarkupReader.of(user)?.characters(text, Int(length)) }
        handler.pointee.ignorableWhitespace = handler.pointee.characters
        // Without a handler, libxml2 prints errors.
        handler.pointee.serror = { _, _ in }
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> MarkupReader? {
        user.map { Unmanaged<MarkupReader>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: - Events

    private func start(
        _ name: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ namespace: UnsafePointer<UInt8>?,
        _ count: Int, _ list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    ) {
        guard let name else { return }
        guard !Task.isCancelled else { return xmlStopParser(context) }
        var attributes: [String: String] = [:]
        for index in 0..<count {
            guard let attribute = list.map({ $0 + index * 5 }), let name = attribute[0], let value = attribute[3],
                let end = attribute[4]
            else { continue }
            let vocabulary = vocabularies.vocabulary(attribute[2], attribute[1])
            let text = String(decoding: UnsafeBufferPointer(start: value, count: end - value), as: UTF8.self)
            let key = String(cString: name).lowercased()
            attributes[vocabulary == .core ? key : "\(vocabulary):\(key)"] = text
        }
        var base = open.last?.base ?? address
        var hasOwnBase = open.last?.hasOwnBase ?? false
        if let text = attributes["xml:base"], let url = DocumentLimits.base(from: text, relativeTo: base) {
            (base, hasOwnBase) = (url, true)
        }
        let element = MarkupElement(
            name: String(cString: name), vocabulary: vocabularies.vocabulary(namespace, prefix), attributes: attributes,
            base: base, hasOwnBase: hasOwnBase, language: attributes["xml:lang"] ?? open.last?.language)
        if root == nil {
            root = element
            guard isRoot(element) else { return xmlStopParser(context) }
        }
        if handledIndex == nil, takes(element) { handledIndex = open.count }
        open.append(element)
    }

    private func end() {
        guard let element = open.popLast() else { return }
        element.finish()
        if handledIndex == open.count {
            handledIndex = nil
            handle(element)
        } else {
            open.last?.append(element)
        }
    }

    private func endAll() {
        if let handledIndex { open.removeSubrange(handledIndex...) }
        handledIndex = nil
        while !open.isEmpty { end() }
    }

    private func characters(_ text: UnsafePointer<UInt8>?, _ length: Int) {
        open.last?.append(text: UnsafeBufferPointer(start: text, count: length))
    }
}
