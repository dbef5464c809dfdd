import OpenAPIDocuments

/// Writes requests as static functions.
struct OperationWriter {
    let types: TypeWriter
    /// The maximum number of query items in a literal. Longer ones take the compiler too long.
    private static let literalLimit = 8

    /// Returns the head of the extension that contains a request.
    func head(of plan: OperationPlan) -> String {
        let value = types.qualified(plan.value)
        let line = "extension Request where API == \(types.service), Value == \(value)"
        return line.count + 2 <= Code.width
            ? line : "extension Request\nwhere\n    API == \(types.service),\n    Value == \(value)\n"
    }

    /// Appends the function for a request.
    func write(_ plan: OperationPlan, _ code: inout Code) {
        comment(of: plan, &code)
        if plan.operation.isDeprecated {
            code.line("@available(*, deprecated, message: \"The service has deprecated it.\")")
        }
        code.list("public static func \(SwiftName.written(plan.name))(", parameters(of: plan), ") -> Self {")
        code.indented { body(of: plan, &$0) }
        code.line("}")
    }

    // MARK: - The signature

    private func comment(of plan: OperationPlan, _ code: inout Code) {
        let title = "`\(plan.title)`"
        var text = "Sends \(title)."
        if let sentence = DocComment.sentence(plan.operation.summary ?? plan.operation.details), sentence.hasSuffix(".")
        {
            text = "\(sentence.dropLast()), with \(title)."
        }
        if plan.operation.summary != nil, let details = DocComment.sentence(plan.operation.details) {
            text += "\n\n" + details
        }
        switch plan.reading {
        case .events: text += "\n\nRead the events with `client.events(for:)`."
        case .lines: text += "\n\nRead the values with `client.values(for:)`."
        case .decoded, .decodedOrEmpty, .text, .data, .nothing: break
        }
        if case .json(_, _, true) = plan.body { text += "\n\nMembers that are left unchanged aren't sent." }
        let described = documentedParameters(of: plan)
        if !described.isEmpty {
            text += "\n\n- Parameters:"
            for (name, details) in described { text += "\n  - \(name): \(details)" }
        }
        code.comment(text)
    }

    private func documentedParameters(of plan: OperationPlan) -> [(String, String)] {
        var texts = plan.parameters.compactMap { parameter in
            DocComment.sentence(parameter.details).map { (parameter.name, $0) }
        }
        if case .multipart(let parts) = plan.body {
            texts += parts.compactMap { part in DocComment.sentence(part.details).map { (part.name, $0) } }
        }
        if let key = plan.idempotencyKey {
            texts.append((key, "The idempotency key. By default, each call has a random one."))
        }
        return texts
    }

    /// Returns the names of the parameters, in the order of the signature.
    func parameterNames(of plan: OperationPlan) -> [String] {
        parameters(of: plan).map { String($0.prefix { $0 != ":" }) }
    }

    /// Returns the parameters of the function as they are written.
    func parameters(of plan: OperationPlan) -> [String] {
        func text(_ name: String, _ type: SwiftType, _ value: String?) -> String {
            "\(SwiftName.written(name)): \(types.qualified(type))" + (value.map { " = \($0)" } ?? "")
        }
        // The path comes first, then the body, then what else is required.
        var path: [String] = []
        var required: [String] = []
        var optional: [String] = []
        for parameter in plan.parameters {
            let text = text(parameter.name, parameter.type, parameter.defaultValue)
            if parameter.place == .path {
                path.append(text)
            } else if parameter.isRequired {
                required.append(text)
            } else {
                optional.append(text)
            }
        }
        switch plan.body {
        case .json(let type, _, let isPatch):
            var name = types.qualified(type)
            if isPatch, let index = type.directModel, let patch = types.models[index].patch {
                name = "\(types.service).\(patch.name)"
            }
            if plan.isBodyOptional {
                optional.insert("body: \(name)\(name.hasSuffix("?") ? "" : "?") = nil", at: 0)
            } else {
                path.append("body: \(name)")
            }
        case .form(let type): path.append(text("body", type, nil))
        case .lines(let type): path.append(text("body", .array(type), nil))
        case .text: path.append("body: String")
        case .raw: path.append(plan.isBodyOptional ? "body: RequestBody? = nil" : "body: RequestBody")
        case .multipart(let parts):
            for part in parts {
                let text = text(part.name, part.type, part.defaultValue)
                if part.defaultValue == nil { path.append(text) } else { optional.append(text) }
            }
        case nil: break
        }
        if let key = plan.idempotencyKey { optional.append("\(key): String? = nil") }
        return path + required + optional
    }

    // MARK: - The body

