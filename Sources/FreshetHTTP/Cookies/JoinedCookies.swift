/// A splitter for the text in which URLSession joins several `Set-Cookie` fields with commas.
package enum JoinedCookies {
    /// Returns the separate fields of a text.
    ///
    /// A comma separates two fields if a name and an equals sign follow it. The comma in a date is
    /// followed by a day and a space. A value that contains a comma of the first kind is split,
    /// since the two can't be distinguished.
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
