import Foundation

/// Reads the values of an object by their keys.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let object: ObjectLocation

    init(_ location: Location) throws { object = try ObjectLocation(location) }

    @inline(__always)
    private var location: Location { object.location }

    var codingPath: [any CodingKey] { location.codingPath }

    var allKeys: [Key] {
        let index = location.index
        if let names = object.convertedNames { return names.compactMap(Key.init(stringValue:)) }
        var keys: [Key] = []
        index.forEachKey(of: location.node) { key, value in
            let name = index.string(key)
            // If a key is repeated, only the first occurrence counts.
            guard object.value(name) == value, let key = Key(stringValue: name) else { return }
            keys.append(key)
        }
        return keys
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { location.index.isNull(try node(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try value(type, try node(key), key)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let node = find(key), !location.index.isNull(node) else { return nil }
        return try value(type, node, key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try child(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        location.child(object.value(PathKey.super.stringValue) ?? JSONIndex.missing, key: PathKey.super)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        location.child(find(key) ?? JSONIndex.missing, key: key)
    }

    // MARK: - Finding

    @inline(__always)
    private func find(_ key: Key) -> Int? { object.value(key.stringValue) }

    @inline(__always)
    private func node(_ key: Key) throws -> Int {
        guard let node = find(key) else { throw object.missing(key) }
        return node
    }

    private func child(_ key: Key) throws -> Location { location.child(try node(key), key: key) }

    @inline(__always)
    private func value<Value: Decodable>(_ type: Value.Type, _ node: Int, _ key: Key) throws -> Value {
        // Scalars are read without a coding path, because the path would cost an allocation.
        if Value.self == String.self { return retyped(try scalar(String.self, node, key)) }
        if Value.self == Int.self { return retyped(try scalar(Int.self, node, key)) }
        if Value.self == Double.self { return retyped(try scalar(Double.self, node, key)) }
        if Value.self == Bool.self { return retyped(try scalar(Bool.self, node, key)) }
        if Value.self == Date.self, let date = location.index.date(node) { return retyped(date) }
        return try location.child(node, key: key).decode(type)
    }

    @inline(__always)
    private func scalar<Value: Scalar>(_ type: Value.Type, _ node: Int, _ key: Key) throws -> Value {
        guard let value = Value.read(node, in: location.index) else { throw location.child(node, key: key).error(type) }
        return value
    }

    @inline(__always)
    private func scalar<Value: Scalar>(_ type: Value.Type, _ key: Key) throws -> Value {
        try scalar(type, try node(key), key)
    }

    @inline(__always)
    private func scalarIfPresent<Value: Scalar>(_ type: Value.Type, _ key: Key) throws -> Value? {
        guard let node = find(key), !location.index.isNull(node) else { return nil }
        return try scalar(type, node, key)
    }
}

// MARK: - Scalars

// The protocol requires an overload for each type.
extension KeyedContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(type, key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(type, key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(type, key) }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try scalarIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try scalarIfPresent(type, key) }
}
