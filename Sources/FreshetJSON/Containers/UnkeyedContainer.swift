/// Reads the elements of an array in order. If an element can't be read, it remains the next one.
struct UnkeyedContainer: UnkeyedDecodingContainer {
    private let location: Location
    private let way: Way
    private let end: Int
    private var node: Int
    private(set) var currentIndex = 0

    init(_ location: Location) throws {
        try location.expect(.array)
        self.location = location
        way = location.wayToElements
        end = location.index.entry(location.node).count
        node = location.node + 2
    }

    var codingPath: [any CodingKey] { location.codingPath }
    var count: Int? { location.index.count(of: location.node) }
    var isAtEnd: Bool { node >= end }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw endError(Never.self) }
        guard location.index.isNull(node) else { return false }
        pass()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try next(type).decode(type)
        pass()
        return value
    }

    mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        if isAtEnd { return nil }
        return try decodeNil() ? nil : decode(type)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try next(KeyedDecodingContainer<NestedKey>.self).container(keyedBy: type)
        pass()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try next((any UnkeyedDecodingContainer).self).unkeyedContainer()
        pass()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try next((any Decoder).self)
        pass()
        return decoder
    }

    @inline(__always)
    private mutating func pass() {
        node = location.index.next(node)
        currentIndex += 1
    }

    @inline(__always)
    private func next(_ type: Any.Type) throws -> Location {
        guard !isAtEnd else { throw endError(type) }
        return location.element(currentIndex, at: node, way: way)
    }

    private func endError(_ type: Any.Type) -> any Error {
        DecodingError.valueNotFound(
            type,
            .init(
                codingPath: codingPath + [PathKey.element(currentIndex)], debugDescription: "The array has ended."))
    }

    @inline(__always)
    private mutating func scalar<Value: Scalar>(_ type: Value.Type) throws -> Value {
        let value = try next(type).scalar(type)
        pass()
        return value
    }
}

extension UnkeyedContainer {
    mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    mutating func decode(_ type: String.Type) throws -> String { try scalar(type) }
    mutating func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
    mutating func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
    mutating func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }
}
