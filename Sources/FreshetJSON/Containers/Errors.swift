extension Location {
    /// Makes the error for a value that doesn't have the requested type.
    ///
    /// It doesn't print the type. Many types try several forms, and printing a type takes longer
    /// than decoding.
    func error(_ type: Any.Type) -> any Error {
        let (kind, path) = (index.entry(node).kind, codingPath)
        // JSONDecoder makes the same exception for Bool.
        if kind == .null, type != Bool.self {
            return DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: "Found null."))
        }
        if kind.isNumber, type is any Numeric.Type {
            return DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: "The number doesn't fit the type."))
        }
        return DecodingError.typeMismatch(type, .init(codingPath: path, debugDescription: kind.description))
    }

    func corrupted(_ description: String) -> any Error {
        DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: description))
    }

    /// Checks that the value is an object or an array.
    @inline(__always)
    func expect(_ kind: Entry.Kind) throws {
        guard index.entry(node).kind == kind else {
            throw kind == .object ? error([String: Any].self) : error([Any].self)
        }
    }
}

extension Entry.Kind {
    fileprivate var description: String {
        if isText { return "Found a string." }
        if isNumber { return "Found a number." }
        if isContainer { return self == .array ? "Found an array." : "Found an object." }
        return self == .null ? "Found null." : "Found a Boolean."
    }
}
