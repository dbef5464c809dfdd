import CombineCompletion

protocol ManyValues<Value>: CombinedValues {
    associatedtype Value

    mutating func insert(_ value: Value, at index: Int)
}

struct LatestOfMany<Value>: ManyValues {
    /// The values by the index of their publisher, as long as some are missing.
    private var first: [Int: Value] = [:]
    /// All values, once none is missing.
    private var values: [Value] = []
    private let count: Int
    private var unfinished: Int
    private var isNew = false

    init(count: Int) {
        self.count = count
        unfinished = count
    }

    mutating func insert(_ value: Value, at index: Int) {
        isNew = true
        guard values.isEmpty else {
            values[index] = value
            return
        }
        first[index] = value
        guard first.count == count else { return }
        for index in 0..<count { if let value = first[index] { values.append(value) } }
        first = [:]
    }

    mutating func next() -> [Value]? {
        guard isNew, !values.isEmpty else { return nil }
        isNew = false
        return values
    }

    mutating func skip() { isNew = false }
    mutating func finish(_ index: Int) { unfinished -= 1 }
    var isOver: Bool { unfinished == 0 }
}

/// The waiting values of many publishers of one type, to be combined with the others' values.
///
/// The cost per value doesn't grow with the number of publishers, since the empty queues are
/// counted.
struct ZippedArrays<Value>: ManyValues {
    private let queues: [ValueQueue<Value>]
    private var isFinished: [Bool]
    private var emptyQueues: Int
    private(set) var isOver: Bool

    init(count: Int) {
        queues = (0..<count).map { _ in ValueQueue() }
        isFinished = Array(repeating: false, count: count)
        emptyQueues = count
        isOver = count == 0
    }

    mutating func insert(_ value: Value, at index: Int) {
        if queues[index].isEmpty { emptyQueues -= 1 }
        queues[index].append(value)
    }

    mutating func next() -> [Value]? {
        guard emptyQueues == 0, !queues.isEmpty else { return nil }
        return queues.indices.compactMap { index in
            let value = queues[index].popFirst()?.value
            if queues[index].isEmpty {
                emptyQueues += 1
                isOver = isOver || isFinished[index]
            }
            return value
        }
    }

    mutating func skip() {}

    mutating func finish(_ index: Int) {
        isFinished[index] = true
        isOver = isOver || queues[index].isEmpty
    }
}
