import OpenAPIDocuments

/// How the values of parameters are written.
extension OperationWriter {
    /// Returns whether a value is a single text or a list of them.
    func isText(_ type: SwiftType) -> Bool {
        switch type {
        case .simple(let name): name != "JSON" && name != "FormFile"
        case .textual: true
        case .array(let element): isText(element) && !isList(element)
        case .model(let index):
            if case .openEnum = types.models[index].form { true } else { false }
        case .dictionary, .optional: false
        }
    }

    private func isList(_ type: SwiftType) -> Bool {
        if case .array = type { true } else { false }
    }

    /// Returns an expression for the texts of a value.
    func text(of type: SwiftType, _ name: String, isOptional: Bool) -> String {
        let mark = isOptional ? "?" : ""
        return switch type {
        case .simple("Date"): isOptional ? "\(name).flatMap(InternetDate.text(of:))" : "InternetDate.text(of: \(name))"
        case .simple("Data"): "\(name)\(mark).base64EncodedString()"
        case .simple("Decimal"): "\(name)\(mark).description"
        case .array(.simple("Date")): "\(name)\(mark).compactMap(InternetDate.text(of:))"
        case .array(.simple("Data")): "\(name)\(mark).map { $0.base64EncodedString() }"
        case .array(.simple("Decimal")): "\(name)\(mark).map(\\.description)"
        default: name
        }
    }

    /// Returns whether a parameter of the query has one item for each member.
    func isSpread(_ parameter: OperationPlan.Parameter) -> Bool {
        guard !parameter.isJSON, !isText(parameter.type.unwrapped), !isUnion(parameter.type.unwrapped) else {
            return false
        }
        guard case .array = parameter.type.unwrapped else {
            return parameter.style == .deepObject || parameter.style == .form && parameter.explodes
        }
        return false
    }

    private func isUnion(_ type: SwiftType) -> Bool {
        guard case .model(let index) = type, case .union = types.models[index].form else { return false }
        return true
    }

    /// Appends the members of a parameter to a query.
    func append(_ parameter: OperationPlan.Parameter, to query: String, _ code: inout Code) {
        let name = SwiftName.written(parameter.name)
        let fields = "\(types.service).Fields"
        if parameter.style == .deepObject {
            code.line("\(query).append(\(fields).deepObject(\(StringLiteral.text(of: parameter.key)), \(name)))")
        } else {
            code.line("\(query).append(\(fields).form(\(name)))")
        }
    }

    /// Returns the value of a query item.
    func queryValue(_ parameter: OperationPlan.Parameter) -> String {
        let name = SwiftName.written(parameter.name)
        let type = parameter.type.unwrapped
        let isOptional = parameter.type != type
        let fields = "\(types.service).Fields"
        if parameter.isJSON { return "\(fields).json(\(name))" }
        guard isText(type) else {
            if isUnion(type) { return "\(fields).text(of: \(name))" }
            if isList(type) { return "\(fields).texts(of: \(name))" }
            return "\(fields).joined(\(name), by: \(StringLiteral.text(of: separator(of: parameter))))"
        }
        let text = text(of: type, name, isOptional: isOptional)
        guard isList(type), !parameter.explodes else { return text }
        let mark = isOptional ? "?" : ""
        if parameter.style == .form { return "\(text)\(mark).commaSeparated" }
        return "\(text)\(mark).queryTexts.joined(separator: \(StringLiteral.text(of: separator(of: parameter))))"
    }

    private func separator(of parameter: OperationPlan.Parameter) -> String {
        switch parameter.style {
        case .spaceDelimited: " "
        case .pipeDelimited: "|"
        default: ","
        }
    }

