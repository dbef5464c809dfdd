/// The waiting values of a publisher, the oldest first.
///
/// It is a linked list of objects: in unspecialised code, looking up the types of an array of
/// optional values takes several times as long as an allocation.
package final class ValueQueue<Value> {
    package final class Waiting {
        package let value: Value
        /// The number of the publisher that sent the value, if there are several.
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

    /// Removes all values one after another, since the first object would release the remaining
    /// list recursively.
    package func removeAll() {
        while popFirst() != nil {}
    }
}
