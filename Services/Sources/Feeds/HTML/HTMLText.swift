/// Writes text into HTML.
enum HTMLText {
    /// Returns a text that is safe between tags and in quoted attributes.
    static func escaped(_ text: String) -> String {
        var output: [UInt8] = []
        append(text.utf8, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    static func append(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): output += "&amp;".utf8
            case UInt8(ascii: "<"): output += "&lt;".utf8
            case UInt8(ascii: ">"): output += "&gt;".utf8
            case UInt8(ascii: "\""): output += "&quot;".utf8
            default: output.append(byte)
            }
        }
    }
}
