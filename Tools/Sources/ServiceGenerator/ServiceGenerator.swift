public import OpenAPIDocuments

/// Writes Swift services from OpenAPI documents.
public enum ServiceGenerator {
    /// A generated service.
    public struct Output: Sendable {
        /// The name of the service's type.
        public var name: String
        /// The files, in the order of their names.
        public var files: [GeneratedFile]
        /// What was left out, if that was allowed.
        public var omissions: [String]
    }

    /// Generates a service. The same document and options always give the same files.
    ///
    /// - Throws: A ``DocumentError`` if the document is wrong or uses a feature that isn't supported.
    public static func generate(
        _ document: OpenAPIDocument, options: GeneratorOptions = GeneratorOptions()
    ) throws(DocumentError) -> Output {
        let name = options.name ?? serviceName(of: document)
        var resolver = SchemaResolver(document: document, serviceName: name)
        resolver.resolveComponents()
        var planner = OperationPlanner(resolver: resolver, extras: options.extras)
        planner.planAll()
        var plan = ServicePlan(
            name: name, document: document, models: planner.resolver.models, operations: planner.plans,
            failures: planner.failures)
        try select(options, in: &plan)
        try checkFailures(options, in: &plan)
        addErrors(to: &plan)
        plan.markUses()
        plan.box()
        let files = try FileWriter(plan: plan, options: options).files()
        let omissions = plan.failures.map {
            "\($0.operation.method.uppercased()) \($0.operation.path): \($0.error.message)"
        }
        return Output(name: name, files: files, omissions: omissions)
    }

    /// Returns a name for the service, made from the title of its document.
    static func serviceName(of document: OpenAPIDocument) -> String {
        let fillers: Set<String> = [
            "api", "rest", "http", "the", "openapi", "specification", "spec", "preview", "web", "service",
        ]
        let title = document.title ?? ""
        let words = SwiftName.words(of: title).filter { !fillers.contains($0.lowercased()) }
        let name = SwiftName.type((words.isEmpty ? SwiftName.words(of: title) : words).joined(separator: " "))
        return NameTable.reservedTypes.contains(name) ? name + "Service" : name
    }

    // MARK: - The selection

    private static func select(_ options: GeneratorOptions, in plan: inout ServicePlan) throws(DocumentError) {
        guard !options.only.isEmpty else { return }
        var unused = Set(options.only)
        func isSelected(_ operation: APIOperation, _ name: String) -> Bool {
            var names = operation.tags + [name, "\(operation.method.uppercased()) \(operation.path)"]
            if operation.tags.isEmpty { names.append(OperationPlanner.firstPart(of: operation.path)) }
            if let id = operation.id { names.append(id) }
            let matching = options.only.filter { names.contains($0) }
            unused.subtract(matching)
            return !matching.isEmpty
        }
        plan.operations = plan.operations.filter { isSelected($0.operation, $0.name) }
        plan.failures = plan.failures.filter { isSelected($0.operation, $0.name) }
        guard let first = options.only.first(where: { unused.contains($0) }) else { return }
        throw DocumentError(.wrong, "There is no tag and no operation \"\(first)\".", at: nil)
    }

    /// Finds the operations whose types can't be generated.
    private static func checkFailures(_ options: GeneratorOptions, in plan: inout ServicePlan) throws(DocumentError) {
        let models = plan.models
        var failing: [Int: DocumentError] = [:]
        for (index, model) in models.enumerated() {
            if case .failed(let error) = model.form { failing[index] = error }
        }
        if !failing.isEmpty {
            var kept: [OperationPlan] = []
            for operation in plan.operations {
                let roots = operation.value.models + operation.encodedTypes.flatMap(\.models)
                guard let error = firstFailure(from: roots, models, failing) else {
                    kept.append(operation)
                    continue
                }
                plan.failures.append(
                    FailedOperation(
                        operation: operation.operation, group: operation.group, name: operation.name, error: error))
            }
            plan.operations = kept
        }
        // Errors whose types can't be generated are reported by their status alone.
        for index in plan.operations.indices {
            plan.operations[index].errors.removeAll { firstFailure(from: $0.models, models, failing) != nil }
        }
        guard let failure = plan.failures.first(where: { !options.isLenient || $0.error.kind == .wrong }) else {
            return
        }
        throw failure.error
    }

    private static func firstFailure(
        from roots: [Int], _ models: [Model], _ failing: [Int: DocumentError]
    ) -> DocumentError? {
        guard !failing.isEmpty else { return nil }
        var seen = Set<Int>()
        var rest = roots
        while let index = rest.popLast() {
            guard seen.insert(index).inserted else { continue }
            if let error = failing[index] { return error }
            rest += models[index].parts
        }
        return nil
    }

    /// Finds the types of errors: structures that contain a message.
    private static func addErrors(to plan: inout ServicePlan) {
        var counts: [Int: Int] = [:]
        for operation in plan.operations {
            for case .model(let index) in operation.errors { counts[index, default: 0] += 1 }
        }
        let usable = counts.filter { ErrorFields(of: $0.key, in: plan.models).message != nil }
        // A type with optional members fits almost any error, so it comes last.
        plan.errors = usable.sorted { first, second in
            let isFirst = ErrorFields(of: first.key, in: plan.models).isCertain
            let isSecond = ErrorFields(of: second.key, in: plan.models).isCertain
            if isFirst != isSecond { return isFirst }
            return (second.value, plan.models[first.key].name) < (first.value, plan.models[second.key].name)
        }.prefix(6).map(\.key)
    }
}
