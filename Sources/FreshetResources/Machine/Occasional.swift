/// An optional value that takes one word of memory while it is `nil`.
///
/// Thousands of resources are idle, without a fetch, a failure or even data. Missing parts should
/// take little memory.
@propertyWrapper
struct Occasional<Value: Sendable>: Sendable {
    private final class Storage: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var storage: Storage?

    init() {}

    init(wrappedValue: Value?) {
        storage = wrappedValue.map { Storage($0) }
    }

    var wrappedValue: Value? {
        get { storage?.value }
        set { storage = newValue.map { Storage($0) } }
    }
}
