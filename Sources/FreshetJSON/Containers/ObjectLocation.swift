/// An object in an index, with its values by key.
struct ObjectLocation {
    let location: Location
    /// The converted keys; `nil` where a search compares those of the body.
    ///
    /// An enum with a payload would be retained and released with each search.
    private let table: ConvertedKeys?
    /// Whether a search converts the keys of the body from snake case as it compares them.
    private let isInSnakeCase: Bool

    @inline(__always)
    init(_ location: Location) throws {
        try location.expect(.object)
        self.location = location
        let convertsKeys = location.index.convertsKeys
        isInSnakeCase = convertsKeys && Self.isInSnakeCase(location)
        table = convertsKeys && !isInSnakeCase ? ConvertedKeys(of: location) : nil
    }

    private static func isInSnakeCase(_ location: Location) -> Bool {
        guard case .convertFromSnakeCase = location.index.options.keyDecodingStrategy else { return false }
        return location.index.hasPlainKeys(location.node)
    }

    /// The converted keys in the order of the body; `nil` if the strategy does not convert them.
    var convertedNames: [String]? {
        isInSnakeCase ? ConvertedKeys(of: location).names : table?.names
    }

    /// Finds the value of a key; of a repeated key, the first.
    @inline(__always)
    func value(_ key: String) -> Int? {
        if table != nil { return table?.nodes[key] }
        var key = key
        return key.withUTF8(find)
    }

    /// Finds the value of a key that is a literal.
    @inline(__always)
    func value(_ key: StaticString) -> Int? {
        guard table == nil, key.hasPointerRepresentation else { return value(key.description) }
        return key.withUTF8Buffer(find)
    }

    func missing(_ key: any CodingKey) -> any Error {
        DecodingError.keyNotFound(
            key, .init(codingPath: location.codingPath, debugDescription: "There is no key \"\(key.stringValue)\"."))
    }

    @inline(__always)
    private func find(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
        if isInSnakeCase { return location.index.value(fromSnakeCase: key, in: location.node) }
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
