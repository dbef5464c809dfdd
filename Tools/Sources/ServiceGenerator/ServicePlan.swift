import OpenAPIDocuments

/// Everything that is generated for a service.
struct ServicePlan {
    var name: String
    var document: OpenAPIDocument
    var models: [Model]
    var operations: [OperationPlan]
    var failures: [FailedOperation]
    /// The types of the documented errors, the most frequent first.
    var errors: [Int] = []

    /// The indices of the types that are written, in the order of their names.
    var writtenModels: [Int] {
        models.indices.filter { models[$0].isEncoded || models[$0].isDecoded || models[$0].patch != nil }
            .sorted { models[$0].name < models[$1].name }
    }

    /// Marks which types are read and written by the operations, starting from their values and bodies.
    mutating func markUses() {
        var decoded: [Int] = []
        var encoded: [Int] = []
        for operation in operations {
            decoded += operation.value.models
            for type in operation.encodedTypes {
                if case .json(let body, _, true) = operation.body, body == type, let index = body.directModel {
                    encoded += models[index].parts
                    addPatch(to: index)
                } else {
                    encoded += type.models
                }
            }
        }
        decoded += errors
        mark(decoded, \.isDecoded)
        mark(encoded, \.isEncoded)
    }

    private mutating func mark(_ roots: [Int], _ use: WritableKeyPath<Model, Bool>) {
        var rest = roots
        while let index = rest.popLast() {
            guard !models[index][keyPath: use] else { continue }
            models[index][keyPath: use] = true
            rest += models[index].parts
        }
    }

    private mutating func addPatch(to index: Int) {
        if models[index].patch == nil { models[index].patch = Model.Patch(name: models[index].name + "Patch") }
    }

    /// Boxes what would make a type contain itself.
    mutating func box() {
        let components = Components(models: models)
        for index in models.indices {
            let own = components.number[index]
            guard components.isCycle(own) else { continue }
            switch models[index].form {
            case .union(var union):
                union.isIndirect = true
                models[index].form = .union(union)
            case .structure(var structure):
                for position in structure.properties.indices {
                    guard let target = structure.properties[position].type.directModel else { continue }
                    guard components.number[target] == own, case .structure = models[target].form else { continue }
                    structure.properties[position].isBoxed = true
                }
                models[index].form = .structure(structure)
            case .pending, .openEnum, .failed: break
            }
        }
    }
}

/// The groups of types that contain each other (Tarjan's strongly connected components).
private struct Components {
    /// The group of each type.
    var number: [Int]
    private var sizes: [Int: Int] = [:]
    private var selfContained: Set<Int> = []

    init(models: [Model]) {
        let edges = models.map { model -> [Int] in
            switch model.form {
            case .structure(let structure): structure.properties.compactMap(\.type.directModel)
            case .union(let union): union.cases.compactMap(\.type.directModel)
            case .pending, .openEnum, .failed: []
            }
        }
        number = Array(repeating: -1, count: models.count)
        var low = Array(repeating: -1, count: models.count)
        var order = low
        var stack: [Int] = []
        var isOnStack = Array(repeating: false, count: models.count)
        var next = 0
        for root in models.indices where order[root] < 0 {
            // Without recursion, since types may be chained without end.
            var calls = [(index: root, edge: 0)]
            while let (index, edge) = calls.last {
                if edge == 0 {
                    order[index] = next
                    low[index] = next
                    next += 1
                    stack.append(index)
                    isOnStack[index] = true
                }
                if edge < edges[index].count {
                    calls[calls.count - 1].edge += 1
                    let target = edges[index][edge]
                    if order[target] < 0 {
                        calls.append((target, 0))
                    } else if isOnStack[target] {
                        low[index] = min(low[index], order[target])
                    }
                    continue
                }
                if edge == 0, edges[index].isEmpty { calls[calls.count - 1].edge = 1 }
                calls.removeLast()
                if let caller = calls.last?.index { low[caller] = min(low[caller], low[index]) }
                guard low[index] == order[index] else { continue }
                while let member = stack.popLast() {
                    isOnStack[member] = false
                    number[member] = index
                    sizes[index, default: 0] += 1
                    if member == index { break }
                }
            }
        }
        for index in models.indices where edges[index].contains(index) { selfContained.insert(number[index]) }
    }

    func isCycle(_ number: Int) -> Bool { sizes[number, default: 0] > 1 || selfContained.contains(number) }
}
