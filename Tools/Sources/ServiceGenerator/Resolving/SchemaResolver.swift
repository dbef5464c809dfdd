import OpenAPIDocuments

/// Finds the Swift types of schemas, and collects the types to generate.
///
/// Every schema of a document is resolved in the same order on every run, so that names don't depend
/// on which part of the service is generated.
struct SchemaResolver {
    /// The type of a schema.
    struct Resolved {
        var type: SwiftType
        var isNullable: Bool

        var fullType: SwiftType { type.optional(if: isNullable) }
    }

    /// What is known about a schema from the place where it is used.
    struct Hint {
        /// The name of the type if it has to be generated.
        var name: String
        /// The reference to the component that contains the schema; `nil` if there is none.
        var component: String?
        /// Whether it is the part of a form, in which binary strings are files.
        var isInForm = false

        func named(_ name: String) -> Hint {
            var new = self
            new.name = name
            return new
        }
    }

    /// How deep schemas may be inside each other without a type of their own.
    static let depthLimit = 64

    let document: OpenAPIDocument
    var models: [Model] = []
    var names: NameTable
    private(set) var componentNames: [String: String] = [:]
    private var known: [String: Resolved] = [:]
    private var inProgress: Set<String> = []
    /// The types of inline schemas, by their location.
    private var inline: [TextLocation: Int] = [:]
    private var queue: [(index: Int, node: DocumentNode, hint: Hint)] = []

    init(document: OpenAPIDocument, serviceName: String) {
        self.document = document
        names = NameTable(reserved: NameTable.reservedTypes.union([serviceName]))
        for entry in document.components("schemas") {
            componentNames[entry.key] = names.unique(SwiftName.type(entry.key), suffix: "Model")
        }
    }

    /// Resolves all components in their order.
    mutating func resolveComponents() {
        for entry in document.components("schemas") {
            // An unused component that is wrong does no harm.
            _ = try? reference("#/components/schemas/\(Self.escaped(entry.key))", at: entry.location)
            drain()
        }
    }

