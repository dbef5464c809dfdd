/// Values by the types of their keys. An empty collection costs nothing.
struct KeyedValues: Sendable {
    // There are few of them, and a linear search is faster than a dictionary.
    private var values: [(key: ObjectIdentifier, value: any Sendable)] = []

    /// The value of a key; `nil` if there is none.
    subscript<Value: Sendable>(_ key: Any.Type, as type: Value.Type) -> Value? {
        get {
            if values.isEmpty { return nil }
            let key = ObjectIdentifier(key)
            return values.first { $0.key == key }?.value as? Value
        }
        set {
            let key = ObjectIdentifier(key)
            values.removeAll { $0.key == key }
            if let newValue { values.append((key, newValue)) }
        }
    }
}