    /// Returns the value of a header field or a cookie.
    func fieldValue(_ parameter: OperationPlan.Parameter) -> String {
        let name = SwiftName.written(parameter.name)
        let type = parameter.type.unwrapped
        let isOptional = parameter.type != type
        let fields = "\(types.service).Fields"
        if parameter.isJSON { return "\(fields).json(\(name))" }
        guard isText(type) else {
            if isUnion(type) { return "\(fields).text(of: \(name))" }
            if isList(type) { return "\(fields).texts(of: \(name)).joined(separator: \",\")" }
            let pair = parameter.explodes && parameter.place == .header ? "=" : ","
            return "\(fields).joined(\(name), by: \",\", pair: \"\(pair)\")"
        }
        if type == .string { return name }
        let text = text(of: type, name, isOptional: isOptional)
        if [.simple("Date"), .data, .simple("Decimal")].contains(type) { return text }
        return "\(text)\(isOptional ? "?" : "").queryTexts.joined(separator: \",\")"
    }

    // MARK: - The path

    /// Returns the path of a request as a literal.
    func path(of plan: OperationPlan) -> String {
        let parameters = plan.parameters.filter { $0.place == .path }
        let isPlain = parameters.allSatisfy {
            $0.style == .simple && isText($0.type) && !isList($0.type) || isUnion($0.type)
        }
        var literal = ""
        var rest = plan.operation.path.dropFirst()[...]
        while let brace = rest.firstIndex(of: "{") {
            literal += StringLiteral.escaped(String(rest[..<brace]).percentEncodedForPath)
            let end = rest[brace...].firstIndex(of: "}") ?? rest.endIndex
            let key = String(rest[rest.index(after: brace)..<end])
            rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
            guard let parameter = parameters.first(where: { $0.key == key }) else { continue }
            literal += isPlain ? plain(parameter) : "\\(\(styled(parameter)))"
        }
        literal += StringLiteral.escaped(String(rest).percentEncodedForPath)
        guard isPlain else {
            let template = StringLiteral.text(of: String(plan.operation.path.dropFirst()))
            return
                "RequestPath(\n    \(Self.literal(literal, indentation: 12).replacing("\n", with: "\n    ")), template: \(template))"
        }
        return Self.literal(literal, indentation: 12)
    }

    private func plain(_ parameter: OperationPlan.Parameter) -> String {
        let name = SwiftName.written(parameter.name)
        let value =
            isUnion(parameter.type)
            ? "\(types.service).Fields.text(of: \(name)) ?? \"\"" : pathText(of: parameter.type, name)
        return "\\(\(value), as: \(StringLiteral.text(of: parameter.key)))"
    }

    private func pathText(of type: SwiftType, _ name: String) -> String {
        // An impossible date makes the path invalid, so that nothing is sent.
        type == .simple("Date") ? "InternetDate.text(of: \(name)) ?? \"\"" : text(of: type, name, isOptional: false)
    }

    private func styled(_ parameter: OperationPlan.Parameter) -> String {
        let name = SwiftName.written(parameter.name)
        let path = "\(types.service).PathText"
        let style =
            "style: .\(parameter.style.rawValue), explodes: \(parameter.explodes), name: \(StringLiteral.text(of: parameter.key))"
        if isText(parameter.type) {
            let value =
                parameter.type == .simple("Date")
                ? pathText(of: parameter.type, name) : text(of: parameter.type, name, isOptional: false)
            return "\(path)(texts: (\(value)).queryTexts, isList: \(isList(parameter.type)), \(style))"
        }
        return "\(path)(members: \(types.service).Fields.members(of: \(name)), \(style))"
    }

    /// Returns a literal in quotation marks, or over several lines if it is long.
    private static func literal(_ text: String, indentation: Int) -> String {
        guard text.count > 96 else { return "\"\(text)\"" }
        // It may be broken before a slash that isn't inside an interpolation.
        var lines: [String] = []
        var line = ""
        var depth = 0
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == "/", depth == 0, line.count > 70 {
                lines.append(line + "\\")
                line = ""
            }
            line.append(character)
        }
        lines.append(line)
        return "\"\"\"\n" + lines.joined(separator: "\n") + "\n\"\"\""
    }
}

extension String {
    /// The text with spaces and other characters encoded that a path can't contain.
    fileprivate var percentEncodedForPath: String {
        let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@/%?".utf8)
        var result = ""
        for byte in utf8 {
            let digits = String(byte, radix: 16, uppercase: true)
            result +=
                allowed.contains(byte) ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
        }
        return result
    }
}
