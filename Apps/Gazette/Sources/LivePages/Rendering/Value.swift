/// A value that a template shows.
package enum Value: Sendable, Equatable {
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: Value
    }

    case text(String)
    case html(CleanHTML)
    case flag(Bool)
    case list([Value])
    case fields([Field])

    /// Appends the value as escaped text, if a template shows it itself.
    package func write(to html: inout String) {
        switch self {
        case .flag(let flag): html += flag ? "true" : "false"
        case .html(let clean): html += clean.text
        case .text(let text) where !text.utf8.contains(where: { Self.escapes($0) != nil }): html += text
        case .text(let text):
            for scalar in text.unicodeScalars {
                if scalar.isASCII, let escape = Self.escapes(UInt8(scalar.value)) {
                    html += escape
                } else {
                    html.unicodeScalars.append(scalar)
                }
            }
        case .list, .fields: preconditionFailure("A template shows a value with parts as text.")
        }
    }

    private static func escapes(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}

/// HTML that is shown as it is: it must have been cleaned.
package struct CleanHTML: Encodable, Hashable, Sendable {
    package let text: String

    package init(text: String) { self.text = text }
}

extension Value {
    /// Makes the value of a context: its stored properties by their names, without those that are `nil`.
    ///
    /// The compiler writes the code for it, since contexts are `Encodable`. It takes a fraction of the time of
    /// reflection.
    package init(_ context: some Encodable) {
        let encoder = ValueEncoder()
        do { try context.encode(to: encoder) } catch { preconditionFailure("A context can't be encoded: \(error)") }
        self = encoder.value
    }
}

/// Encodes one value. It supports what the compiler generates for contexts, and no nested containers.
private final class ValueEncoder: Encoder {
    var value = Value.fields([])
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Fields<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        value = .list([])
        return Items(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    static var unused: Never { preconditionFailure("Contexts are encoded as the compiler does it.") }

    private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: ValueEncoder
        var codingPath: [any CodingKey] { [] }

        private func add(_ value: Value, _ key: Key) {
            guard case .fields(var fields) = encoder.value else { return }
            encoder.value = .flag(false)
            fields.append(Value.Field(name: key.stringValue, value: value))
            encoder.value = .fields(fields)
        }

        func encodeNil(forKey key: Key) {}
        func encode(_ value: Bool, forKey key: Key) { add(.flag(value), key) }
        func encode(_ value: String, forKey key: Key) { add(.text(value), key) }
        func encode(_ value: Int, forKey key: Key) { add(.text(String(value)), key) }
        func encode<T: Encodable>(_ value: T, forKey key: Key) {
            add((value as? CleanHTML).map { .html($0) } ?? Value(value), key)
        }
        func nestedContainer<Nested>(keyedBy: Nested.Type, forKey: Key) -> KeyedEncodingContainer<Nested> {
            ValueEncoder.unused
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { ValueEncoder.unused }
        func superEncoder() -> any Encoder { ValueEncoder.unused }
        func superEncoder(forKey key: Key) -> any Encoder { ValueEncoder.unused }
    }

    private struct Items: UnkeyedEncodingContainer {
        let encoder: ValueEncoder
        var codingPath: [any CodingKey] { [] }
        var count = 0

        private mutating func add(_ value: Value) {
            guard case .list(var items) = encoder.value else { return }
            encoder.value = .flag(false)
            items.append(value)
            count += 1
            encoder.value = .list(items)
        }

        mutating func encodeNil() {}
        mutating func encode(_ value: String) { add(.text(value)) }
        mutating func encode<T: Encodable>(_ value: T) { add(Value(value)) }
        func nestedContainer<Nested>(keyedBy: Nested.Type) -> KeyedEncodingContainer<Nested> { ValueEncoder.unused }
        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { ValueEncoder.unused }
        func superEncoder() -> any Encoder { ValueEncoder.unused }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: ValueEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() {}
        func encode(_ value: Bool) { encoder.value = .flag(value) }
        func encode(_ value: String) { encoder.value = .text(value) }
        func encode(_ value: Int) { encoder.value = .text(String(value)) }
        func encode<T: Encodable>(_ value: T) {
            encoder.value =
                if let number = value as? any LosslessStringConvertible { .text("\(number)") } else { Value(value) }
        }
    }
}
