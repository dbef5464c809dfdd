import OpenAPIDocuments

/// Writes lists in pages as static functions.
struct PagesWriter {
    let types: TypeWriter
    let operations: OperationWriter

    /// Returns the code for a list.
    ///
    /// - Throws: A ``DocumentError`` if the pages don't have the members that connect them.
    func code(for plan: OperationPlan, _ pages: Extras.Pages) throws(DocumentError) -> Code {
        let arguments = try arguments(of: pages, plan)
        let name = SwiftName.written(plan.name)
        var listed = plan
        // The list itself counts its pages.
        if let item = pages.countedItem {
            listed.parameters.removeAll { $0.key == item && $0.place == .query && !$0.isRequired }
        }
        let signature = operations.parameters(of: listed)
        let passed = operations.parameterNames(of: listed).map { "\($0): \($0)" }
        var code = Code()
        code.block("extension PagedRequest where API == \(types.service), Page == \(types.qualified(plan.value))") {
            code in
            code.comment("The list that begins with ``Request/\(plan.name)``, page by page.")
            code.list("public static func \(name)(", signature, ") -> Self {")
            code.indented { code in
                code.list("let first: Request<API, Page> = .\(name)(", passed, ")")
                code.list("return ", [arguments], "")
            }
            code.line("}")
        }
        return code
    }

    private func arguments(of pages: Extras.Pages, _ plan: OperationPlan) throws(DocumentError) -> String {
        switch pages {
        case .links: return ".links(first)"
        case .addresses(let next, let previous):
            var text = ".addresses(first, next: { \(try member(next, of: plan, asText: true)) }"
            if let previous { text += ", previous: { \(try member(previous, of: plan, asText: true)) }" }
            return text + ")"
        case .cursor(let item, let next, let previous):
            var text =
                ".cursor(first, item: \(StringLiteral.text(of: item)), next: { \(try member(next, of: plan, asText: true)) }"
            if let previous { text += ", previous: { \(try member(previous, of: plan, asText: true)) }" }
            return text + ")"
        case .numbered(let item, let start, let page, let pages, let elements):
            let head = ".numbered(first, item: \(StringLiteral.text(of: item)), from: \(start), hasNext: "
            if let page, let pages {
                return head + "{ \(try number(page, of: plan)) < \(try number(pages, of: plan)) })"
            }
            return head + "{ \(try count(elements, of: plan)) > 0 })"
        case .offset(let item, let elements):
            return ".offset(first, item: \(StringLiteral.text(of: item)), count: { \(try count(elements, of: plan)) })"
        }
    }

    private func number(_ path: String, of plan: OperationPlan) throws(DocumentError) -> String {
        let (text, type) = try access(path, of: plan)
        return type.unwrapped == type ? text : "(\(text) ?? 0)"
    }

    private func count(_ path: String?, of plan: OperationPlan) throws(DocumentError) -> String {
        guard let path else { return plan.value.unwrapped == plan.value ? "$0.count" : "($0?.count ?? 0)" }
        let (text, type) = try access(path, of: plan)
        return type.unwrapped == type ? "\(text).count" : "(\(text)?.count ?? 0)"
    }

    private func member(_ path: String, of plan: OperationPlan, asText: Bool) throws(DocumentError) -> String {
        let (text, type) = try access(path, of: plan)
        let mark = type.unwrapped == type ? "" : "?"
        switch type.unwrapped {
        case .string: return text
        case .simple("URL"): return "\(text)\(mark).absoluteString"
        case .int, .simple("Int64"): return "\(text)\(mark).description"
        default: throw DocumentError(.wrong, "The member \"\(path)\" isn't a string.", at: plan.operation.location)
        }
    }

    /// Returns the expression for a member of a page, such as `$0.meta?.next`, and its type.
    private func access(_ path: String, of plan: OperationPlan) throws(DocumentError) -> (String, SwiftType) {
        var text = "$0"
        var type = plan.value
        for key in path.split(separator: ".") {
            guard case .model(let index) = type.unwrapped, case .structure(let structure) = types.models[index].form,
                let property = structure.properties.first(where: { $0.key == key })
            else {
                throw DocumentError(.wrong, "The pages have no member \"\(path)\".", at: plan.operation.location)
            }
            let isOptional = type.unwrapped != type
            text += "\(isOptional ? "?" : "").\(SwiftName.written(property.name))"
            type = property.fullType.optional(if: isOptional)
        }
        return (text, type)
    }
}
