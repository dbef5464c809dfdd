extension XMLRepair {
    /// The void elements of HTML, for feeds that contain unescaped HTML.
    private static let void: Set<[UInt8]> = [
        Array("br".utf8), Array("hr".utf8), Array("img".utf8), Array("wbr".utf8), Array("input".utf8),
    ]

    mutating func readStartTag() {
        position += 1
        let start = output.count
        let name = readName()
        var written = Set<[UInt8]>()
        var namespaceCount = open.last?.namespaceCount ?? 0
        output.append(UInt8(ascii: "<"))
        output += name
        while position < input.count {
            let byte = input[position]
            if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<") { break }
            if isNameStart(byte) { readAttribute(&written, &namespaceCount) } else { position += 1 }
        }
        guard position < input.count else {
            // The document ends within this tag.
            output.removeSubrange(start...)
            return truncate()
        }
        hasRoot = true
        let isClosed = input[position] == UInt8(ascii: ">") && input[position - 1] == UInt8(ascii: "/")
        // A tag without a closing bracket is followed by the next tag.
        if input[position] == UInt8(ascii: ">") { position += 1 }
        if open.count >= DocumentLimits.depth {
            output.removeSubrange(start...)
        } else if isClosed || Self.void.contains(name.map(\.lowercased)) {
            output += "/>".utf8
        } else {
            output.append(UInt8(ascii: ">"))
            open.append(Open(name: name, namespaceCount: namespaceCount))
        }
    }

    mutating func readEndTag() {
        position += 2
        let name = readName()
        while position < input.count, input[position] != UInt8(ascii: ">"), input[position] != UInt8(ascii: "<") {
            position += 1
        }
        if position < input.count, input[position] == UInt8(ascii: ">") { position += 1 }
        guard let index = open.lastIndex(where: { $0.name == name }) else { return }
        while open.count > index { close(open.removeLast().name) }
    }

    private mutating func close(_ name: [UInt8]) {
        output += "</".utf8
        output += name
        output.append(UInt8(ascii: ">"))
    }

    private mutating func readAttribute(_ written: inout Set<[UInt8]>, _ namespaceCount: inout Int) {
        let name = readName()
        skipSpace()
        let isNamespace = name.starts(with: "xmlns".utf8) && (name.count == 5 || name[5] == UInt8(ascii: ":"))
        let isWithinLimits =
            written.count < DocumentLimits.attributes && !(isNamespace && namespaceCount >= DocumentLimits.namespaces)
        let isWritten = isWithinLimits && written.insert(name).inserted
        if isNamespace, isWritten { namespaceCount += 1 }
        var value = position..<position
        if position < input.count, input[position] == UInt8(ascii: "=") {
            position += 1
            skipSpace()
            value = valueRange()
        }
        let end = position
        if isWritten {
            output.append(0x20)
            output += name
            output += "=\"".utf8
            appendValue(value)
            output.append(UInt8(ascii: "\""))
        }
        position = end
    }

    /// Reads an attribute value, with or without quotes.
    private mutating func valueRange() -> Range<Int> {
        guard position < input.count else { return position..<position }
        let quote = input[position]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let start = position + 1
            let end = input[start...].firstIndex(of: quote) ?? input.count
            position = min(end + 1, input.count)
            return start..<end
        }
        let start = position
        while position < input.count, !input[position].isSpace, input[position] != UInt8(ascii: ">") { position += 1 }
        // `<a href=b/>`
        if position > start, position < input.count, input[position - 1] == UInt8(ascii: "/") {
            return start..<position - 1
        }
        return start..<position
    }

    private mutating func skipSpace() {
        while position < input.count, input[position].isSpace { position += 1 }
    }

    /// Reads a name and replaces characters that XML doesn't allow.
    private mutating func readName() -> [UInt8] {
        var name: [UInt8] = []
        var hasColon = false
        while position < input.count, isName(input[position]) {
            let byte = input[position]
            let isSecondColon = byte == UInt8(ascii: ":") && hasColon
            hasColon = hasColon || byte == UInt8(ascii: ":")
            name.append(byte >= 0x80 || isSecondColon ? UInt8(ascii: "_") : byte)
            position += 1
        }
        if name.last == UInt8(ascii: ":") { name[name.count - 1] = UInt8(ascii: "_") }
        return name
    }
}
