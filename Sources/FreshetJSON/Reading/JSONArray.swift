/// The elements of an array in a body, one after the other.
public struct JSONArray: Sequence, IteratorProtocol {
    /// The number of all elements.
    public let count: Int
    private let location: Location
    private let way: Way
    private let end: Int
    private var node: Int
    private var element = 0

    init(_ location: Location) throws {
        try location.expect(.array)
        self.location = location
        way = location.wayToElements
        count = location.index.count(of: location.node)
        end = location.index.entry(location.node).count
        node = location.node + 2
    }

    /// Returns the next element; `nil` after the last.
    public mutating func next() -> JSONValue? {
        guard node < end else { return nil }
        defer {
            node = location.index.next(node)
            element += 1
        }
        return JSONValue(location: location.element(element, at: node, way: way))
    }
}
