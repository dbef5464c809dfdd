import HTTPTypes

/// Reads the fields at the beginning of a part (RFC 2046 §5.1).
enum PartFields {
    /// Returns the position of the body, which follows the first empty line.
    static func bodyStart(in part: [UInt8]) -> Int? {
        var start = 0
        while let end = part[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = part[start..<end]
            start = end + 1
            if line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) { return start }
        }
        return nil
    }

    static func fields(in head: ArraySlice<UInt8>) -> HTTPFields {
        var fields = HTTPFields()
        for line in head.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let text = String(decoding: line, as: UTF8.self)
            guard let colon = text.firstIndex(of: ":"), let name = HTTPField.Name(String(text[..<colon])) else {
                continue
            }
            let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            fields.append(HTTPField(name: name, value: String(value)))
        }
        return fields
    }
}
