/// Values of a publisher that wait, the oldest first.
package struct ValueQueue<Value> {
    private var values: [Value?] = []
    private var first = 0

    package init() {}

    package var isEmpty: Bool { first == values.count }

    package mutating func append(_ value: Value) {
        // Removed values are dropped once they are the larger part.
        if first > 16, first > values.count / 2 {
            values.removeFirst(first)
            first = 0
        }
        values.append(value)
    }

    package mutating func popFirst() -> Value? {
        guard !isEmpty else { return nil }
        let value = values[first].take()
        first += 1
        if isEmpty {
            values.removeAll(keepingCapacity: true)
            first = 0
        }
        return value
    }
}
