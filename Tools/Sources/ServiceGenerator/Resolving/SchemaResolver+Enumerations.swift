import OpenAPIDocuments

extension SchemaResolver {
    /// Returns the type of a schema that lists its values; `nil` for any other schema.
    mutating func enumeration(_ node: DocumentNode, _ hint: Hint, depth: Int) throws(DocumentError) -> Resolved? {
        guard let values = try values(of: node) else {
            guard try isEnumerationOfVariants(node, depth: depth) else { return nil }
            let isNullable = try (variantNodes(of: node) ?? []).contains { Self.isNull($0) }
            return Resolved(type: model(node, hint), isNullable: isNullable)
        }
        let present = values.filter { !$0.isNull }
        let isNullable = present.count < values.count
        // A selection from an enumeration is the enumeration.
        if let parts = node["allOf"]?.list, parts.count == 1 {
            let resolved = try type(of: parts[0], hint, depth: depth + 1)
            return Resolved(type: resolved.type, isNullable: resolved.isNullable || isNullable)
        }
        let type: SwiftType =
            if present.isEmpty {
                .json
            } else if present.allSatisfy({ $0.string != nil }) {
                present.count > 1 ? model(node, hint) : .string
            } else if present.allSatisfy({ $0.integer != nil }) {
                present.count > 1 && !Self.types(of: node).contains("number") ? model(node, hint) : .int
            } else if present.allSatisfy({ $0.boolean != nil }) {
                .simple("Bool")
            } else if present.allSatisfy({ if case .number = $0.content { true } else { false } }) {
                .simple("Double")
            } else {
                .json
            }
        return Resolved(type: type, isNullable: isNullable)
    }

    /// Returns the values that a schema lists; `nil` if it lists none.
    private func values(of node: DocumentNode) throws(DocumentError) -> [DocumentNode]? {
        if let constant = node["const"] { return [constant] }
        return try node.list(of: "enum")
    }

    /// Returns the only value that a schema allows, as a Swift literal; `nil` if there are others.
    func constant(of node: DocumentNode) -> String? {
        guard let target = try? document.resolved(node), let values = try? values(of: target) else { return nil }
        let present = values.filter { !$0.isNull }
        guard present.count == 1, let value = present.first else { return nil }
        return Self.literal(of: value)
    }

    /// Returns a string, an integer or a Boolean as a Swift literal; `nil` for any other value.
    static func literal(of node: DocumentNode) -> String? {
        if let text = node.string { return StringLiteral.text(of: text) }
        if case .number = node.content { return node.integer.map(String.init) }
        return node.boolean.map { $0 ? "true" : "false" }
    }

    // MARK: - Values in variants

    /// Returns whether all variants are values of the same kind, or strings of which some are named.
    private func isEnumerationOfVariants(_ node: DocumentNode, depth: Int) throws(DocumentError) -> Bool {
        guard node["properties"] == nil, node["allOf"] == nil else { return false }
        return try openEnumOfVariants(node, depth: depth) != nil
    }

    /// Returns the values of an enumeration; `nil` if the schema isn't one.
    func openEnum(_ node: DocumentNode, depth: Int) throws(DocumentError) -> OpenEnum? {
        guard let values = try values(of: node) else { return try openEnumOfVariants(node, depth: depth) }
        let present = values.filter { !$0.isNull }
        let names = (node["x-enum-varnames"] ?? node["x-enumNames"])?.list?.compactMap(\.string) ?? []
        guard let first = present.first, present.count > 1 else { return nil }
        let isNumeric = first.integer != nil
        var cases: [OpenEnum.Case] = []
        for (index, value) in present.enumerated() {
            guard (value.integer != nil) == isNumeric, let literal = Self.literal(of: value) else { return nil }
            let name = names.count == present.count ? names[index] : value.scalarText ?? ""
            cases.append(OpenEnum.Case(name: name, literal: literal))
        }
        return OpenEnum(isNumeric: isNumeric, cases: Self.named(cases))
    }

    private func openEnumOfVariants(_ node: DocumentNode, depth: Int) throws(DocumentError) -> OpenEnum? {
        // A single variant has a type of its own.
        guard let nodes = try variantNodes(of: node)?.filter({ !Self.isNull($0) }), nodes.count > 1,
            depth < Self.depthLimit
        else { return nil }
        var cases: [OpenEnum.Case] = []
        var isNumeric: Bool?
        for variant in nodes {
            guard let target = try? document.resolved(variant) else { return nil }
            guard let values = try values(of: target) else {
                guard let inner = try openEnumOfVariants(target, depth: depth + 1) ?? Self.freeText(target) else {
                    return nil
                }
                guard isNumeric == nil || isNumeric == inner.isNumeric else { return nil }
                isNumeric = inner.isNumeric
                cases += inner.cases
                continue
            }
            for value in values where !value.isNull {
                guard let literal = Self.literal(of: value), value.boolean == nil else { return nil }
                guard isNumeric == nil || isNumeric == (value.integer != nil) else { return nil }
                isNumeric = value.integer != nil
                let title = values.count == 1 ? target["title"]?.string : nil
                cases.append(
                    OpenEnum.Case(
                        name: title ?? value.scalarText ?? "", literal: literal,
                        details: values.count == 1 ? target["description"]?.string : nil))
            }
        }
        guard let isNumeric, cases.count > 1 else { return nil }
        return OpenEnum(isNumeric: isNumeric, cases: Self.named(cases))
    }

    /// Returns an enumeration without named values for a schema that allows any string.
    private static func freeText(_ node: DocumentNode) -> OpenEnum? {
        guard types(of: node) == ["string"], node["format"] == nil else { return nil }
        return OpenEnum(isNumeric: false, cases: [])
    }

    /// Returns the cases without repetitions, with unique names in Swift.
    private static func named(_ cases: [OpenEnum.Case]) -> [OpenEnum.Case] {
        var names = NameTable(reserved: ["init", "self", "Type"])
        var literals = Set<String>()
        return cases.filter { literals.insert($0.literal).inserted }.map { item in
            var item = item
            item.name = names.unique(SwiftName.member(item.name))
            return item
        }
    }
}
