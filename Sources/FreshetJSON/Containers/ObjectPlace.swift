/// An object in an index, with its values by key.
struct ObjectPlace {
    let place: Place
    /// The converted keys; `nil` if the strategy does not convert them.
    let converted: ConvertedKeys?

    @inline(__always)
    init(_ place: Place) throws {
        try place.expect(.object)
        self.place = place
        converted = place.index.convertsKeys ? ConvertedKeys(of: place) : nil
    }

    /// Finds the value of a key; of a repeated key, the first.
    @inline(__always)
    func value(_ key: String) -> Int? {
        if let converted { return converted.nodes[key] }
        var key = key
        return key.withUTF8 { place.index.value($0, in: place.node) }
    }

    /// Finds the value of a key that is a literal.
    @inline(__always)
    func value(_ key: StaticString) -> Int? {
        guard converted == nil, key.hasPointerRepresentation else { return value(key.description) }
        return key.withUTF8Buffer { place.index.value($0, in: place.node) }
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
