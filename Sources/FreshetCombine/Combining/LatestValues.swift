/// The latest value of each of up to four publishers of different types.
struct LatestValues<A, B, C, D, Combined>: CombinedValues {
    var a: A?
    var b: B?
    var c: C?
    var d: D?
    private let combine: (Self) -> Combined?
    var isNew = false
    private var unfinished: Int

    init(count: Int, combine: @escaping (Self) -> Combined?) {
        unfinished = count
        self.combine = combine
    }

    mutating func next() -> Combined? {
        guard isNew, let combined = combine(self) else { return nil }
        isNew = false
        return combined
    }

    mutating func skip() { isNew = false }
    mutating func finish(_ index: Int) { unfinished -= 1 }
    var isOver: Bool { unfinished == 0 }
}

/// The latest value of each of many publishers of one type.
struct LatestOfMany<Value>: CombinedValues {
    /// The values while some are missing, by the index of their publisher.
    private var first: [Int: Value] = [:]
    /// All of them, as soon as none is.
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

/// The values of many publishers of one type that wait for their partners.
struct ZippedValues<Value>: CombinedValues {
    /// Slices, since those give up their first value at no cost.
    private var queues: [ArraySlice<Value>]
    private var isFinished: [Bool]

    init(count: Int) {
        queues = Array(repeating: [], count: count)
        isFinished = Array(repeating: false, count: count)
    }

    mutating func insert(_ value: Value, at index: Int) {
        queues[index].append(value)
    }

    mutating func next() -> [Value]? {
        guard !queues.isEmpty, !queues.contains(where: \.isEmpty) else { return nil }
        return queues.indices.map { queues[$0].removeFirst() }
    }

    mutating func skip() {}
    mutating func finish(_ index: Int) { isFinished[index] = true }
    var isOver: Bool { queues.isEmpty || zip(queues, isFinished).contains { $0.isEmpty && $1 } }
}
