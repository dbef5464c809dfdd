/// A stack of open element names that finds the last element with a name without a search.
struct OpenElements {
    private var names: [String] = []
    /// The number of outer elements that were dropped.
    private var forgottenCount = 0
    /// The positions of each name, including those of dropped elements.
    private var positions: [String: [Int]] = [:]

    /// The number of elements that weren't dropped.
    var count: Int { names.count }

    var last: String? { names.last }

    /// The position of the next element, counted from the outermost element ever.
    var end: Int { forgottenCount + names.count }

    func lastPosition(of name: String) -> Int? {
        positions[name]?.last.flatMap { $0 >= forgottenCount ? $0 : nil }
    }

    mutating func append(_ name: String) {
        positions[name, default: []].append(end)
        names.append(name)
    }

    /// Removes the elements from a position onwards.
    mutating func remove(from position: Int) {
        while end > position, let name = names.popLast() { _ = positions[name]?.popLast() }
    }

    /// Drops outer elements.
    mutating func forget(_ count: Int) {
        names.removeFirst(count)
        forgottenCount += count
    }
}
