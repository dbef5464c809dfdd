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
    private var values: [Value?]
    private var missing: Int
    private var unfinished: Int
    private var isNew = false

    init(count: Int) {
        values = Array(repeating: nil, count: count)
        missing = count
        unfinished = count
    }

    mutating func insert(_ value: Value, at index: Int) {
        if values[index] == nil { missing -= 1 }
        values[index] = value
        isNew = true
    }

    mutating func next() -> [Value]? {
        guard isNew, missing == 0 else { return nil }
        isNew = false
        return values.compactMap(\.self)
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
