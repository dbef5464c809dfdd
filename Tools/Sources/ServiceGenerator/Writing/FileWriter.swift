import OpenAPIDocuments

/// Distributes the code of a service to files.
struct FileWriter {
    let plan: ServicePlan
    let options: GeneratorOptions
    /// The number of lines of code in a file, besides its head.
    static let lineLimit = 390

    /// Returns the files in the order of their names.
    ///
    /// - Throws: A ``DocumentError`` if the extras don't fit the document.
    func files() throws(DocumentError) -> [GeneratedFile] {
        let types = TypeWriter(service: plan.name, models: plan.models)
        var files: [GeneratedFile] = []
        let security = SecurityPlan(plan.document)
        files.append(file("", ServiceWriter(plan: plan, security: security, types: types).code()))
        files += try requestFiles(types)
        files += modelFiles(types)
        if let support = Support.code(for: plan.name, usedBy: files.map(\.text)) {
            let parts = Self.distributed(Self.declarations(in: support))
            for (index, part) in parts.enumerated() { files.append(file("Support", part, number: index)) }
        }
        return files.sorted { $0.name < $1.name }
    }

    // MARK: - Requests

    private func requestFiles(_ types: TypeWriter) throws(DocumentError) -> [GeneratedFile] {
        let writer = OperationWriter(types: types)
        let pages = PagesWriter(types: types, operations: writer)
        var groups: [String] = []
        var operations: [String: [OperationPlan]] = [:]
        for operation in plan.operations {
            let group = SwiftName.type(operation.group)
            if operations[group] == nil { groups.append(group) }
            operations[group, default: []].append(operation)
        }
        for failure in plan.failures where operations[SwiftName.type(failure.group)] == nil {
            groups.append(SwiftName.type(failure.group))
            operations[groups[groups.count - 1]] = []
        }
        var files: [GeneratedFile] = []
        for group in groups {
            var blocks = blocks(for: operations[group] ?? [], writer)
            for operation in operations[group] ?? [] {
                guard let id = operation.operation.id, let list = options.extras.pages[id] else { continue }
                guard [.decoded, .decodedOrEmpty].contains(operation.reading) else { continue }
                blocks.append(try pages.code(for: operation, list))
            }
            var omissions = Code()
            for failure in plan.failures where SwiftName.type(failure.group) == group {
                let method = failure.operation.method.uppercased()
                omissions.line("// \(method) \(failure.operation.path) is left out: \(failure.error.message)")
            }
            if omissions.count > 0 { blocks.append(omissions) }
            for (index, part) in Self.distributed(blocks).enumerated() {
                files.append(file("\(group)Requests", part, number: index))
            }
        }
        return files
    }

    /// Returns an extension for each sequence of requests with the same value, none of which is longer than a file.
    private func blocks(for operations: [OperationPlan], _ writer: OperationWriter) -> [Code] {
        var blocks: [Code] = []
        var head = ""
        var functions: [Code] = []
        func close() {
            guard !functions.isEmpty else { return }
            var code = Code()
            // A head over several lines has its brace on a line of its own.
            if head.hasSuffix("\n") {
                for line in head.split(separator: "\n") { code.line(String(line)) }
                code.line("{")
            } else {
                code.line(head + " {")
            }
            code.indented { code in
                for (index, function) in functions.enumerated() {
                    if index > 0 { code.line() }
                    code.append(function)
                }
            }
            code.line("}")
            blocks.append(code)
            functions = []
        }
        for operation in operations {
            var inner = Code()
            inner.indented { writer.write(operation, &$0) }
            let function = inner.unindented
            let lines = functions.reduce(0) { $0 + $1.count + 1 }
            if writer.head(of: operation) != head || lines + function.count > Self.lineLimit - 10 { close() }
            head = writer.head(of: operation)
            functions.append(function)
        }
        close()
        return blocks
    }

    // MARK: - Models

    private func modelFiles(_ types: TypeWriter) -> [GeneratedFile] {
        let writer = ModelWriter(types: types)
        var groups: [String: [Code]] = [:]
        for index in plan.writtenModels {
            let model = plan.models[index]
            let group = SwiftName.words(of: model.name).first ?? model.name
            groups[SwiftName.type(group), default: []] += writer.blocks(for: model)
        }
        var files: [GeneratedFile] = []
        for (group, blocks) in groups.sorted(by: { $0.key < $1.key }) {
            for (index, part) in Self.distributed(blocks).enumerated() {
                files.append(file("\(group)Models", part, number: index))
            }
        }
        return files
    }

    // MARK: - Files

    /// Returns the top-level declarations of code.
    private static func declarations(in code: Code) -> [Code] {
        var blocks: [Code] = []
        var block = Code()
        for line in code.lines {
            if line.isEmpty, block.lines.last == "}" || block.lines.last?.hasSuffix("{}") == true {
                blocks.append(block)
                block = Code()
            } else {
                block.line(line)
            }
        }
        return blocks + [block]
    }

    /// Returns blocks of code, joined to parts that aren't longer than a file.
    private static func distributed(_ blocks: [Code]) -> [Code] {
        var parts: [Code] = []
        for block in blocks {
            if let last = parts.last, last.count + 1 + block.count <= lineLimit {
                parts[parts.count - 1].line()
                parts[parts.count - 1].append(block)
            } else {
                parts.append(block)
            }
        }
        return parts
    }

    private func file(_ topic: String, _ code: Code, number: Int = 0) -> GeneratedFile {
        var text = "// Written by \"freshet service\" from \(options.source). Changes are overwritten.\n\n"
        let imports = Imports.lines(for: code)
        if !imports.isEmpty { text += imports.joined(separator: "\n") + "\n\n" }
        let topic = topic.isEmpty ? "" : "+" + topic
        return GeneratedFile(
            name: "\(plan.name)\(topic)\(number > 0 ? String(number + 1) : "").swift", text: text + code.text)
    }
}
