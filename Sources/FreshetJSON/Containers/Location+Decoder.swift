extension Location: Decoder {
    var userInfo: [CodingUserInfoKey: Any] { index.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try KeyedContainer<Key>(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try UnkeyedContainer(self) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension Location: SingleValueDecodingContainer {
    func decodeNil() -> Bool { index.isNull(node) }

    func decode<Value: Scalar>(_ type: Value.Type) throws -> Value { try scalar(type) }
    // The protocol's own implementations for these types only throw.
    func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }
}
