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
        var elements: [Element] = []
        elements.reserveCapacity(place.index.count(of: place.node))
        try place.forEachElement { elements.append(try $0.decode(Element.self, note)) }
        return elements
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
    /// Calls for each element of this array.
    @inline(__always)
    func forEachElement(_ body: (Place) throws -> Void) rethrows {
        let way = wayToElements
        let index = index
        let end = index.entry(node).count
        var child = node + 2
        var element = 0
        while child < end {
            try body(self.element(element, at: child, way: way))
            child = index.next(child)
            element += 1
        }
    }

    @inline(__always)
    fileprivate func scalars<Element: Scalar>(_ type: Element.Type) throws -> [Element] {
        let index = index
        let end = index.entry(node).count
        var elements: [Element] = []
        elements.reserveCapacity(index.count(of: node))
        var child = node + 2
        while child < end {
            guard let element = Element.read(child, in: index) else {
                throw element(elements.count, at: child, way: wayToElements).error(type)
            }
            elements.append(element)
            child = index.next(child)
        }
        return elements
    }

    fileprivate func readables<Type: JSONReadable, Element>(_ type: Type.Type) throws -> [Element] {
        var elements: [Type] = []
        elements.reserveCapacity(index.count(of: node))
        try forEachElement { elements.append(try Type(json: JSONValue(place: $0))) }
        return retyped(elements, as: [Element].self)
    }
}
