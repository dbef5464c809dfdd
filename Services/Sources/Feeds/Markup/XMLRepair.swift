/// Makes a document well-formed before it is parsed, since feeds on the web often aren't.
///
/// Everything before the first element is dropped, as are comments, processing instructions,
/// control characters and the document type, so the parser never sees an entity declaration. HTML's
/// named entities become characters, and other ampersands become text. An end tag for an outer
/// element closes the inner ones as well; an end tag without a matching element is dropped. Each
/// attribute gets a quoted value and occurs once. Attributes and namespace declarations beyond the
/// limit are dropped, as are the tags of elements that are nested too deeply.
struct XMLRepair {
    let input: [UInt8]
    var position = 0
    var output: [UInt8] = []
    /// The open elements.
    var open: [Open] = []
    private var tagCount = 0
    /// The entities that the document declares. They don't contain other entities.
    var entities: [String: String] = [:]
    /// The number of bytes to which declared entities were expanded.
    var expandedCount = 0
    /// Whether the document is truncated.
    private(set) var isTruncated = false
    /// Whether the root has begun.
    var hasRoot = false

    /// The maximum number of bytes to which declared entities may expand.
    static let mostExpanded = 1 << 20

    struct Open {
        var name: [UInt8]
        /// The number of namespaces declared by the element and its surrounding elements.
        var namespaceCount: Int
    }

    /// Repairs a document.
    ///
    /// - Throws: ``FeedError/entityExpansion`` if entities contain other entities or expand to too
    ///   much text; ``FeedError/tooManyElements(limit:)``; ``FeedError/cancelled``.
    init(_ input: [UInt8]) throws(FeedError) {
        self.input = input
        output.reserveCapacity(input.count + input.count / 8)
        while position < input.count {
            try readNext()
            guard expandedCount <= Self.mostExpanded else { throw .entityExpansion }
            // Everything after the root is dropped.
            if open.isEmpty, hasRoot { break }
        }
        isTruncated = isTruncated || !open.isEmpty
    }

    private mutating func readNext() throws(FeedError) {
        switch input[position] {
        case UInt8(ascii: "<"): try readMarkup()
        case UInt8(ascii: "&") where !open.isEmpty:
            appendReference(at: position)
        default:
            // Text outside the elements is dropped.
            if open.isEmpty { position += 1 } else { position = appendText(at: position, before: input.count) }
        }
    }

    private mutating func readMarkup() throws(FeedError) {
        tagCount += 1
        guard tagCount <= DocumentLimits.tags else { throw .tooManyElements(limit: DocumentLimits.tags) }
        guard !Task.isCancelled else { throw .cancelled }
        if follows("<!--") {
            skip(to: "-->", from: position + 4)
        } else if follows("<![CDATA[") {
            readCDATA()
        } else if follows("<!") {
            try readDeclaration()
        } else if follows("<?") {
            skip(to: "?>", from: position + 2)
        } else if follows("</") {
            readEndTag()
        } else if position + 1 < input.count, isNameStart(input[position + 1]) {
            readStartTag()
        } else {
            if !open.isEmpty { output += "&lt;".utf8 }
            position += 1
        }
    }

    // MARK: - Text

    /// Appends characters up to the next one that needs special treatment, or that one itself.
    /// Returns the position after them.
    private mutating func appendText(at start: Int, before limit: Int) -> Int {
        var end = start
        while end < limit, Self.isPlain[Int(input[end])] { end += 1 }
        guard end > start else { return appendCharacter(at: start) }
        output += input[start..<end]
        return end
    }

    /// For each byte, whether it is text in any position.
    private static let isPlain: [Bool] = {
        let special: [UInt8] = [UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), 0xEF]
        var isPlain = [Bool](repeating: true, count: 256)
        for byte in special { isPlain[Int(byte)] = false }
        for byte in 0..<0x20 { isPlain[byte] = byte == 0x09 || byte == 0x0A || byte == 0x0D }
        return isPlain
    }()

    /// Appends a character unless it is a control character that XML forbids. Returns the position
    /// after it.
    private mutating func appendCharacter(at index: Int) -> Int {
        let byte = input[index]
        switch byte {
        case 0..<0x20 where byte != 0x09 && byte != 0x0A && byte != 0x0D: return index + 1
        case UInt8(ascii: ">"):
            output += "&gt;".utf8
            return index + 1
        // XML forbids U+FFFE and U+FFFF as well.
        case 0xEF
        where input[index...].starts(with: [0xEF, 0xBF]) && index + 2 < input.count && input[index + 2] >= 0xBE:
            return index + 3
        default:
            output.append(byte)
            return index + 1
        }
    }

    private mutating func readCDATA() {
        let start = position + 9
        let end = find("]]>", from: start)
        guard !open.isEmpty else { return position = end.map { $0 + 3 } ?? input.count }
        var index = start
        while index < (end ?? input.count) {
            let byte = input[index]
            if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") {
                output += byte == UInt8(ascii: "<") ? "&lt;".utf8 : "&amp;".utf8
                index += 1
            } else {
                index = appendText(at: index, before: end ?? input.count)
            }
        }
        if end == nil { isTruncated = true }
        position = end.map { $0 + 3 } ?? input.count
    }

    /// Appends an attribute value.
    mutating func appendValue(_ range: Range<Int>) {
        position = range.lowerBound
        while position < range.upperBound {
            switch input[position] {
            case UInt8(ascii: "&"): appendReference(at: position)
            case UInt8(ascii: "<"):
                output += "&lt;".utf8
                position += 1
            case UInt8(ascii: "\""):
                output += "&quot;".utf8
                position += 1
            default: position = appendText(at: position, before: range.upperBound)
            }
        }
        position = range.upperBound
    }

    // MARK: - Searching

    func follows(_ text: StaticString) -> Bool {
        guard input.count - position >= text.utf8CodeUnitCount else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { input[position + $0] == text.utf8Start[$0] }
    }

    func find(_ text: StaticString, from start: Int) -> Int? {
        let first = text.utf8Start[0]
        var index = start
        while index + text.utf8CodeUnitCount <= input.count {
            if input[index] == first,
                (1..<text.utf8CodeUnitCount).allSatisfy({ input[index + $0] == text.utf8Start[$0] })
            {
                return index
            }
            index += 1
        }
        return nil
    }

    mutating func skip(to text: StaticString, from start: Int) {
        if let end = find(text, from: start) {
            position = end + text.utf8CodeUnitCount
        } else {
            truncate()
        }
    }

    /// Ends the document here.
    mutating func truncate() {
        isTruncated = true
        position = input.count
    }

    func isNameStart(_ byte: UInt8) -> Bool { byte.isLetter || byte == UInt8(ascii: "_") || byte >= 0x80 }

    func isName(_ byte: UInt8) -> Bool { isNameStart(byte) || byte.isDigit || "-.:".utf8.contains(byte) }
}
