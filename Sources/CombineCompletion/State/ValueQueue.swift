/// Values of a publisher that wait, the oldest first.
///
/// A list of objects: in code that is not specialised, looking up the types of an array of optional values takes
/// several times as long as an allocation.
package final class ValueQueue<Value> {
    package final class Waiting {
        package let value: Value
        /// The number of the publisher that the value is of, where there are several.
        package let source: Int
        fileprivate var next: Waiting?

        fileprivate init(_ value: Value, _ source: Int) {
            self.value = value
            self.source = source
        }
    }

    private var first: Waiting?
    private var last: Waiting?

    package init() {}

    deinit { removeAll() }

    package var isEmpty: Bool { first == nil }

    package func append(_ value: Value, of source: Int = 0) {
        let new = Waiting(value, source)
        if let last { last.next = new } else { first = new }
        last = new
    }

    package func popFirst() -> Waiting? {
        guard let oldest = first else { return nil }
        first = oldest.next
        if first == nil { last = nil }
        oldest.next = nil
        return oldest
    }

    /// Removes all values, one after the other: an object would release the rest of the list recursively.
    package func removeAll() {
        while popFirst() != nil {}
    }
}
