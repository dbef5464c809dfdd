extension JSONIndex {
    func isNull(_ node: Int) -> Bool { entry(node).kind == .null }

    /// Makes the error for a value that is not what a type asked for.
    ///
    /// It names no type in words: many types try one thing after the other, and naming takes longer than decoding.
    @inline(never)
    func error(_ type: Any.Type, at node: Int, _ path: [any CodingKey]) -> DecodingError {
        let kind = entry(node).kind
        switch kind {
        // JSONDecoder makes an exception of a Bool, too.
        case .null where type != Bool.self:
            return .valueNotFound(type, .init(codingPath: path, debugDescription: "There is null."))
        case .integer, .decimal:
            guard type is any Numeric.Type else { break }
            return .dataCorrupted(.init(codingPath: path, debugDescription: "The number does not fit into the type."))
        default: break
        }
        return .typeMismatch(type, .init(codingPath: path, debugDescription: kind.description))
    }
}

extension Entry.Kind {
    fileprivate var description: String {
        switch self {
        case .null: "There is null."
        case .true, .false: "There is a Boolean."
        case .integer, .decimal: "There is a number."
        case .string, .escapedString: "There is a text."
        case .array: "There is an array."
        case .object: "There is an object."
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
