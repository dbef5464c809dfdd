/// Writes the types of a service.
struct ModelWriter {
    var types: TypeWriter
    /// The number of lines that a file may have for one type.
    static let lineLimit = 380

    /// Returns the code for a type, in blocks that may be in different files.
    func blocks(for model: Model) -> [Code] {
        switch model.form {
        case .openEnum(let openEnum): return self.openEnum(openEnum, model)
        case .union(let union): return [self.union(union, model)]
        case .structure(let structure):
            var blocks: [Code] = []
            if model.isEncoded || model.isDecoded { blocks += self.structure(structure, model) }
            if let patch = model.patch { blocks += self.patch(structure, model, patch) }
            return blocks
        case .pending, .failed: return []
        }
    }

    // MARK: - Enumerations

    private func openEnum(_ openEnum: OpenEnum, _ model: Model) -> [Code] {
        let value = openEnum.isNumeric ? "Int" : "String"
        let chunks = stride(from: 0, to: max(openEnum.cases.count, 1), by: 90).map {
            Array(openEnum.cases.dropFirst($0).prefix(90))
        }
        return chunks.enumerated().map { number, cases in
            var code = Code()
            code.block("extension \(types.service)" + (number > 0 ? ".\(model.name)" : "")) { code in
                guard number == 0 else { return members(cases, "Self", &code) }
                code.comment(DocComment.sentence(model.details) ?? "A value of the service, which may get others.")
                code.block("public struct \(model.name): \(openEnum.isNumeric ? "OpenNumber" : "OpenText")") { code in
                    code.comment("The value as the service writes it.")
                    code.line("public let rawValue: \(value)")
                    code.line()
                    code.comment("Makes a value, known or not.")
                    code.block("public init(rawValue: \(value))") { $0.line("self.rawValue = rawValue") }
                    if !cases.isEmpty { code.line() }
                    members(cases, model.name, &code)
                }
            }
            return code
        }
    }

    private func members(_ cases: [OpenEnum.Case], _ name: String, _ code: inout Code) {
        for item in cases {
            let text = DocComment.sentence(item.details) ?? "The value `\(DocComment.code(item.literal))`."
            code.comment(text)
            let head = "public static var \(SwiftName.written(item.name)): \(name)"
            let body = "\(name)(rawValue: \(item.literal))"
            if code.fits("\(head) { \(body) }", [], "") {
                code.line("\(head) { \(body) }")
            } else {
                code.block(head) { $0.line(body) }
            }
        }
    }

    // MARK: - Unions

    private func union(_ union: Union, _ model: Model) -> Code {
        var code = Code()
        code.block("extension \(types.service)") { code in
            code.comment(DocComment.sentence(model.details) ?? "One of several forms of a value.")
            let conformances = Self.conformances(of: model)
            code.block("public \(union.isIndirect ? "indirect " : "")enum \(model.name): \(conformances)") { code in
                for item in union.cases {
                    code.comment("A value of the type `\(types.text(of: item.type))`.")
                    code.list("case \(SwiftName.written(item.name))(", [types.text(of: item.type)], ")")
                }
                if union.discriminator != nil {
                    code.comment("A value of another form.")
                    code.line("case unknown(JSON)")
                }
                if model.isDecoded { decoding(union, model, &code) }
                if model.isEncoded { encoding(union, &code) }
            }
        }
        return code
    }

    private func decoding(_ union: Union, _ model: Model, _ code: inout Code) {
        code.line()
        code.comment("Decodes the value.\n\n- Throws: A `DecodingError` if no form fits.")
        code.block("public init(from decoder: any Decoder) throws") { code in
            if let discriminator = union.discriminator {
                let type = union.isNumeric ? "Int" : "String"
                let key = StringLiteral.text(of: discriminator)
                code.line("let container = try decoder.container(keyedBy: MemberKey.self)")
                code.line("switch try container.decodeIfPresent(\(type).self, forKey: \(key)) {")
                for item in union.cases {
                    code.list("case ", item.values, ":", aligned: true)
                    code.indented {
                        let type = types.text(of: item.type)
                        $0.list("self = .\(SwiftName.member(item.name))(", ["try \(type)(from: decoder)"], ")")
                    }
                }
                code.line("default:")
                code.indented { $0.line("self = .unknown(try JSON(from: decoder))") }
                code.line("}")
                return
            }
            let arguments = ["decoder", "of: \(StringLiteral.text(of: model.name))", "takesFirst: \(union.takesFirst)"]
            code.list("var candidates = try Candidates<Self>(", arguments, ")")
            let cases = union.takesFirst ? union.cases.sorted { $0.required.count > $1.required.count } : union.cases
            for item in cases {
                let kinds = item.kinds.map(\.rawValue).sorted().map { "." + $0 }
                let required = item.required.map { StringLiteral.text(of: $0) }
                var arguments = ["\(types.text(of: item.type)).self", "[\(kinds.joined(separator: ", "))]"]
                if !required.isEmpty { arguments.append("required: " + Code.array(required)) }
                code.list("candidates.add(", arguments, ") { .\(item.name)($0) }")
            }
            code.line("self = try candidates.value()")
        }
    }

    private func encoding(_ union: Union, _ code: inout Code) {
        code.line()
        code.comment("Encodes the value in its form.\n\n- Throws: An `EncodingError`.")
        code.block("public func encode(to encoder: any Encoder) throws") { code in
            code.line("var container = encoder.singleValueContainer()")
            code.line("switch self {")
            for item in union.cases
                + (union.discriminator == nil ? [] : [Union.Case(name: "unknown", type: .json, kinds: [])])
            {
                code.line("case .\(item.name)(let value): try container.encode(value)")
            }
            code.line("}")
        }
    }

    static func conformances(of model: Model) -> String {
        let coding = model.isEncoded && model.isDecoded ? "Codable" : model.isEncoded ? "Encodable" : "Decodable"
        return "\(coding), Hashable, Sendable"
    }
}
