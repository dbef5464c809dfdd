/// The elements of an array in a body, one after the other.
public struct JSONArray: Sequence, IteratorProtocol {
    /// The number of all elements.
    public let count: Int
    private let place: Place
    private let way: Way
    private let end: Int
    private var node: Int
    private var element = 0

    init(_ place: Place) throws {
        try place.expect(.array)
        self.place = place
        way = place.wayToElements
        count = place.index.count(of: place.node)
        end = place.index.entry(place.node).count
        node = place.node + 2
    }

    /// Returns the next element; `nil` after the last.
    public mutating func next() -> JSONValue? {
        guard node < end else { return nil }
        defer {
            node = place.index.next(node)
            element += 1
        }
        return JSONValue(place: place.element(element, at: node, way: way))
    }
}
