import OpenAPIDocuments

extension SchemaResolver {
    /// The members of a schema and of all schemas that it is composed of.
    struct Members {
        /// A member, with the name of the type that it was declared in.
        struct Member {
            var key: String
            var node: DocumentNode
            var owner: Hint
        }

        var members: [Member] = []
        var positions: [String: Int] = [:]
        var required: Set<String> = []
        var additional: (node: DocumentNode, owner: Hint)?
        /// The number of schemas so far.
        var schemas = 0

        mutating func add(_ member: Member) {
            guard let position = positions[member.key] else {
                positions[member.key] = members.count
                members.append(member)
                return
            }
            // A later schema narrows an earlier one, or only comments on it.
            if SchemaResolver.hasContent(member.node) { members[position] = member }
        }
    }

    /// The number of schemas that one type may be composed of.
    private static var partLimit: Int { 2_000 }

    /// Returns whether a schema says something about the type of a value.
    static func hasContent(_ node: DocumentNode) -> Bool {
        let keys = [
            "$ref", "type", "properties", "allOf", "oneOf", "anyOf", "enum", "const", "items", "additionalProperties",
            "format",
            "$recursiveRef",
        ]
        return keys.contains { node[$0] != nil }
    }

    /// Returns the type of a schema that is composed of others.
    mutating func merged(
        _ node: DocumentNode, _ parts: [DocumentNode], _ hint: Hint, depth: Int
    ) throws(DocumentError) -> Resolved {
        let contents = parts.filter { Self.hasContent($0) }
        let hasOwn = ["properties", "oneOf", "anyOf"].contains { node[$0] != nil }
        if contents.count == 1, !hasOwn { return try type(of: contents[0], hint, depth: depth + 1) }
        for part in contents where !hasOwn {
            guard let target = try? document.resolved(part) else { continue }
            let isObject = ["properties", "allOf", "oneOf", "anyOf", "additionalProperties"].contains {
                target[$0] != nil
            }
            if !isObject, !Self.types(of: target).contains("object"), Self.hasContent(target) {
                return try type(of: part, hint, depth: depth + 1)
            }
        }
        return Resolved(type: model(node, hint), isNullable: false)
    }

    /// Returns the members of a structure.
    mutating func structure(_ node: DocumentNode, _ hint: Hint) throws(DocumentError) -> Structure {
        let members = try members(of: node, hint)
        var names = NameTable(reserved: [
            "init", "self", "hash", "hashValue", "encode", "CodingKeys", "additionalProperties",
        ])
        var properties: [Structure.Property] = []
        for member in members.members {
            let owner = member.owner.named(member.owner.name + SwiftName.type(member.key))
            let resolved = try type(of: member.node, owner)
            let node = member.node
            properties.append(
                Structure.Property(
                    key: member.key, name: names.unique(SwiftName.member(member.key)), type: resolved.type.unwrapped,
                    isRequired: members.required.contains(member.key),
                    isNullable: resolved.isNullable || resolved.type != resolved.type.unwrapped,
                    constant: constant(of: node), details: node["description"]?.string,
                    defaultText: node["default"]?.scalarText))
        }
        var additional: SwiftType?
        if let value = members.additional {
            additional = try type(of: value.node, value.owner.named(value.owner.name + "Value")).fullType
        }
        return Structure(properties: properties, additional: additional)
    }

    /// Returns the members of a schema and of the schemas that it is composed of.
    func members(of node: DocumentNode, _ hint: Hint) throws(DocumentError) -> Members {
        var members = Members()
        try collect(node, hint, into: &members, isOptional: false, passed: [])
        return members
    }

    private func collect(
        _ node: DocumentNode, _ owner: Hint, into members: inout Members, isOptional: Bool, passed: Set<String>
    ) throws(DocumentError) {
        members.schemas += 1
        guard members.schemas <= Self.partLimit, passed.count < Self.depthLimit else {
            throw DocumentError(.wrong, "The schema is composed of too many others.", at: node.location)
        }
        if let reference = node["$ref"], let text = reference.string {
            guard !passed.contains(text), text != owner.component else {
                throw DocumentError(.wrong, "The schema is composed of itself.", at: reference.location)
            }
            let target = try document.target(of: text, at: reference.location)
            let inner = Hint(name: componentName(text) ?? owner.name, component: text, isInForm: owner.isInForm)
            return try collect(target, inner, into: &members, isOptional: isOptional, passed: passed.union([text]))
        }
        for part in try node.list(of: "allOf") ?? [] {
            try collect(part, owner, into: &members, isOptional: isOptional, passed: passed)
        }
        if let properties = node["properties"] {
            guard let mapping = properties.mapping else {
                throw DocumentError(.wrong, "The properties must be an object.", at: properties.location)
            }
            for entry in mapping.entries {
                members.add(Members.Member(key: entry.key, node: entry.value, owner: owner))
            }
        }
        if !isOptional {
            for name in try node.list(of: "required") ?? [] {
                members.required.formUnion(name.string.map { [$0] } ?? [])
            }
        }
        if let additional = node["additionalProperties"], additional.boolean == nil, Self.hasContent(additional) {
            members.additional = (additional, owner)
        }
        // Each variant contributes members that a value may have.
        for variant in try variants(of: node) ?? [] {
            try collect(variant, owner, into: &members, isOptional: true, passed: passed)
        }
    }
}
