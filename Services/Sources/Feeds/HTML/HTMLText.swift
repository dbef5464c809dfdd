/// Escapes text for HTML.
enum HTMLText {
    /// Returns a text escaped for use between tags and in quoted attributes.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: isSpecial) else { return text }
        var output: [UInt8] = []
        append(text.utf8, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22
    }

    static func append(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
        let isCopied: Void? = text.withContiguousStorageIfAvailable { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated() where isSpecial(byte) {
                output += bytes[start..<index]
                appendSpecial(byte, to: &output)
                start = index + 1
            }
            output += bytes[start...]
        }
        if isCopied == nil { for byte in text { appendSpecial(byte, to: &output) } }
    }

    private static func appendSpecial(_ byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "&"): output += "&amp;".utf8
        case UInt8(ascii: "<"): output += "&lt;".utf8
        case UInt8(ascii: ">"): output += "&gt;".utf8
        case UInt8(ascii: "\""): output += "&quot;".utf8
        default: output.append(byte)
        }
    }
}
