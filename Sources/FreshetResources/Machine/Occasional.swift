/// An optional value that takes one word of memory while it is `nil`.
///
/// Thousands of resources are idle, without a fetch, a failure or even data. What is missing should take little room.
@propertyWrapper
struct Occasional<Value: Sendable>: Sendable {
    private var storage: Shared<Value>?

    init() {}

    init(wrappedValue: Value?) {
        storage = wrappedValue.map { Shared($0) }
    }

    var wrappedValue: Value? {
        get { storage?.value }
        set { storage = newValue.map { Shared($0) } }
    }
}

/// A value on the heap, which many resources may have in common.
final class Shared<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
