import OpenAPIDocuments

/// Writes the type of the service.
struct ServiceWriter {
    let plan: ServicePlan
    let security: SecurityPlan
    let types: TypeWriter

    /// Returns the code of the type.
    func code() -> Code {
        var code = Code()
        let title = plan.document.title ?? plan.name
        var text = "The service “\(title.trimmed)”."
        if let sentence = DocComment.sentence(plan.document.summary) { text += "\n\n" + sentence }
        for note in security.notes { text += "\n\n" + note }
        code.comment(text)
        code.block("public struct \(plan.name): Service") { code in
            if let server = plan.document.server {
                code.comment("The address of the service.")
                code.line("public static let defaultBaseURL: String = \(StringLiteral.text(of: server))")
                code.line()
            }
            properties(&code)
            code.line()
            initialiser(&code)
            if security.schemes.contains(where: \.isAdditional) { headers(&code) }
            for server in security.servers { self.server(server, &code) }
            if !plan.errors.isEmpty { serviceError(&code) }
        }
        return code
    }

    // MARK: - Parts

    private func properties(_ code: inout Code) {
        code.comment("The address of the service.")
        code.line("public let baseURL: String")
        if let first = security.schemes.first, !first.isAdditional {
            code.comment("The credentials of the account; `nil` for none.")
            code.line("public let credentials: Credentials?")
        }
        for scheme in security.schemes where scheme.isAdditional {
            code.comment(scheme.comment)
            code.line("private let \(SwiftName.written(scheme.name)): String?")
        }
    }

    private func initialiser(_ code: inout Code) {
        let baseURL = plan.document.server == nil ? "baseURL: String" : "baseURL: String = Self.defaultBaseURL"
        var text = "Makes the service.\n\n- Parameters:"
        var parameters: [String] = []
        if security.areAlternatives {
            code.comment("Makes the service without an account.")
            code.list("public init(", [baseURL], ") {")
            code.indented {
                $0.line("self.baseURL = baseURL")
                $0.line("credentials = nil")
            }
            code.line("}")
            for scheme in security.schemes {
                code.line()
                code.comment(
                    "Makes the service for an account.\n\n- Parameters:\n  - \(scheme.name): \(scheme.comment)\n  - baseURL: The address of the service."
                )
                code.list("public init(", scheme.parameters + [baseURL], ") {")
                code.indented {
                    $0.line("self.baseURL = baseURL")
                    $0.line("credentials = \(scheme.credentials)")
                }
                code.line("}")
            }
            return
        }
        for scheme in security.schemes {
            parameters += scheme.parameters
            text += "\n  - \(scheme.name): \(scheme.comment)"
        }
        text += "\n  - baseURL: The address of the service."
        code.comment(text)
        code.list("public init(", parameters + [baseURL], ") {")
        code.indented { code in
            code.line("self.baseURL = baseURL")
            for scheme in security.schemes {
                let name = SwiftName.written(scheme.name)
                code.line(scheme.isAdditional ? "self.\(name) = \(name)" : "credentials = \(scheme.credentials)")
            }
        }
        code.line("}")
    }

    private func headers(_ code: inout Code) {
        let schemes = security.schemes.filter(\.isAdditional)
        code.line()
        code.comment("The header fields of every request.")
        code.block("public var headers: HTTPFields") { code in
            code.line("var fields = HTTPFields()")
            for scheme in schemes {
                code.line(
                    "fields[HTTPField.Name(\(StringLiteral.text(of: scheme.key)))!] = \(SwiftName.written(scheme.name))"
                )
            }
            code.line("return fields")
        }
        code.line()
        code.comment("The names of the header fields that carry secrets.")
        code.block("public var secretNames: SecretNames") { code in
            let names = schemes.map { StringLiteral.text(of: $0.key) }
            code.line("SecretNames.standard" + names.map { ".adding(\($0))" }.joined())
        }
    }

    private func server(_ server: SecurityPlan.Server, _ code: inout Code) {
        code.line()
        code.comment("The addresses at which people sign in, for an `OAuth` session.")
        code.line("public static let \(server.name): OAuth.Server = OAuth.Server(")
        var arguments = server.authorization.map { ["authorization: \(StringLiteral.text(of: $0))"] } ?? []
        arguments.append("token: \(StringLiteral.text(of: server.token))")
        code.indented { code in
            for (index, argument) in arguments.enumerated() {
                code.line(argument + (index < arguments.count - 1 ? "," : ""))
            }
        }
        code.line(")")
    }

    private func serviceError(_ code: inout Code) {
        code.line()
        code.comment("Returns the service's error from a body, or `nil` if there is none.")
        code.block("public func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError?") { code in
            for index in plan.errors {
                code.block("if let error = try? decoder.decode(\(plan.models[index].name).self, from: body)") { code in
                    let fields = ErrorFields(of: index, in: plan.models)
                    code.list(
                        "return ServiceError(",
                        ["code: \(fields.code ?? "nil")", "message: \(fields.message ?? "\"\"")", "details: error"], ")"
                    )
                }
            }
            code.line("return nil")
        }
    }
}

/// The members of an error that contain its code and its message.
struct ErrorFields {
    var code: String?
    var message: String?
    /// Whether every error has the message.
    var isCertain = false

    init(of index: Int, in models: [Model], path: String = "error", depth: Int = 0) {
        guard case .structure(let structure) = models[index].form, depth < 2 else { return }
        let properties = Dictionary(structure.properties.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        for key in [
            "message", "error_message", "errorMessage", "status_message", "detail", "description", "title",
            "error_description", "error", "msg", "reason",
        ] {
            guard let property = properties[key], property.type == .string else { continue }
            let name = "\(path).\(SwiftName.member(property.name))"
            message = property.fullType == property.type ? name : "\(name) ?? \"\""
            isCertain = property.fullType == property.type
            break
        }
        for key in ["code", "error_code", "errorCode", "status_code", "type", "status", "error"] {
            guard let property = properties[key] else { continue }
            let name = "\(path).\(SwiftName.member(property.name))"
            let isOptional = property.fullType != property.type
            guard let text = Self.text(of: property.type, name, isOptional: isOptional, models),
                message?.hasPrefix(name) != true
            else { continue }
            code = text
            break
        }
        guard message == nil else { return }
        for key in ["error", "errors"] {
            guard let property = properties[key], let inner = property.type.directModel, property.isRequired,
                !property.isNullable
            else { continue }
            let fields = ErrorFields(
                of: inner, in: models, path: "\(path).\(SwiftName.member(property.name))", depth: depth + 1)
            if fields.message != nil { self = fields }
        }
    }

    private static func text(of type: SwiftType, _ name: String, isOptional: Bool, _ models: [Model]) -> String? {
        switch type {
        case .string: return name
        case .int, .simple("Int64"): return isOptional ? "\(name).map { \"\\($0)\" }" : "\"\\(\(name))\""
        case .model(let index):
            guard case .openEnum(let openEnum) = models[index].form, !openEnum.isNumeric else { return nil }
            return "\(name)\(isOptional ? "?" : "").rawValue"
        default: return nil
        }
    }
}
