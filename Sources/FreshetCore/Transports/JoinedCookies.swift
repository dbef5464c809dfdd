/// Takes apart what URLSession makes of several `Set-Cookie` fields: one text with commas between them.
package enum JoinedCookies {
    /// Returns the fields of a text.
    ///
    /// A comma stands between two fields where a name and a sign of equality follow it. That of a date is followed by a day and a
    /// blank. A value with a comma of the first kind is cut, as there is no telling.
    package static func split(_ text: String) -> [String] {
        let bytes = text.utf8
        var fields: [String] = []
        var start = bytes.startIndex
        for comma in bytes.indices where bytes[comma] == UInt8(ascii: ",") {
            let next = bytes[bytes.index(after: comma)...].drop { $0 == UInt8(ascii: " ") }
            guard beginsField(next) else { continue }
            fields.append(String(text[start..<comma]))
            start = next.startIndex
        }
        fields.append(String(text[start...]))
        return fields
    }

    private static func beginsField(_ text: Substring.UTF8View) -> Bool {
        let rest = text.drop { byte in
            !" \t,;=".utf8.contains(byte)
        }
        return rest.first == UInt8(ascii: "=") && rest.startIndex > text.startIndex
    }
}
