import OpenAPIDocuments

extension SchemaResolver {
    /// Returns the variants of a schema as they are written; `nil` if it has none.
    func variantNodes(of node: DocumentNode) throws(DocumentError) -> [DocumentNode]? {
        if let variants = try node.list(of: "oneOf") { return variants }
        return try node.list(of: "anyOf")
    }

    /// Returns the variants that say something about the type, except null; `nil` if there are none.
    func variants(of node: DocumentNode) throws(DocumentError) -> [DocumentNode]? {
        try variantNodes(of: node)?.filter { !Self.isNull($0) && Self.hasContent($0) }
    }

    static func isNull(_ node: DocumentNode) -> Bool {
        types(of: node) == ["null"] || node["const"]?.isNull == true
            || node["enum"]?.list.map { !$0.isEmpty && $0.allSatisfy(\.isNull) } == true
    }

    /// Returns the type of a schema with variants.
    mutating func alternatives(
        _ node: DocumentNode, _ variants: [DocumentNode], _ hint: Hint, depth: Int
    ) throws(DocumentError) -> Resolved {
        let isNullable = try (variantNodes(of: node) ?? []).contains { Self.isNull($0) }
        if variants.count == 1 {
            let resolved = try type(of: variants[0], hint, depth: depth + 1)
            return Resolved(type: resolved.type, isNullable: resolved.isNullable || isNullable)
        }
        var primitives = Set<SwiftType>()
        for variant in variants {
            guard let primitive = primitiveType(of: variant, hint) else {
                return Resolved(type: model(node, hint), isNullable: isNullable)
            }
            primitives.insert(primitive)
        }
        // In a form, a file or a list of files is a list of files.
        if primitives.count == 1, let type = primitives.first { return Resolved(type: type, isNullable: isNullable) }
        if primitives == [.file, .array(.file)] { return Resolved(type: .array(.file), isNullable: isNullable) }
        return Resolved(type: model(node, hint), isNullable: isNullable)
    }

    /// Returns the type of a schema for a single value; `nil` for any other schema.
    private func primitiveType(of node: DocumentNode, _ hint: Hint) -> SwiftType? {
        guard let target = try? document.resolved(node), target["enum"] == nil, target["const"] == nil else {
            return nil
        }
        let types = Self.types(of: target).filter { $0 != "null" }
        guard types.count == 1, !["oneOf", "anyOf", "allOf"].contains(where: { target[$0] != nil }) else { return nil }
        switch types[0] {
        case "string", "integer", "number", "boolean":
            return Self.primitive(types[0], of: target, isInForm: hint.isInForm)
        case "array" where hint.isInForm:
            return target["items"].flatMap { primitiveType(of: $0, hint) }.map { .array($0) }
        default: return nil
        }
    }

    // MARK: - Cases

    /// Returns the union of several types that a schema allows.
    mutating func union(ofTypes types: [String], _ node: DocumentNode, _ hint: Hint) throws(DocumentError) -> Union {
        var entries = (node.mapping?.entries ?? []).filter { $0.key != "type" }
        entries.removeAll { $0.key == "nullable" }
        var variants: [DocumentNode] = []
        for type in types {
            let type = DocumentMapping.Entry(
                key: "type", location: node.location, value: DocumentNode(.string(type), at: node.location))
            variants.append(DocumentNode(.mapping(DocumentMapping(entries + [type])), at: node.location))
        }
        var cases: [Union.Case] = []
        for (variant, type) in zip(variants, types) {
            // An object of several types would have the location, and so the type, of the union.
            let resolved: SwiftType =
                type == "object"
                ? .dictionary(.json)
                : try self.type(of: variant, hint.named(hint.name + SwiftType.caseSuffix(type))).type
            cases.append(Union.Case(name: "", type: resolved, kinds: kinds(of: variant, depth: 0)))
        }
        return Union(cases: named(cases, in: hint.name), takesFirst: true)
    }

