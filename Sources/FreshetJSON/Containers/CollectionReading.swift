/// An array or a dictionary, which an index reads without a container.
protocol CollectionReading: Decodable {
    static func read(_ place: Place) throws -> Self
}

extension Array: CollectionReading where Element: Decodable {
    static func read(_ place: Place) throws -> [Element] {
        try place.expect(.array)
        if Element.self == String.self { return retyped(try place.scalars(String.self), as: Self.self) }
        if Element.self == Int.self { return retyped(try place.scalars(Int.self), as: Self.self) }
        if Element.self == Double.self { return retyped(try place.scalars(Double.self), as: Self.self) }
        let note = place.index.types.note(on: Element.self)
        if case .readable(let readable) = note { return try place.readables(readable) }
        return try place.elements { try $0.decode(Element.self, note) }
    }
}

/// Keys of such dictionaries are data: no strategy converts them.
extension Dictionary: CollectionReading where Key == String, Value: Decodable {
    static func read(_ place: Place) throws -> [String: Value] {
        try place.expect(.object)
        let index = place.index
        var values: [String: Value] = [:]
        values.reserveCapacity(index.count(of: place.node))
        let note = index.types.note(on: Value.self)
        try index.forEachKey(of: place.node) { key, node in
            let key = index.string(key)
            guard values[key] == nil else { return }
            values[key] = try place.child(node, key: PathKey.name(key)).decode(Value.self, note)
        }
        return values
    }
}

extension Place {
    /// Reads each element of this array.
    @inline(__always)
    fileprivate func elements<Element>(_ read: (Place) throws -> Element) rethrows -> [Element] {
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
        retyped(try elements { try Type(json: JSONValue(place: $0)) }, as: [Element].self)
    }
}
