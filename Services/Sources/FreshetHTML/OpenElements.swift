/// The names of the open elements, of which the last one of a name is found without a search.
struct OpenElements {
    private var names: [String] = []
    /// The number of outer elements that were forgotten.
    private var forgottenCount = 0
    /// The positions of each name, those of forgotten elements included.
    private var positions: [String: [Int]] = [:]

    /// The number of elements that are not forgotten.
    var count: Int { names.count }

    var last: String? { names.last }

    /// The position of the next element, counted from the outermost of all.
    var end: Int { forgottenCount + names.count }

    func lastPosition(of name: String) -> Int? {
        positions[name]?.last.flatMap { $0 >= forgottenCount ? $0 : nil }
    }

    mutating func append(_ name: String) {
        positions[name, default: []].append(end)
        names.append(name)
    }

    /// Removes the elements from a position on.
    mutating func remove(from position: Int) {
        while end > position, let name = names.popLast() { _ = positions[name]?.popLast() }
    }

    /// Forgets outer elements.
    mutating func forget(_ count: Int) {
        names.removeFirst(count)
        forgottenCount += count
    }
}
