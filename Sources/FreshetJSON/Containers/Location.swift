/// The position of a value in an index, with its coding path.
///
/// `Decodable` types receive one per value, so it fits into an existential without an allocation
/// and has only one reference to count.
struct Location {
    /// The path of the value, or of the array that contains it.
    let way: Way
    private let storedNode: Int32
    /// The index in the containing array; negative if ``way`` is the path of the value itself.
    private let storedElement: Int32

    @inline(__always)
    private init(way: Way, node: Int, element: Int) {
        self.way = way
        storedNode = Int32(truncatingIfNeeded: node)
        storedElement = Int32(truncatingIfNeeded: element)
    }

    init(rootOf index: JSONIndex) {
        self.init(way: Way(index: index), node: JSONIndex.root, element: -1)
    }

    @inline(__always)
    var index: JSONIndex { way.index }

    @inline(__always)
    var node: Int { Int(truncatingIfNeeded: storedNode) }

    /// Returns the location of the value for a key of this object.
    @inline(__always)
    func child(_ node: Int, key: any CodingKey) -> Location {
        Location(way: Way(to: key, in: self), node: node, element: -1)
    }

    /// Returns the location of an element of this array.
    ///
    /// - Parameter way: The ``wayToElements`` of this array, made once for all elements.
    @inline(__always)
    func element(_ element: Int, at node: Int, way: Way) -> Location {
        Location(way: way, node: node, element: element)
    }

    /// The path that all elements of this array share.
    var wayToElements: Way {
        storedElement < 0
            ? way : Way(to: PathKey.element(Int(storedElement)), in: Location(way: way, node: node, element: -1))
    }

    /// The coding path. It is built on demand, usually for an error.
    var codingPath: [any CodingKey] {
        var path = storedElement < 0 ? [] : [PathKey.element(Int(storedElement)) as any CodingKey]
        var step: Way? = way
        while let way = step, let key = way.key {
            path.append(key)
            if let parent = way.parent, parent.storedElement >= 0 {
                path.append(PathKey.element(Int(parent.storedElement)))
            }
            step = way.parent?.way
        }
        return path.reversed()
    }
}

/// A step of a coding path, made of a key and the previous step. The first step has neither.
final class Way {
    let index: JSONIndex
    let parent: Location?
    let key: (any CodingKey)?

    init(index: JSONIndex) {
        self.index = index
        parent = nil
        key = nil
    }

    init(to key: any CodingKey, in parent: Location) {
        index = parent.index
        self.parent = parent
        self.key = key
    }
}
