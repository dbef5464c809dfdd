extension ModelWriter {
    /// Returns the code for a structure.
    func structure(_ structure: Structure, _ model: Model) -> [Code] {
        var main = Code()
        let properties = structure.properties
        var parts = self.parts(of: structure, model)
        let isLong = properties.count * 3 + parts.reduce(0) { $0 + $1.count } > Self.lineLimit
        if isLong {
            var writer = self
            writer.types.isQualified = true
            parts = writer.parts(of: structure, model)
        }
        main.block("extension \(types.service)") { code in
            code.comment(DocComment.sentence(model.details) ?? "A value of the service.")
            code.block("public struct \(model.name): \(Self.conformances(of: model))") { code in
                for property in properties {
                    code.comment(Self.comment(of: property))
                    let box = property.isBoxed ? "@Boxed " : ""
                    code.line(
                        "\(box)public var \(SwiftName.written(property.name)): \(types.text(of: property.fullType))")
                }
                if let additional = structure.additional {
                    code.comment("The properties that the service doesn't document by name.")
                    code.line("public var additionalProperties: [String: \(types.text(of: additional))]")
                }
                guard !isLong else { return }
                for part in parts {
                    if code.count > 0 { code.line() }
                    code.append(part)
                }
            }
        }
        guard isLong else { return [main] }
        return [main]
            + parts.map { part in
                var code = Code()
                code.block("extension \(types.service).\(model.name)") { $0.append(part) }
                return code
            }
    }

    /// Returns the initialiser, the coding and the keys of a structure, as far as it needs them.
    private func parts(of structure: Structure, _ model: Model) -> [Code] {
        var initialiser = Code(outer: 2)
        var keys = Code(outer: 2)
        var coding = Code(outer: 2)
        let properties = structure.properties
        if model.isEncoded {
            initialiser.comment("Makes a value.")
            self.initialiser(properties, structure.additional, &initialiser) { $0.fullType }
        }
        if structure.additional != nil {
            self.coding(structure, model, &coding)
        } else {
            codingKeys(properties, &keys)
            if model.isEncoded, properties.contains(where: { $0.isRequired && $0.isNullable }) {
                encoding(properties, &coding)
                if keys.count == 0 { codingKeys(properties, &keys, always: true) }
            }
        }
        return [initialiser, coding, keys].filter { $0.count > 0 }
    }

    /// Returns the code for the patch form of a structure, which can send null.
    func patch(_ structure: Structure, _ model: Model, _ patch: Model.Patch) -> [Code] {
        var code = Code()
        code.block("extension \(types.service)") { code in
            code.comment(
                "Changes to a value of the type ``\(model.name)``.\n\nA member that is left unchanged isn't sent, "
                    + "and a removed one is sent as null.")
            code.block("public struct \(patch.name): Encodable, Sendable") { code in
                for property in structure.properties {
                    code.comment(Self.comment(of: property))
                    let box = property.isBoxed && !Self.isPatched(property) ? "@Boxed " : ""
                    code.line("\(box)public var \(SwiftName.written(property.name)): \(patchType(of: property))")
                }
                code.line()
                code.comment("Makes changes; by default, none.")
                initialiser(structure.properties, nil, &code, isPatch: true) { $0.fullType }
                var keys = Code(outer: 2)
                codingKeys(structure.properties, &keys)
                if keys.count > 0 {
                    code.line()
                    code.append(keys)
                }
            }
        }
        return [code]
    }

    private static func isPatched(_ property: Structure.Property) -> Bool {
        property.isNullable && !property.isRequired
    }

    private func patchType(of property: Structure.Property) -> String {
        Self.isPatched(property)
            ? "MergePatchMember<\(types.text(of: property.type))>" : types.text(of: property.fullType)
    }

    private static func comment(of property: Structure.Property) -> String {
        let text = DocComment.sentence(property.details) ?? "The member `\(property.key)`."
        guard let value = property.defaultText, value.count < 60, !value.isEmpty, !value.contains("\n") else {
            return text
        }
        return text + " The default is `\(DocComment.code(value))`."
    }

    // MARK: - Members

    private func initialiser(
        _ properties: [Structure.Property], _ additional: SwiftType?, _ code: inout Code, isPatch: Bool = false,
        _ type: (Structure.Property) -> SwiftType
    ) {
        var parameters = properties.map { property -> String in
            let name = SwiftName.written(property.name)
            if isPatch, Self.isPatched(property) { return "\(name): \(patchType(of: property)) = .unchanged" }
            let text = "\(name): \(types.text(of: type(property)))"
            if !property.isRequired || property.isNullable { return text + " = nil" }
            return property.constant.map { "\(text) = \($0)" } ?? text
        }
        if let additional { parameters.append("additionalProperties: [String: \(types.text(of: additional))] = [:]") }
        code.list("public init(", parameters, ") {")
        code.indented { code in
            for property in properties {
                let name = SwiftName.written(property.name)
                code.line("self.\(name) = \(name)")
            }
            if additional != nil { code.line("self.additionalProperties = additionalProperties") }
        }
        code.line("}")
    }

    private func codingKeys(_ properties: [Structure.Property], _ code: inout Code, always: Bool = false) {
        guard always || properties.contains(where: { $0.key != $0.name }) else { return }
        code.block("enum CodingKeys: String, CodingKey") { code in
            for property in properties {
                let name = SwiftName.written(property.name)
                guard property.key != property.name else {
                    code.line("case \(name)")
                    continue
                }
                let literal = StringLiteral.text(of: property.key)
                if code.fits("case \(name) = \(literal)", [], "") {
                    code.line("case \(name) = \(literal)")
                } else {
                    code.line("case \(name) =")
                    code.indented { $0.line(literal) }
                }
            }
        }
    }

    /// Writes null for required members without a value, which synthesised code leaves out.
    private func encoding(_ properties: [Structure.Property], _ code: inout Code) {
        code.comment(
            "Encodes the value. Required members without a value are sent as null.\n\n- Throws: An `EncodingError`.")
        code.block("public func encode(to encoder: any Encoder) throws") { code in
            code.line("var container = encoder.container(keyedBy: CodingKeys.self)")
            for property in properties {
                let method = property.isRequired ? "encode" : "encodeIfPresent"
                let name = SwiftName.written(property.name)
                code.line("try container.\(method)(\(name), forKey: .\(name))")
            }
        }
    }

    /// Reads and writes members that the document doesn't name.
    private func coding(_ structure: Structure, _ model: Model, _ code: inout Code) {
        guard let additional = structure.additional else { return }
        let keys = structure.properties.map { StringLiteral.text(of: $0.key) }
        if model.isDecoded {
            code.comment("Decodes the value.\n\n- Throws: A `DecodingError`.")
            code.block("public init(from decoder: any Decoder) throws") { code in
                code.line("let container = try decoder.container(keyedBy: \(types.prefix)MemberKey.self)")
                for (property, key) in zip(structure.properties, keys) {
                    let isOptional = !property.isRequired || property.isNullable
                    let method = isOptional ? "decodeIfPresent" : "decode"
                    let name = SwiftName.written(property.name)
                    code.line(
                        "\(name) = try container.\(method)(\(types.text(of: property.type)).self, forKey: \(key))")
                }
                code.list(
                    "additionalProperties = try container.decodeOthers(",
                    ["\(types.text(of: additional)).self", "besides: " + Code.array(keys)], ")")
            }
        }
        if model.isEncoded {
            if model.isDecoded { code.line() }
            code.comment("Encodes the value.\n\n- Throws: An `EncodingError`.")
            code.block("public func encode(to encoder: any Encoder) throws") { code in
                code.line("var container = encoder.container(keyedBy: \(types.prefix)MemberKey.self)")
                for (property, key) in zip(structure.properties, keys) {
                    let method = property.isRequired ? "encode" : "encodeIfPresent"
                    code.line("try container.\(method)(\(SwiftName.written(property.name)), forKey: \(key))")
                }
                code.line("try container.encodeOthers(additionalProperties)")
            }
        }
    }
}

extension DocComment {
    /// Returns a text for a place between backticks.
    static func code(_ text: String) -> String {
        text.replacing("`", with: "'").trimmingQuotes
    }
}

extension String {
    /// The text without the quotation marks of a literal.
    fileprivate var trimmingQuotes: String {
        hasPrefix("\"") && hasSuffix("\"") && count > 1 ? String(dropFirst().dropLast()) : self
    }
}
