import FreshetLenientJSON

extension XMLRepair {
    /// The maximum length of an entity name in bytes. HTML's longest name has 31 letters.
    private static let longestName = 40
    /// The maximum number of entities that a document may declare. Further ones are ignored.
    private static let mostEntities = 1000

    /// Appends the text of a reference and moves past it.
    mutating func appendReference(at index: Int) {
        let end = min(input.count, index + Self.longestName)
        guard let semicolon = input[index..<end].firstIndex(of: UInt8(ascii: ";")), semicolon > index + 1 else {
            return appendAmpersand(index)
        }
        let name = String(decoding: input[index + 1..<semicolon], as: UTF8.self)
        if name.first == "#" {
            guard let value = Self.number(name.dropFirst()) else { return appendAmpersand(index) }
            appendScalar(value)
        } else if ["amp", "lt", "gt", "quot", "apos"].contains(name) {
            output += input[index...semicolon]
        } else if let value = entities[name] {
            expandedCount += value.utf8.count
            if expandedCount <= Self.mostExpanded { HTMLText.append(value.utf8, to: &output) }
        } else {
            let text = PlainText.decodingEntities(in: "&\(name);")
            guard text != "&\(name);", !text.hasSuffix(";") else { return appendAmpersand(index) }
            HTMLText.append(text.utf8, to: &output)
        }
        position = semicolon + 1
    }

    private mutating func appendAmpersand(_ index: Int) {
        output += "&amp;".utf8
        position = index + 1
    }

    private static func number(_ text: Substring) -> UInt32? {
        let isHexadecimal = text.first == "x" || text.first == "X"
        return isHexadecimal ? UInt32(text.dropFirst(), radix: 16) : UInt32(text)
    }

    /// Appends the character with a number, unless XML forbids it.
    private mutating func appendScalar(_ value: UInt32) {
        guard let scalar = Windows1252.scalar(value), value >= 0x20 || [0x09, 0x0A, 0x0D].contains(value),
            value & 0xFFFE != 0xFFFE
        else { return }
        HTMLText.append(UTF8.encode(scalar).map { Array($0) } ?? [], to: &output)
    }

    // MARK: - Declarations

    /// Skips `<!DOCTYPE …>` and reads the entities that it declares.
    mutating func readDeclaration() throws(FeedError) {
        guard follows("<!DOCTYPE") || follows("<!doctype") || follows("<!ENTITY") else {
            return skip(to: ">", from: position)
        }
        if follows("<!ENTITY") { return try readEntity() }
        position += 9
        while position < input.count {
            switch input[position] {
            case UInt8(ascii: ">"):
                position += 1
                return
            case UInt8(ascii: "["):
                position += 1
                return try readSubset()
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skipQuoted()
            default: position += 1
            }
        }
        truncate()
    }

    private mutating func readSubset() throws(FeedError) {
        while position < input.count {
            switch input[position] {
            case UInt8(ascii: "]"):
                skip(to: ">", from: position)
                return
            case UInt8(ascii: "<") where follows("<!ENTITY"): try readEntity()
            case UInt8(ascii: "<") where follows("<!--"): skip(to: "-->", from: position + 4)
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skipQuoted()
            default: position += 1
            }
        }
        truncate()
    }

    /// Reads `<!ENTITY name "value">`. External and parameter entities have no text, since nothing
    /// is fetched.
    private mutating func readEntity() throws(FeedError) {
        position += 8
        var words: [String] = []
        var value: String?
        while position < input.count, input[position] != UInt8(ascii: ">") {
            let byte = input[position]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                let start = position + 1
                skipQuoted()
                value = value ?? String(decoding: input[start..<max(start, position - 1)], as: UTF8.self)
            } else if byte.isSpace {
                position += 1
            } else {
                let start = position
                while position < input.count, !input[position].isSpace, !"\"'>".utf8.contains(input[position]) {
                    position += 1
                }
                words.append(String(decoding: input[start..<position], as: UTF8.self))
            }
        }
        if position < input.count { position += 1 }
        guard let name = words.first, name != "%", let value, entities.count < Self.mostEntities else { return }
        let isExternal = words.count > 1
        let text = isExternal ? "" : PlainText.decodingEntities(in: value)
        // An entity that contains another one may be an attack, since each level multiplies the text.
        if Self.hasEntity(text) { throw .entityExpansion }
        if entities[name] == nil { entities[name] = text }
    }

    /// Returns whether a text contains a reference to an entity, such as `&a;`.
    private static func hasEntity(_ text: String) -> Bool {
        var isInName = false
        var isAfterAmpersand = false
        for byte in text.utf8 {
            if isInName, byte == UInt8(ascii: ";") { return true }
            isInName = isInName && !byte.isSpace || isAfterAmpersand && (byte.isLetter || byte == UInt8(ascii: "_"))
            isAfterAmpersand = byte == UInt8(ascii: "&")
        }
        return false
    }

    private mutating func skipQuoted() {
        let end = input[(position + 1)...].firstIndex(of: input[position])
        position = end.map { $0 + 1 } ?? input.count
    }
}