    /// Returns the union of the variants of a schema.
    mutating func union(
        _ node: DocumentNode, _ variants: [DocumentNode], _ hint: Hint
    ) throws(DocumentError) -> Union {
        var cases: [Union.Case] = []
        var nodes: [DocumentNode] = []
        for (index, variant) in variants.enumerated() {
            let title = variant["title"]?.string.map { SwiftName.type($0) }
            let name = title.map { hint.name + $0 } ?? "\(hint.name)Option\(index + 1)"
            let type = try type(of: variant, hint.named(name)).type.unwrapped
            guard !cases.contains(where: { $0.type == type }) else { continue }
            let kinds = kinds(of: variant, depth: 0)
            var item = Union.Case(name: "", type: type, kinds: kinds)
            if kinds == [.object] {
                let members = try members(of: variant, hint)
                item.required = members.members.map(\.key).filter { members.required.contains($0) }
            }
            cases.append(item)
            nodes.append(variant)
        }
        var union = Union(cases: named(cases, in: hint.name), takesFirst: node["oneOf"] == nil)
        try addDiscriminator(of: node, nodes, to: &union, hint)
        return union
    }

    private mutating func addDiscriminator(
        of node: DocumentNode, _ variants: [DocumentNode], to union: inout Union, _ hint: Hint
    ) throws(DocumentError) {
        guard union.cases.count > 1, union.cases.allSatisfy({ $0.kinds == [.object] }) else { return }
        if let discriminator = node["discriminator"] {
            guard let property = discriminator["propertyName"]?.string else {
                throw DocumentError(.wrong, "The discriminator has no property name.", at: discriminator.location)
            }
            let mapping = discriminator["mapping"]?.mapping
            let values = variants.map { variant in
                explicitValues(of: variant, mapping) ?? constants(of: property, in: variant, hint, depth: 0)
                    ?? componentKey(of: variant).map { [StringLiteral.text(of: $0)] } ?? []
            }
            if add(values, of: property, to: &union) { return }
        }
        // The same constant member in all variants tells them apart as well.
        guard let first = try? members(of: variants[0], hint) else { return }
        let keys = first.members.map(\.key)
        let usual = ["type", "object", "kind", "role", "event"].filter { keys.contains($0) }
        for key in usual + keys.filter({ !usual.contains($0) }) where first.positions[key] != nil {
            var values: [[String]] = []
            for variant in variants {
                guard let constants = constants(of: key, in: variant, hint, depth: 0) else { break }
                values.append(constants)
            }
            if values.count == variants.count, add(values, of: key, to: &union) { return }
        }
    }

    /// Adds the values of a discriminator, unless they can't tell the variants apart.
    private func add(_ values: [[String]], of property: String, to union: inout Union) -> Bool {
        let all = values.flatMap { $0 }
        guard values.allSatisfy({ !$0.isEmpty }), Set(all).count == all.count else { return false }
        let areNumbers = Set(all.map { !$0.hasPrefix("\"") && !$0.hasPrefix("#") })
        guard areNumbers.count == 1, !all.contains("true"), !all.contains("false") else { return false }
        union.discriminator = property
        union.isNumeric = areNumbers == [true]
        for index in union.cases.indices { union.cases[index].values = values[index] }
        return true
    }

    private func explicitValues(of variant: DocumentNode, _ mapping: DocumentMapping?) -> [String]? {
        guard let mapping, let reference = variant["$ref"]?.string else { return nil }
        let name = Self.lastPart(of: reference)
        let values = mapping.entries.filter { $0.value.string == reference || $0.value.string == name }.map(\.key)
        return values.isEmpty ? nil : values.map { StringLiteral.text(of: $0) }
    }

    private func componentKey(of variant: DocumentNode) -> String? {
        variant["$ref"]?.string.map { Self.lastPart(of: $0) }
    }

    /// Returns the constants of a member, as literals; `nil` if it can have other values.
    private func constants(of key: String, in variant: DocumentNode, _ hint: Hint, depth: Int) -> [String]? {
        guard depth < 8, let target = try? document.resolved(variant) else { return nil }
        if target["properties"] == nil, target["allOf"] == nil, let inner = try? variants(of: target), !inner.isEmpty {
            var values: [String] = []
            for variant in inner {
                guard let constants = constants(of: key, in: variant, hint, depth: depth + 1) else { return nil }
                values += constants
            }
            return values
        }
        guard let members = try? members(of: target, Hint(name: hint.name)), let position = members.positions[key]
        else {
            return nil
        }
        let node = members.members[position].node
        if let constant = constant(of: node) { return [constant] }
        guard let values = (try? document.resolved(node))?["enum"]?.list, !values.isEmpty else { return nil }
        let literals = values.compactMap { Self.literal(of: $0) }
        return literals.count == values.count ? literals : nil
    }

