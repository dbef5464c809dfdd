/// The position of an object in an index, with access to its values by key.
struct ObjectLocation {
    let location: Location
    /// The converted keys; `nil` if a search compares the keys as written in the body.
    ///
    /// It isn't an enum with a payload, which would be retained and released for each search.
    private let table: ConvertedKeys?
    /// Whether a search converts the body's keys from snake case while comparing them.
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

    /// The converted keys in the order of the body; `nil` if the strategy doesn't convert them.
    var convertedNames: [String]? {
        isInSnakeCase ? ConvertedKeys(of: location).names : table?.names
    }

    /// Returns the value of a key, or of its first occurrence if the key is repeated.
    @inline(__always)
    func value(_ key: String) -> Int? {
        if table != nil { return table?.nodes[key] }
        var key = key
        return key.withUTF8(find)
    }

    /// Returns the value of a key that is a literal.
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

/// The keys of an object, converted by the decoder's strategy. If keys become equal, the first one
/// counts.
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
