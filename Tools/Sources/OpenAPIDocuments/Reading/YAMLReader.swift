// Yams reads whole trees, recursively and with every alias expanded. The parser below it, which Yams
// brings along, reports one event after another, so that depth and aliases can be limited.
import CYaml

/// A YAML reader that records the location of every value.
struct YAMLReader {
    /// A list or a mapping whose end hasn't been read yet.
    private struct Open {
        let isMapping: Bool
        let location: TextLocation
        let anchor: String?
        var elements: [DocumentNode] = []
        var entries: [DocumentMapping.Entry] = []
        /// The key whose value comes next.
        var key: (text: String, location: TextLocation)?
        /// The mappings that the merge key `<<` names.
        var merged: [DocumentNode] = []
        /// The number of values inside, counting a value once for every alias to it.
        var count = 1
    }

    private var open: [Open] = []
    private var anchors: [String: (node: DocumentNode, count: Int)] = [:]
    private var root: DocumentNode?

    /// Reads a stream of one document (YAML 1.2).
    static func read(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<DocumentNode, DocumentError> in
            var reader = YAMLReader()
            do throws(DocumentError) { return .success(try reader.document(buffer)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private mutating func document(_ bytes: UnsafeBufferPointer<UInt8>) throws(DocumentError) -> DocumentNode {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { throw .wrong("There isn't enough memory.", at: nil) }
        defer { yaml_parser_delete(&parser) }
        yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(&parser, &event) == 1 else { throw Self.error(of: parser) }
            defer { yaml_event_delete(&event) }
            if event.type == YAML_STREAM_END_EVENT { break }
            try read(event)
        }
        guard let root else { throw .wrong("The document is empty.", at: nil) }
        return root
    }

    private static func error(of parser: yaml_parser_t) -> DocumentError {
        let problem = parser.problem.map { String(cString: $0) } ?? "it can't be read"
        let isInText = parser.error == YAML_SCANNER_ERROR || parser.error == YAML_PARSER_ERROR
        return .wrong("The YAML is wrong: \(problem).", at: isInText ? location(parser.problem_mark) : nil)
    }

    private static func location(_ mark: yaml_mark_t) -> TextLocation {
        TextLocation(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }

    private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    // MARK: - Events

    private mutating func read(_ event: yaml_event_t) throws(DocumentError) {
        let location = Self.location(event.start_mark)
        switch event.type {
        case YAML_DOCUMENT_START_EVENT:
            guard root == nil else { throw .wrong("There is more than one document.", at: location) }
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let text = String(decoding: bytes, as: UTF8.self)
            let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE && scalar.tag == nil
            let node = DocumentNode(isPlain ? PlainScalar.content(of: text) : .string(text), at: location)
            try add(node, text: text, isPlain: isPlain, anchor: Self.text(scalar.anchor), count: 1)
        case YAML_SEQUENCE_START_EVENT:
            try begin(isMapping: false, at: location, anchor: Self.text(event.data.sequence_start.anchor))
        case YAML_MAPPING_START_EVENT:
            try begin(isMapping: true, at: location, anchor: Self.text(event.data.mapping_start.anchor))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: try end()
        case YAML_ALIAS_EVENT:
            let name = Self.text(event.data.alias.anchor) ?? ""
            guard let anchor = anchors[name] else {
                throw .wrong("The alias \"\(name)\" has no anchor before it.", at: location)
            }
            try add(anchor.node, text: anchor.node.scalarText, isPlain: false, anchor: nil, count: anchor.count)
        default: break
        }
    }

    private mutating func begin(
        isMapping: Bool, at location: TextLocation, anchor: String?
    ) throws(DocumentError) {
        guard open.count < DocumentLimits.depth else {
            throw .wrong("More than \(DocumentLimits.depth) values are inside each other.", at: location)
        }
        open.append(Open(isMapping: isMapping, location: location, anchor: anchor))
    }

    private mutating func end() throws(DocumentError) {
        guard let ended = open.popLast() else { return }
        guard ended.isMapping else {
            let node = DocumentNode(.list(ended.elements), at: ended.location)
            return try add(node, text: nil, isPlain: false, anchor: ended.anchor, count: ended.count)
        }
        if let entry = DocumentMapping.repeatedEntry(in: ended.entries) {
            throw .wrong("The key \"\(entry.key)\" occurs twice.", at: entry.location)
        }
        var entries = ended.entries
        for node in ended.merged {
            let present = Set(entries.map(\.key))
            entries += (node.mapping?.entries ?? []).filter { !present.contains($0.key) }
        }
        let node = DocumentNode(.mapping(DocumentMapping(entries)), at: ended.location)
        try add(node, text: nil, isPlain: false, anchor: ended.anchor, count: ended.count)
    }

    /// Adds a value to the list or mapping that is open.
    ///
    /// - Parameters:
    ///   - text: The text of a scalar, which can be a key.
    ///   - count: The number of values that it consists of.
    private mutating func add(
        _ node: DocumentNode, text: String?, isPlain: Bool, anchor: String?, count: Int
    ) throws(DocumentError) {
        if let anchor { anchors[anchor] = (node, count) }
        guard let last = open.indices.last else {
            root = node
            return
        }
        open[last].count += count
        guard open[last].count <= DocumentLimits.values else {
            throw .wrong("The aliases stand for more than \(DocumentLimits.values) values.", at: node.location)
        }
        guard open[last].isMapping else {
            open[last].elements.append(node)
            return
        }
        if let key = open[last].key {
            open[last].key = nil
            if key.text == "<<" {
                open[last].merged += node.list ?? [node]
            } else {
                open[last].entries.append(
                    DocumentMapping.Entry(key: key.text, location: key.location, value: node))
            }
        } else {
            guard let text = text ?? (node.isNull ? "null" : nil) else {
                throw .wrong("A key must be a single value.", at: node.location)
            }
            open[last].key = (text, node.location)
        }
    }
}
