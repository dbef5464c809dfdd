import OpenAPIDocuments

/// Plans the requests for the operations of a document.
struct OperationPlanner {
    var resolver: SchemaResolver
    let extras: Extras
    private var names = NameTable(reserved: ["init", "self"])
    private(set) var plans: [OperationPlan] = []
    private(set) var failures: [FailedOperation] = []

    init(resolver: SchemaResolver, extras: Extras) {
        self.resolver = resolver
        self.extras = extras
    }

    var document: OpenAPIDocument { resolver.document }

    /// Plans all operations in their order.
    mutating func planAll() {
        for operation in document.operations {
            let name = names.unique(operation.id.flatMap { extras.names[$0] } ?? Self.name(of: operation))
            let group = operation.tags.first ?? Self.firstPart(of: operation.path)
            do throws(DocumentError) {
                for plan in try self.plans(for: operation, name: name, group: group) { plans.append(plan) }
            } catch {
                failures.append(FailedOperation(operation: operation, group: group, name: name, error: error))
            }
            resolver.drain()
        }
    }

    static func firstPart(of path: String) -> String {
        path.split(separator: "/").first { !$0.contains("{") }.map(String.init) ?? "root"
    }

    /// Returns the name of a function, by the identifier or by method and path.
    static func name(of operation: APIOperation) -> String {
        if let id = operation.id, !SwiftName.words(of: id).isEmpty { return SwiftName.member(id) }
        let parts = operation.path.split(separator: "/").map { part in
            part.hasPrefix("{") ? "by " + part.filter { $0 != "{" && $0 != "}" } : String(part)
        }
        return SwiftName.member(([operation.method] + parts).joined(separator: " "))
    }

    // MARK: - One operation

    private mutating func plans(
        for operation: APIOperation, name: String, group: String
    ) throws(DocumentError) -> [OperationPlan] {
        let typeName = SwiftName.type(name)
        var plan = OperationPlan(
            operation: operation, group: group, name: name, parameters: [], value: .void, reading: .nothing)
        var names = NameTable(reserved: ["self", "init", "body"])
        try addParameters(of: operation, to: &plan, &names, typeName)
        let body = try operation.body(in: document)
        if let body, !body.contents.isEmpty {
            plan.isBodyOptional = !body.isRequired
            plan.body = try self.body(body, plan, &names, typeName)
        }
        try addErrors(to: &plan, typeName)
        var plans = try responses(plan, typeName)
        if let form = try multipartVariant(of: body, plans[0], typeName) { plans.append(form) }
        return plans
    }

    private mutating func addParameters(
        of operation: APIOperation, to plan: inout OperationPlan, _ names: inout NameTable, _ typeName: String
    ) throws(DocumentError) {
        let parameters = try operation.parameters(in: document)
        // In paths, parameters come in the order of the path.
        let inPath = Self.parameterNames(in: operation.path)
        for name in inPath where !parameters.contains(where: { $0.place == .path && $0.name == name }) {
            throw DocumentError(.wrong, "The path parameter \"\(name)\" isn't declared.", at: operation.location)
        }
        let path = inPath.compactMap { name in parameters.first { $0.place == .path && $0.name == name } }
        for parameter in path + parameters.filter({ $0.place != .path }) {
            // These fields are described elsewhere (OpenAPI 3.1, "Parameter Object").
            let lowercase = parameter.name.lowercased()
            if parameter.place == .header, ["accept", "content-type", "authorization"].contains(lowercase) { continue }
            if parameter.place == .header, lowercase == "idempotency-key" {
                plan.idempotencyKey = names.unique("idempotencyKey")
                continue
            }
            plan.parameters.append(try self.parameter(parameter, &names, typeName))
        }
    }

    private static func parameterNames(in path: String) -> [String] {
        path.split(separator: "{").dropFirst().compactMap { part in
            part.firstIndex(of: "}").map { String(part[..<$0]) }
        }
    }

    private mutating func parameter(
        _ parameter: APIParameter, _ names: inout NameTable, _ typeName: String
    ) throws(DocumentError) -> OperationPlan.Parameter {
        try Self.check(parameter)
        let name = names.unique(SwiftName.member(parameter.name))
        var type = SwiftType.string
        var isNullable = false
        var defaultValue: String?
        if let schema = parameter.schema {
            let hint = SchemaResolver.Hint(name: typeName + SwiftName.type(parameter.name))
            let resolved = try resolver.type(of: schema, hint)
            type = resolved.type.unwrapped
            isNullable = resolved.isNullable
            resolver.drain()
            defaultValue = self.defaultValue(of: schema, type)
        }
        // Any value at all can only be sent as text.
        if type == .json { type = .string }
        let isOptional = !parameter.isRequired || isNullable && parameter.place != .path
        return OperationPlan.Parameter(
            key: parameter.name, name: name, place: parameter.place, style: parameter.style,
            explodes: parameter.explodes,
            isJSON: parameter.isJSON, type: type.optional(if: isOptional),
            defaultValue: defaultValue ?? (isOptional ? "nil" : nil), details: parameter.details)
    }

    private static func check(_ parameter: APIParameter) throws(DocumentError) {
        let styles: [APIParameter.Place: Set<APIParameter.Style>] = [
            .path: [.simple, .label, .matrix], .query: [.form, .spaceDelimited, .pipeDelimited, .deepObject],
            .header: [.simple], .cookie: [.form],
        ]
        guard styles[parameter.place]?.contains(parameter.style) == true else {
            throw DocumentError(
                .wrong,
                "A parameter in the \(parameter.place.rawValue) can't have the style \"\(parameter.style.rawValue)\".",
                at: parameter.location)
        }
    }

    /// Returns the default value of a parameter as a Swift expression; `nil` if it has none.
    private func defaultValue(of schema: DocumentNode, _ type: SwiftType) -> String? {
        guard let target = try? document.resolved(schema), let value = target["default"] else { return nil }
        switch type {
        case .simple("String"): return value.string.map { StringLiteral.text(of: $0) }
        case .simple("Int"), .simple("Int64"): return value.integer.map(String.init)
        case .simple("Double"): return value.scalarText.flatMap { Double($0) }.map { "\($0)" }
        case .simple("Bool"): return value.boolean.map { $0 ? "true" : "false" }
        case .model(let index):
            guard case .openEnum(let openEnum) = resolver.models[index].form,
                let literal = SchemaResolver.literal(of: value)
            else { return nil }
            return openEnum.cases.first { $0.literal == literal }.map { "." + SwiftName.written($0.name) }
        case .simple, .textual, .array, .dictionary, .optional: return nil
        }
    }
}
