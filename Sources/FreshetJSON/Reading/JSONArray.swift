/// A sequence of the elements of a JSON array.
///
/// ```swift
/// extension Titles: JSONReadable {
///     init(json: JSONValue) throws {
///         titles = try json.array().map { try $0.object().read("title") }
///     }
/// }
/// ```
public struct JSONArray: Sequence, IteratorProtocol {
    /// The total number of elements.
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

    /// Returns the next element, or `nil` after the last one.
    public mutating func next() -> JSONValue? {
        guard node < end else { return nil }
        defer {
            node = location.index.next(node)
            element += 1
        }
        return JSONValue(location: location.element(element, at: node, way: way))
    }
}
