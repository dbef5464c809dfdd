import OpenAPIDocuments

extension OperationPlanner {
    /// Returns how the body of an operation is sent: as JSON, if it can be.
    mutating func body(
        _ body: APIBody, _ plan: OperationPlan, _ names: inout NameTable, _ typeName: String
    ) throws(DocumentError) -> OperationPlan.Body {
        let contents = body.contents
        let hint = SchemaResolver.Hint(name: typeName + "Body")
        if let json = contents.first(where: \.isJSON) {
            guard let schema = json.schema else { return .raw(contentType: json.type) }
            let resolved = try resolver.type(of: schema, hint)
            resolver.drain()
            let isPatch =
                plan.operation.method == "patch" || plan.operation.id.map { extras.patch.contains($0) } == true
            return .json(resolved.fullType, contentType: json.type, isPatch: isPatch && canSendNull(resolved.type))
        }
        if let multipart = contents.first(where: \.isMultipart) {
            return .multipart(try parts(of: multipart, &names, typeName))
        }
        if let form = contents.first(where: \.isForm) {
            guard let schema = form.schema else { return .form(.dictionary(.string)) }
            let resolved = try resolver.type(of: schema, hint)
            return .form(resolved.type)
        }
        if let lines = contents.first(where: \.isJSONLines) {
            guard let schema = lines.schema else { return .raw(contentType: lines.type) }
            let type = try resolver.type(of: schema, hint).type
            if case .array(let element) = type { return .lines(element) }
            return .lines(type)
        }
        guard let content = contents.first else { return .raw(contentType: "application/octet-stream") }
        if content.isText { return .text(contentType: content.type) }
        guard content.type != "application/xml" else {
            throw DocumentError(.unsupported, "XML bodies aren't supported.", at: plan.operation.location)
        }
        return .raw(contentType: content.type.contains("*") ? "application/octet-stream" : content.type)
    }

    /// Returns whether a type has optional members that can be null.
    private func canSendNull(_ type: SwiftType) -> Bool {
        guard case .model(let index) = type, case .structure(let structure) = resolver.models[index].form else {
            return false
        }
        return structure.properties.contains { $0.isNullable && !$0.isRequired } && structure.additional == nil
    }

    /// Returns the request with files for an operation that accepts JSON as well; `nil` if there is none.
    mutating func multipartVariant(
        of body: APIBody?, _ plan: OperationPlan, _ typeName: String
    ) throws(DocumentError) -> OperationPlan? {
        guard let body, case .json = plan.body, let form = body.contents.first(where: \.isMultipart) else { return nil }
        var names = NameTable(reserved: Set(plan.parameters.map(\.name)).union(["self", "init", "body"]))
        let parts = try parts(of: form, &names, typeName)
        guard parts.contains(where: { $0.type.unwrapped == .file || $0.type.unwrapped == .array(.file) }) else {
            return nil
        }
        var variant = plan
        variant.name += "WithFiles"
        variant.body = .multipart(parts)
        variant.isBodyOptional = false
        return variant
    }

    private mutating func parts(
        of content: APIContent, _ names: inout NameTable, _ typeName: String
    ) throws(DocumentError) -> [OperationPlan.Part] {
        guard let schema = content.schema else { return [] }
        let component = schema["$ref"]?.string.flatMap { resolver.componentName($0) }
        let hint = SchemaResolver.Hint(name: component ?? typeName + "Form", isInForm: true)
        let members = try resolver.members(of: schema, hint)
        var parts: [OperationPlan.Part] = []
        for member in members.members {
            let owner = member.owner.named(member.owner.name + SwiftName.type(member.key))
            let resolved = try resolver.type(of: member.node, owner)
            let isOptional = !members.required.contains(member.key) || resolved.isNullable
            var type = resolved.type.unwrapped
            if let encoding = content.encodings?[member.key]?["contentType"]?.string, type == .string,
                !encoding.hasPrefix("text/"), encoding != "application/json"
            {
                type = .file
            }
            let constant = resolver.constant(of: member.node)
            parts.append(
                OperationPlan.Part(
                    key: member.key, name: names.unique(SwiftName.member(member.key)),
                    type: type.optional(if: isOptional),
                    defaultValue: isOptional ? "nil" : constant, details: member.node["description"]?.string))
        }
        return parts
    }

    // MARK: - Responses

    /// Returns the requests for an operation: one for its value, and one for each way in which the
    /// response can be streamed.
    mutating func responses(_ plan: OperationPlan, _ typeName: String) throws(DocumentError) -> [OperationPlan] {
        let responses = try plan.operation.responses(in: document)
        var successes = responses.filter(\.isSuccess)
        let accepted = responses.compactMap { Int($0.status) }
        // An operation without a success of its own succeeds with what it documents, such as a redirect.
        let redirects = accepted.filter { (300..<400).contains($0) && $0 != 304 }
        if successes.isEmpty { successes = responses.filter { $0.status == "default" } }
        var plan = plan
        if responses.filter(\.isSuccess).isEmpty, !redirects.isEmpty {
            plan.furtherStatuses = redirects
            successes = []
        }
        let contents = successes.flatMap(\.contents)
        let hint = SchemaResolver.Hint(name: typeName + "Response")
        var plans: [OperationPlan] = []
        if let json = contents.first(where: { $0.isJSON && $0.schema != nil }), let schema = json.schema {
            let resolved = try resolver.type(of: schema, hint)
            let mayBeEmpty = successes.contains { $0.contents.isEmpty && $0.status != "default" }
            plan.value = resolved.fullType.optional(if: mayBeEmpty)
            plan.reading = mayBeEmpty || resolved.isNullable ? .decodedOrEmpty : .decoded
            if json.type != "application/json", !json.type.contains("*") { plan.accept = json.type }
            plans.append(plan)
        }
        let streams = contents.filter { $0.isEventStream || $0.isJSONLines }
        if plans.isEmpty, let other = contents.first(where: { !$0.isEventStream && !$0.isJSONLines }) {
            plan.value = other.isText ? .string : .data
            plan.reading = other.isText ? .text : .data
            plan.accept = other.type.contains("*") ? nil : other.type
            plans.append(plan)
        }
        for stream in streams {
            var streamed = plan
            streamed.accept = nil
            if !plans.isEmpty { streamed.name += stream.isEventStream ? "Events" : "Values" }
            streamed.value = .string
            if let schema = stream.schema {
                let resolved = try resolver.type(
                    of: schema, hint.named(hint.name + (stream.isEventStream ? "Event" : "Line")))
                streamed.value = resolved.fullType
                if case .array(let element) = streamed.value { streamed.value = element }
            }
            let isText = streamed.value == .string
            streamed.reading = stream.isEventStream ? .events(isText: isText) : .lines
            plans.append(streamed)
        }
        return plans.isEmpty ? [plan] : plans
    }

    /// Adds the types of the errors that an operation documents.
    mutating func addErrors(to plan: inout OperationPlan, _ typeName: String) throws(DocumentError) {
        for response in try plan.operation.responses(in: document) where response.isError {
            guard let schema = response.contents.first(where: \.isJSON)?.schema else { continue }
            // An error whose schema is wrong is reported by its status alone.
            let hint = SchemaResolver.Hint(name: typeName + "Error")
            guard let resolved = try? resolver.type(of: schema, hint) else { continue }
            if !plan.errors.contains(resolved.type) { plan.errors.append(resolved.type) }
        }
    }
}