    private static func escaped(_ key: String) -> String {
        key.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    // MARK: - Types

    /// Returns the type of a schema.
    ///
    /// - Throws: A ``DocumentError`` if the schema is wrong or not supported.
    mutating func type(of node: DocumentNode, _ hint: Hint, depth: Int = 0) throws(DocumentError) -> Resolved {
        guard depth < Self.depthLimit else {
            throw DocumentError(
                .wrong, "More than \(Self.depthLimit) schemas are inside each other.", at: node.location)
        }
        if node.boolean != nil { return Resolved(type: .json, isNullable: false) }
        guard node.mapping != nil else {
            throw DocumentError(.wrong, "A schema must be an object.", at: node.location)
        }
        if let reference = node["$ref"] {
            guard let text = reference.string else {
                throw DocumentError(.wrong, "A reference must be a string.", at: reference.location)
            }
            return try self.reference(text, at: reference.location, isInForm: hint.isInForm, depth: depth + 1)
        }
        if let reference = node["$recursiveRef"] ?? node["$dynamicRef"] {
            guard reference.string == "#", let component = hint.component else {
                throw DocumentError(.unsupported, "Dynamic references aren't supported.", at: reference.location)
            }
            return try self.reference(component, at: reference.location, depth: depth + 1)
        }
        var resolved = try typeWithoutReference(node, hint, depth: depth)
        if node["nullable"]?.boolean == true || Self.types(of: node).contains("null") { resolved.isNullable = true }
        return resolved
    }

    /// Returns the names of the types that a schema allows.
    static func types(of node: DocumentNode) -> [String] {
        guard let type = node["type"] else { return [] }
        return type.string.map { [$0] } ?? type.list?.compactMap(\.string) ?? []
    }

    private mutating func typeWithoutReference(
        _ node: DocumentNode, _ hint: Hint, depth: Int
    ) throws(DocumentError) -> Resolved {
        if let resolved = try enumeration(node, hint, depth: depth) { return resolved }
        if let parts = try node.list(of: "allOf"), !parts.isEmpty {
            return try merged(node, parts, hint, depth: depth)
        }
        if let variants = try variants(of: node), !variants.isEmpty {
            if node["properties"]?.mapping?.entries.isEmpty == false {
                return Resolved(type: model(node, hint), isNullable: false)
            }
            return try alternatives(node, variants, hint, depth: depth)
        }
        let types = Self.types(of: node).filter { $0 != "null" }
        guard types.count < 2 else {
            return Resolved(type: model(node, hint), isNullable: false)
        }
        return try single(node, types.first, hint, depth: depth)
    }

    private mutating func single(
        _ node: DocumentNode, _ type: String?, _ hint: Hint, depth: Int
    ) throws(DocumentError) -> Resolved {
        switch type {
        case "string", "integer", "number", "boolean":
            return Resolved(type: Self.primitive(type ?? "", of: node, isInForm: hint.isInForm), isNullable: false)
        case "null": return Resolved(type: .json, isNullable: true)
        case "array": return try list(node, hint, depth: depth)
        case nil where node["items"] != nil: return try list(node, hint, depth: depth)
        case "object", nil: return try object(node, hint, depth: depth)
        default:
            throw DocumentError(.wrong, "The type \"\(type ?? "")\" doesn't exist.", at: node["type"]?.location)
        }
    }

    private mutating func list(_ node: DocumentNode, _ hint: Hint, depth: Int) throws(DocumentError) -> Resolved {
        guard let items = node["items"] else { return Resolved(type: .array(.json), isNullable: false) }
        let element = try type(of: items, hint.named(SwiftName.singular(hint.name)), depth: depth + 1)
        return Resolved(type: .array(element.fullType), isNullable: false)
    }

    private mutating func object(_ node: DocumentNode, _ hint: Hint, depth: Int) throws(DocumentError) -> Resolved {
        if let properties = node["properties"] {
            guard let mapping = properties.mapping else {
                throw DocumentError(.wrong, "The properties must be an object.", at: properties.location)
            }
            if !mapping.entries.isEmpty { return Resolved(type: model(node, hint), isNullable: false) }
        }
        if let additional = node["additionalProperties"] ?? node["patternProperties"]?.mapping?.entries.first?.value,
            additional.boolean == nil
        {
            let value = try type(of: additional, hint.named(hint.name + "Value"), depth: depth + 1)
            return Resolved(type: .dictionary(value.fullType), isNullable: false)
        }
        let isObject = Self.types(of: node).contains("object") || node["additionalProperties"] != nil
        return Resolved(type: isObject ? .dictionary(.json) : .json, isNullable: false)
    }

    /// Returns the type of a string, a number or a Boolean.
    static func primitive(_ type: String, of node: DocumentNode, isInForm: Bool) -> SwiftType {
        let format = node["format"]?.string ?? ""
        switch (type, format) {
        case ("boolean", _): return .simple("Bool")
        case ("integer", "int64"): return .simple("Int64")
        case ("integer", _): return .int
        case ("number", "decimal"): return .simple("Decimal")
        case ("number", _): return .simple("Double")
        case (_, "date-time"): return .simple("Date")
        case (_, "date"): return .simple("Day")
        case (_, "byte"): return .data
        case (_, "uuid"): return .simple("UUID")
        case (_, "uri"), (_, "url"): return .simple("URL")
        case (_, "int64"), (_, "uint64"): return .textual(format == "int64" ? "Int64" : "UInt64")
        case (_, "int32"): return .textual("Int")
        case (_, "decimal"): return .textual("Decimal")
        case (_, "binary"): return isInForm ? .file : .string
        default:
            if node["contentEncoding"]?.string == "base64" { return .data }
            return isInForm && node["contentMediaType"]?.string == "application/octet-stream" ? .file : .string
        }
    }

    // MARK: - References

    /// Returns the type of a component or of another schema that is referred to.
    mutating func reference(
        _ text: String, at location: TextLocation, isInForm: Bool = false, depth: Int = 0
    ) throws(DocumentError) -> Resolved {
        let key = isInForm ? "form " + text : text
        if let resolved = known[key] { return resolved }
        // A list of itself has no type in Swift.
        guard inProgress.insert(key).inserted else { return Resolved(type: .json, isNullable: false) }
        defer { inProgress.remove(key) }
        let target = try document.target(of: text, at: location)
        let name = componentName(text) ?? SwiftName.type(Self.lastPart(of: text))
        let hint = Hint(name: name, component: text, isInForm: isInForm)
        let resolved = try type(of: target, hint, depth: depth)
        known[key] = resolved
        return resolved
    }

    static func lastPart(of reference: String) -> String {
        let part = reference.split(separator: "/").last.map(String.init) ?? reference
        return part.replacing("~1", with: "/").replacing("~0", with: "~")
    }

    // MARK: - Types to generate

    /// Returns a type that is generated for a schema. Its members are resolved later.
    mutating func model(_ node: DocumentNode, _ hint: Hint) -> SwiftType {
        if let index = inline[node.location] { return .model(index) }
        // The name of a component is already taken by the component itself.
        let isComponent = hint.component.map { componentName($0) == hint.name } ?? false
        let name =
            isComponent && !hint.isInForm
            ? hint.name : names.unique(SwiftName.shortened(hint.name), suffix: hint.isInForm ? "Form" : "")
        models.append(Model(name: name, details: node["description"]?.string, location: node.location))
        let index = models.count - 1
        inline[node.location] = index
        queue.append((index, node, hint.named(name)))
        return .model(index)
    }

    /// Resolves the members of all types that aren't resolved yet.
    mutating func drain() {
        var position = 0
        while position < queue.count {
            let (index, node, hint) = queue[position]
            position += 1
            do throws(DocumentError) {
                models[index].form = try form(of: node, hint)
            } catch {
                models[index].form = .failed(error)
            }
        }
        queue = []
    }

    private mutating func form(of node: DocumentNode, _ hint: Hint) throws(DocumentError) -> Model.Form {
        if let openEnum = try openEnum(node, depth: 0) { return .openEnum(openEnum) }
        let hasMembers = node["properties"]?.mapping?.entries.isEmpty == false || node["allOf"] != nil
        if !hasMembers {
            if let variants = try variants(of: node), !variants.isEmpty {
                return .union(try union(node, variants, hint))
            }
            let types = Self.types(of: node).filter { $0 != "null" }
            if types.count > 1 { return .union(try union(ofTypes: types, node, hint)) }
        }
        return .structure(try structure(node, hint))
    }
}

extension DocumentNode {
    /// Returns the list of a key; `nil` if it is missing.
    func list(of key: String) throws(DocumentError) -> [DocumentNode]? {
        guard let node = self[key] else { return nil }
        guard let list = node.list else {
            throw DocumentError(.wrong, "The value of \"\(key)\" must be a list.", at: node.location)
        }
        return list
    }
}