    /// Returns the kinds of JSON values that a schema allows.
    private func kinds(of node: DocumentNode, depth: Int) -> Set<Union.Kind> {
        guard depth < 8, let target = try? document.resolved(node) else { return [.any] }
        let types = Self.types(of: target).filter { $0 != "null" }
        if !types.isEmpty {
            let kinds: [String: Union.Kind] = [
                "string": .string, "integer": .number, "number": .number, "boolean": .boolean, "array": .list,
                "object": .object,
            ]
            return Set(types.map { kinds[$0] ?? .any })
        }
        if let values = target["enum"]?.list ?? target["const"].map({ [$0] }) {
            return Set(
                values.map {
                    $0.string != nil ? .string : $0.boolean != nil ? .boolean : $0.integer != nil ? .number : .any
                })
        }
        if target["properties"] != nil || target["additionalProperties"] != nil { return [.object] }
        if target["items"] != nil { return [.list] }
        if let inner = target["allOf"]?.list ?? (try? variants(of: target)), !inner.isEmpty {
            return inner.reduce(into: []) { $0.formUnion(kinds(of: $1, depth: depth + 1)) }
        }
        return [.any]
    }

    // MARK: - Names

    /// Returns the Swift name of a component; `nil` for any other reference.
    func componentName(_ reference: String) -> String? {
        let start = "#/components/schemas/"
        guard reference.hasPrefix(start), !reference.dropFirst(start.count).contains("/") else { return nil }
        return componentNames[Self.lastPart(of: reference)]
    }

    /// Returns the cases with unique names.
    private func named(_ cases: [Union.Case], in union: String) -> [Union.Case] {
        let texts = cases.map { item in
            item.type.directModel.map { SwiftName.words(of: models[$0].name) }
        }
        let shared = texts.compactMap { $0 }
        let union = SwiftName.words(of: union)
        let prefix = Self.sharedCount(shared.count > 1 ? shared : shared + [union])
        let suffix = Self.sharedCount((shared.count > 1 ? shared : shared + [union]).map { Array($0.reversed()) })
        var names = NameTable(reserved: ["unknown", "init", "self", "encode", "hash", "hashValue"])
        return zip(cases, texts).map { item, words in
            var item = item
            item.name = names.unique(words.map { Self.caseName($0, prefix, suffix) } ?? caseName(of: item.type))
            return item
        }
    }

    private static func caseName(_ words: [String], _ prefix: Int, _ suffix: Int) -> String {
        let middle = words.count > prefix + suffix ? Array(words.dropFirst(prefix).dropLast(suffix)) : words
        return SwiftName.member(middle.joined(separator: " "))
    }

    /// Returns how many words all names begin with, without counting the last word of any.
    private static func sharedCount(_ names: [[String]]) -> Int {
        guard names.count > 1, let first = names.first else { return 0 }
        var count = 0
        while names.allSatisfy({ $0.count > count + 1 && $0[count] == first[count] }) { count += 1 }
        return count
    }

    private func caseName(of type: SwiftType) -> String {
        switch type {
        case .simple("Bool"): "boolean"
        case .simple("Int"), .simple("Int64"), .textual: "integer"
        case .simple("Double"), .simple("Decimal"): "number"
        case .simple("JSON"): "other"
        case .simple(let name): SwiftName.member(name)
        case .array(let element): SwiftName.member(caseName(of: element) + " list")
        case .dictionary: "object"
        case .optional(let type): caseName(of: type)
        case .model(let index): SwiftName.member(models[index].name)
        }
    }
}

extension SwiftType {
    /// Returns the ending of a name for a type of JSON schemas.
    static func caseSuffix(_ type: String) -> String { SwiftName.type(type) }
}
