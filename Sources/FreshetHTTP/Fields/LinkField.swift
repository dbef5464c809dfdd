/// Reads the links of a `Link` field (RFC 8288 Appendix B.2).
package struct LinkField {
    /// A link of the field.
    package struct Link: Equatable {
        /// The reference between the angle brackets.
        package let reference: String
        /// The parameters in their order, with their names in lower case.
        package let parameters: [Parameter]

        /// The relation types, in lower case: those of the first `rel`.
        package var relations: [String] {
            (value(of: "rel") ?? "").split { $0 == " " || $0 == "\t" }.map { $0.lowercased() }
        }

        /// The value of the first parameter with a name: later ones do not count (§3.3).
        package func value(of name: String) -> String? { parameters.first { $0.name == name }?.value }
    }

    package struct Parameter: Equatable {
        package let name: String
        package let value: String
    }

    private var rest: ArraySlice<UInt8>

    private init(_ text: String) {
        rest = Array(text.utf8)[...]
    }

    /// Returns the links of a field. What follows a mistake is ignored.
    package static func links(in text: String) -> [Link] {
        var parser = LinkField(text)
        var links: [Link] = []
        while let link = parser.next() { links.append(link) }
        return links
    }

    /// Returns the references of the links with a relation, without those of another context than the response (§3.2).
    package static func references(of relation: String, in text: String) -> [String] {
        let relation = relation.lowercased()
        return links(in: text).filter { $0.relations.contains(relation) && ($0.value(of: "anchor") ?? "").isEmpty }
            .map(\.reference)
    }

    private mutating func next() -> Link? {
        skip(" \t,")
        guard take("<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let reference = FieldList.trim(Substring(decoding: rest[..<end], as: UTF8.self))
        rest = rest[(end + 1)...]
        var parameters: [Parameter] = []
        skip(" \t")
        while take(";") {
            if let parameter = parameter() { parameters.append(parameter) }
            skip(" \t")
        }
        // The next link follows a comma; whatever stands before it belongs to no link.
        _ = text(until: ",")
        return Link(reference: reference, parameters: parameters)
    }

    private mutating func parameter() -> Parameter? {
        skip(" \t")
        let name = text(until: " \t=;,").lowercased()
        skip(" \t")
        guard take("=") else { return name.isEmpty ? nil : Parameter(name: name, value: "") }
        skip(" \t")
        let value = take("\"") ? quotedText() : text(until: " \t;,")
        return name.isEmpty ? nil : Parameter(name: name, value: value)
    }

    /// The text up to the closing quote, without escapes (RFC 9110 §5.6.4).
    private mutating func quotedText() -> String {
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte != UInt8(ascii: "\\") {
                bytes.append(byte)
            } else if let escaped = rest.popFirst() {
                bytes.append(escaped)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func text(until ends: StaticString) -> String {
        let text = rest.prefix { !ends.contains($0) }
        rest = rest[text.endIndex...]
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skip(_ bytes: StaticString) {
        rest = rest.drop { bytes.contains($0) }
    }

    /// Removes a byte if it comes next, and returns whether it did.
    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: byte) else { return false }
        rest.removeFirst()
        return true
    }
}

extension StaticString {
    /// Whether an ASCII text contains a byte.
    fileprivate func contains(_ byte: UInt8) -> Bool {
        withUTF8Buffer { $0.contains(byte) }
    }
}
