/// An object in an index, with its values by key.
struct ObjectPlace {
    let place: Place
    private let conversion: Conversion

    /// The way in which keys are converted.
    private enum Conversion {
        case none
        /// Each search compares the keys with the converted one, without a table.
        case snakeCase
        case table(ConvertedKeys)
    }

    @inline(__always)
    init(_ place: Place) throws {
        try place.expect(.object)
        self.place = place
        conversion = place.index.convertsKeys ? Self.conversion(of: place) : .none
    }

    private static func conversion(of place: Place) -> Conversion {
        if case .convertFromSnakeCase = place.index.options.keyDecodingStrategy, place.index.hasPlainKeys(place.node) {
            return .snakeCase
        }
        return .table(ConvertedKeys(of: place))
    }

    /// The converted keys in the order of the body; `nil` if the strategy does not convert them.
    var convertedNames: [String]? {
        switch conversion {
        case .none: nil
        case .snakeCase: ConvertedKeys(of: place).names
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

    @inline(__always)
    private func find(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
        if case .snakeCase = conversion { return place.index.value(fromSnakeCase: key, in: place.node) }
        return place.index.value(key, in: place.node)
    }
}

/// The keys of an object, converted by the decoder's strategy. Of keys that become equal, the first counts.
final class ConvertedKeys {
    private(set) var nodes: [String: Int] = [:]
    /// The keys in the order of the body.
    private(set) var names: [String] = []

    init(of object: Place) {
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
