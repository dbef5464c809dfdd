/// An object in an index, whose values are found by their keys.
struct ObjectPlace {
    let place: Place
    /// The keys as the strategy makes them; `nil` when they stay as they are.
    let converted: ConvertedKeys?

    @inline(__always)
    init(_ place: Place) throws {
        try place.expect(.object)
        self.place = place
        converted = place.index.convertsKeys ? ConvertedKeys(of: place) : nil
    }

    /// Finds the value of a key; of several, the first.
    @inline(__always)
    func value(_ key: String) -> Int? {
        if let converted { return converted.nodes[key] }
        var key = key
        return key.withUTF8 { place.index.value($0, in: place.node) }
    }

    /// Finds the value of a key that the program was written with.
    @inline(__always)
    func value(_ key: StaticString) -> Int? {
        guard converted == nil, key.hasPointerRepresentation else { return value(key.description) }
        return key.withUTF8Buffer { place.index.value($0, in: place.node) }
    }
}

/// The keys of an object as the strategy of the decoder makes them; of several that become the same, the first.
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
