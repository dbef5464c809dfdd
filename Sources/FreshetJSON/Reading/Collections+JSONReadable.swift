extension Array: JSONReadable where Element: Decodable {
    /// Reads the elements of a JSON array.
    ///
    /// - Throws: A `DecodingError` if the value isn't an array, or the error of an element.
    public init(json: JSONValue) throws {
        let location = json.location
        try location.expect(.array)
        if Element.self == String.self {
            self = retyped(try location.scalars(String.self))
        } else if Element.self == Int.self {
            self = retyped(try location.scalars(Int.self))
        } else if Element.self == Double.self {
            self = retyped(try location.scalars(Double.self))
        } else {
            let note = location.index.types.note(on: Element.self)
            if case .readable(let readable) = note {
                self = try location.readables(readable)
            } else {
                self = try location.elements { try $0.decode(Element.self, note) }
            }
        }
    }
}

/// The keys of such dictionaries are data, so they aren't converted. If a key is repeated, the
/// first occurrence counts.
extension Dictionary: JSONReadable where Key == String, Value: Decodable {
    /// Reads the values of a JSON object by their keys.
    ///
    /// - Throws: A `DecodingError` if the value isn't an object, or the error of a value.
    public init(json: JSONValue) throws {
        let location = json.location
        try location.expect(.object)
        let index = location.index
        self.init(minimumCapacity: index.count(of: location.node))
        let note = index.types.note(on: Value.self)
        try index.forEachKey(of: location.node) { key, node in
            let key = index.string(key)
            // This matches JSONDecoder: with a key conversion, it reads all values and reports keys differently.
            guard self[key] == nil || index.convertsKeys else { return }
            let step = index.convertsKeys ? PathKey.name(key) : PathKey.entry(key)
            let value = try location.child(node, key: step).decode(Value.self, note)
            if self[key] == nil { self[key] = value }
        }
    }
}

extension Location {
    /// Reads each element of this array.
    @inline(__always)
    fileprivate func elements<Element>(_ read: (Location) throws -> Element) rethrows -> [Element] {
        let index = index
        let way = wayToElements
        var child = node + 2
        return try Array(count: index.count(of: node)) { element in
            let value = try read(self.element(element, at: child, way: way))
            child = index.next(child)
            return value
        }
    }

    @inline(__always)
    fileprivate func scalars<Element: Scalar>(_ type: Element.Type) throws -> [Element] {
        let index = index
        var child = node + 2
        return try Array(count: index.count(of: node)) { element in
            guard let value = Element.read(child, in: index) else {
                throw self.element(element, at: child, way: wayToElements).error(type)
            }
            child = index.next(child)
            return value
        }
    }

    fileprivate func readables<Type: JSONReadable, Element>(_ type: Type.Type) throws -> [Element] {
        retyped(try elements { try Type(json: JSONValue(location: $0)) })
    }
}
