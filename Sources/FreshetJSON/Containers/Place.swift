import Foundation

/// A value in an index, with the way that led to it.
///
/// It fits into an existential without an allocation, since `Decodable` types get one for each value.
struct Place {
    let index: JSONIndex
    /// The way to the nearest object that was read by keys; `nil` where the body alone tells the way.
    let way: Way?
    private let storedNode: Int32
    /// The place in the array around the value; negative when there is none.
    private let storedElement: Int32

    var node: Int { Int(storedNode) }
    var element: Int? { storedElement < 0 ? nil : Int(storedElement) }

    @inline(__always)
    init(index: JSONIndex, way: Way? = nil, node: Int = JSONIndex.root, element: Int = -1) {
        self.index = index
        self.way = way
        storedNode = Int32(truncatingIfNeeded: node)
        storedElement = Int32(truncatingIfNeeded: element)
    }

    /// The value of a key of this object.
    @inline(__always)
    func child(_ node: Int, key: any CodingKey) -> Place {
        Place(index: index, way: Way(parent: self, key: key), node: node)
    }

    /// What leads to the elements of this array.
    var wayOfElements: Way? {
        guard let way, let element else { return way }
        return Way(parent: Place(index: index, way: way, node: node), key: PathKey(element: element))
    }

    var codingPath: [any CodingKey] {
        guard let way else { return index.path(to: node) }
        guard let element else { return way.path }
        return way.path + [PathKey(element: element)]
    }
}

/// One step on the way to a value: a key, and what comes before it.
final class Way {
    private let parent: Place
    private let key: any CodingKey

    init(parent: Place, key: any CodingKey) {
        self.parent = parent
        self.key = key
    }

    var path: [any CodingKey] { parent.codingPath + [key] }
}
