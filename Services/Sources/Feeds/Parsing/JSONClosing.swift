/// Closes a truncated JSON document after its last complete item.
enum JSONClosing {
    /// Returns the document with its complete elements, or `nil` if no list element is complete.
    static func closed(_ document: [UInt8]) -> [UInt8]? {
        var open: [UInt8] = []
        var isInText = false
        var isEscaped = false
        var end: (index: Int, open: [UInt8])?
        for (index, byte) in document.enumerated() {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
            case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open.popLast() == byte else { return nil }
                // This is the end of an item, that is, of an object in a list of the outermost object.
                if byte == UInt8(ascii: "}"), open.count == 2, open[1] == UInt8(ascii: "]") { end = (index, open) }
            default: break
            }
            if open.count > 500 { return nil }
        }
        return end.map { document[...$0.index] + $0.open.reversed() }
    }
}
