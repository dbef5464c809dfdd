/// A key of a coding path that no type gave: one out of the body, or a place in an array.
struct PathKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }

    /// The key of an element, named as `JSONDecoder` names it.
    init(element: Int) {
        stringValue = "Index \(element)"
        intValue = element
    }

    static let `super` = PathKey(stringValue: "super")
}

extension JSONIndex {
    /// The way from the root to a value, as the body tells it. It is only walked for errors.
    func path(to node: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var container = Self.root
        while container < node {
            guard let key = key(towards: node, in: &container, path: path) else { break }
            path.append(key)
        }
        return path
    }

    /// Goes one container down.
    private func key(
        towards node: Int, in container: inout Int, path: [any CodingKey]
    ) -> (any CodingKey)? {
        var child = container + 2
        let end = entry(container).count
        switch entry(container).kind {
        case .array:
            var element = 0
            while child < end {
                if node < next(child) {
                    container = child
                    return PathKey(element: element)
                }
                child = next(child)
                element += 1
            }
        case .object:
            while child < end {
                if node < next(child + 1) {
                    container = child + 1
                    return PathKey(stringValue: options.keyConverter { path }(string(child)))
                }
                child = next(child + 1)
            }
        default: break
        }
        return nil
    }
}