    private func body(of plan: OperationPlan, _ code: inout Code) {
        let parameters = plan.parameters
        var arguments = [path(of: plan)]
        if plan.operation.method != "get" { arguments.append("method: .\(plan.operation.method)") }
        let query = parameters.filter { $0.place == .query }
        var needsReturn = false
        let taken = Set(parameters.map(\.name))
        if query.count > Self.literalLimit || query.contains(where: { isSpread($0) }) {
            let name = ["query", "items", "queryItems", "allItems"].first { !taken.contains($0) } ?? "allQueryItems"
            code.line("var \(name): Query = [:]")
            for parameter in query {
                if isSpread(parameter) {
                    append(parameter, to: name, &code)
                } else {
                    code.list("\(name).append(", [StringLiteral.text(of: parameter.key), queryValue(parameter)], ")")
                }
            }
            arguments.append("query: \(name)")
            needsReturn = true
        } else if !query.isEmpty {
            let items = query.map { "\(StringLiteral.text(of: $0.key)): \(queryValue($0))" }
            let line = "[\(items.joined(separator: ", "))]"
            arguments.append("query: " + (line.count < 90 ? line : "[\n" + items.map { "    \($0),\n" }.joined() + "]"))
        }
        if case .multipart(let parts) = plan.body {
            code.line("var parts = \(types.service).PartList()")
            for part in parts { append(part, &code) }
            arguments.append("body: .multipart(parts.parts)")
            needsReturn = true
        } else if let body = self.bodyArgument(of: plan) {
            arguments.append("body: \(body)")
        }
        if let reading = reading(of: plan) { arguments.append("reading: \(reading)") }
        let modifiers = modifiers(of: plan)
        let head = needsReturn ? "return Request(" : "Request("
        let isShort = code.fits(head, arguments, ")")
        code.list(head, arguments, ")")
        guard !modifiers.isEmpty else { return }
        if isShort {
            code.indented { code in
                for modifier in modifiers { code.append(modifier) }
            }
        } else {
            for modifier in modifiers { code.append(modifier) }
        }
    }

    private func bodyArgument(of plan: OperationPlan) -> String? {
        switch plan.body {
        case .json(_, let type, _):
            let function = type == "application/merge-patch+json" ? "mergePatch" : "json"
            return plan.isBodyOptional ? "body.map { .\(function)($0) }" : ".\(function)(body)"
        case .form: return ".form(\(types.service).Fields.form(body))"
        case .lines: return ".json(body, encoder: \(types.service).JSONLines())"
        case .text(let type):
            return ".bytes(Data(body.utf8), contentType: \(StringLiteral.text(of: type + "; charset=utf-8")))"
        case .raw: return "body"
        case .multipart, nil: return nil
        }
    }

    private func append(_ part: OperationPlan.Part, _ code: inout Code) {
        let name = SwiftName.written(part.name)
        let key = StringLiteral.text(of: part.key)
        switch part.type.unwrapped {
        case .file, .array(.file): code.line("parts.append(\(key), files: \(name))")
        case let type where isText(type):
            code.line("parts.append(\(key), \(text(of: type, name, isOptional: part.type != type)))")
        default: code.line("parts.append(\(key), json: \(name))")
        }
    }

    private func reading(of plan: OperationPlan) -> String? {
        switch plan.reading {
        case .decoded, .lines: plan.value == .data ? ".decoded" : nil
        case .events(let isText): isText ? ".text" : nil
        case .decodedOrEmpty: ".decoded(whenEmpty: .some(nil))"
        case .text: ".text"
        case .data: ".data"
        case .nothing: ".nothing"
        }
    }

    private func modifiers(of plan: OperationPlan) -> [Code] {
        var modifiers: [Code] = []
        func add(_ head: String, _ arguments: [String]) {
            var code = Code(outer: 3)
            code.list(head, arguments, ")")
            modifiers.append(code)
        }
        if let accept = plan.accept { add(".header(", [".accept", StringLiteral.text(of: accept)]) }
        switch plan.body {
        case .json(_, let type, _) where !["application/json", "application/merge-patch+json", "*/*"].contains(type):
            add(".header(", [".contentType", StringLiteral.text(of: type)])
        case .lines: add(".header(", [".contentType", "\"application/jsonl\""])
        case .raw(let type) where type != "application/octet-stream":
            add(".header(", [".contentType", StringLiteral.text(of: type)])
        default: break
        }
        for parameter in plan.parameters where parameter.place == .header {
            add(".header(", ["HTTPField.Name(\(StringLiteral.text(of: parameter.key)))!", fieldValue(parameter)])
        }
        let cookies = plan.parameters.filter { $0.place == .cookie }
        if !cookies.isEmpty {
            let items = cookies.map { "(\(StringLiteral.text(of: $0.key)), \(fieldValue($0)))" }
            add(".header(", [".cookie", "\(types.service).Fields.cookies([\(items.joined(separator: ", "))])"])
        }
        if let key = plan.idempotencyKey { add(".idempotencyKey(", [key]) }
        if !plan.furtherStatuses.isEmpty {
            let statuses = plan.furtherStatuses.map(String.init).joined(separator: ", ")
            add(".accepting(", [".success.adding(\(statuses))"])
            add(".redirecting(", [".manual"])
        }
        return modifiers
    }
}
