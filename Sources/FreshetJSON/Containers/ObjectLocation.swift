/// An object in an index, with its values by key.
struct ObjectLocation {
    let location: Location
    private let conversion: Conversion

    private enum Conversion {
        case none
        /// Each search compares the keys with the converted one, without a table.
        case snakeCase
        case table(ConvertedKeys)
    }

    @inline(__always)
    init(_ location: Location) throws {
        try location.expect(.object)
        self.location = location
        conversion = location.index.convertsKeys ? Self.conversion(of: location) : .none
    }

    private static func conversion(of location: Location) -> Conversion {
        if case .convertFromSnakeCase = location.index.options.keyDecodingStrategy,
            location.index.hasPlainKeys(location.node)
        {
            return .snakeCase
        }
        return .table(ConvertedKeys(of: location))
    }

    /// The converted keys in the order of the body; `nil` if the strategy does not convert them.
    var convertedNames: [String]? {
        switch conversion {
        case .none: nil
        case .snakeCase: ConvertedKeys(of: location).names
        case .table(let converted): converted.names
        }
    }

    /// Finds the value of a key; of a repeated key, the first.
    @inline(__always)
    func value(_ key: String) -> Int? {
        if case .table(let converted) = conversion { return converted.nodes[key] }
        var key = key
        return key.withUTF8(find)
    }

    /// Finds the value of a key that is a literal.
    @inline(__always)
    func value(_ key: StaticString) -> Int? {
        if case .table = conversion { return value(key.description) }
        guard key.hasPointerRepresentation else { return value(key.description) }
        return key.withUTF8Buffer(find)
    }

    func missing(_ key: any CodingKey) -> any Error {
        DecodingError.keyNotFound(
            key, .init(codingPath: location.codingPath, debugDescription: "There is no key \"\(key.stringValue)\"."))
    }

    @inline(__always)
    private func find(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
        if case .snakeCase = conversion { return location.index.value(fromSnakeCase: key, in: location.node) }
        return location.index.value(key, in: location.node)
    }
}

/// The keys of an object, converted by the decoder's strategy. Of keys that become equal, the first counts.
final class ConvertedKeys {
    private(set) var nodes: [String: Int] = [:]
    /// The keys in the order of the body.
    private(set) var names: [String] = []

    init(of object: Location) {
        let index = object.index
        let convert = index.options.keyConverter { object.codingPath }
        index.forEachKey(of: object.node) { key, value in
            let name = convert(index.string(key))
            guard nodes[name] == nil else { return }
            nodes[name] = value
            names.append(name)
        }
    }
}
