/// A reader for the links of a `Link` field (RFC 8288 Appendix B.2).
package struct LinkField {
    /// A link in the field.
    package struct Link: Equatable {
        /// The reference between the angle brackets.
        package let reference: String
        /// The parameters in order, with their names in lowercase.
        package let parameters: [Parameter]

        /// The relation types of the first `rel` parameter, in lowercase.
        package var relations: [String] {
            (value(of: "rel") ?? "").split { $0 == " " || $0 == "\t" }.map { $0.lowercased() }
        }

        /// Returns the value of the first parameter with a name. Later ones are ignored (§3.3).
        package func value(of name: String) -> String? { parameters.first { $0.name == name }?.value }
    }

    package struct Parameter: Equatable {
        package let name: String
        package let value: String
    }

    private var reader: FieldReader

    /// Returns the links of a field. Everything after a syntax error is ignored.
    package static func links(in text: String) -> [Link] {
        var parser = LinkField(reader: FieldReader(text))
        var links: [Link] = []
        while let link = parser.next() { links.append(link) }
        return links
    }

    /// Returns the references of the links with a relation, except those whose context is another
    /// resource (§3.2).
    package static func references(of relation: String, in text: String) -> [String] {
        let relation = relation.lowercased()
        return links(in: text).filter { $0.relations.contains(relation) && ($0.value(of: "anchor") ?? "").isEmpty }
            .map(\.reference)
    }

    private mutating func next() -> Link? {
        reader.skip(" \t,")
        guard reader.take("<") else { return nil }
        let reference = reader.text(until: ">")
        guard reader.take(">") else { return nil }
        var parameters: [Parameter] = []
        reader.skip(" \t")
        while reader.take(";") {
            if let parameter = parameter() { parameters.append(parameter) }
            reader.skip(" \t")
        }
        // The next link follows a comma; whatever stands before it belongs to no link.
        _ = reader.text(until: ",")
        return Link(reference: FieldList.trim(reference[...]), parameters: parameters)
    }

    private mutating func parameter() -> Parameter? {
        reader.skip(" \t")
        let name = reader.text(until: " \t=;,").lowercased()
        reader.skip(" \t")
        guard reader.take("=") else { return name.isEmpty ? nil : Parameter(name: name, value: "") }
        reader.skip(" \t")
        let value = reader.take("\"") ? reader.quotedText().content : reader.text(until: " \t;,")
        return name.isEmpty ? nil : Parameter(name: name, value: value)
    }
}
