extension JSONIndex {
    func isNull(_ node: Int) -> Bool { entry(node).kind == .null }

    /// Makes the error for a value that is not what a type asked for.
    @inline(never)
    func error(_ type: Any.Type, at node: Int, _ path: [any CodingKey]) -> DecodingError {
        let kind = entry(node).kind
        let isNumber = type is any Numeric.Type
        // What JSONDecoder says of null, and of a Bool in its place.
        if kind == .null, type != Bool.self {
            return .valueNotFound(type, .init(codingPath: path, debugDescription: "There is null for \(type)."))
        }
        if isNumber, kind == .integer || kind == .decimal {
            return .dataCorrupted(
                .init(codingPath: path, debugDescription: "The number does not fit into \(type)."))
        }
        return .typeMismatch(
            type, .init(codingPath: path, debugDescription: "There is \(kind.name) in place of \(type)."))
    }
}

extension Entry.Kind {
    var name: String {
        switch self {
        case .null: "null"
        case .true, .false: "a Boolean"
        case .integer, .decimal: "a number"
        case .string, .escapedString: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension Place {
    func error(_ type: Any.Type) -> DecodingError { index.error(type, at: node, codingPath) }

    func corrupted(_ description: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: description))
    }

    /// Checks that there is an object or an array.
    @inline(__always)
    func expect(_ kind: Entry.Kind) throws(DecodingError) {
        guard index.entry(node).kind == kind else {
            throw kind == .object ? error([String: Any].self) : error([Any].self)
        }
    }
}
