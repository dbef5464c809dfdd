/// Finds keys of an object by their hashes.
struct KeyTable {
    /// Places of keys in the index, 0 where there is none.
    private var slots: [Int32]
    /// Whether a key came twice; the first counts.
    private(set) var hasDuplicates = false

    init(count: Int) {
        var size = 32
        while size < count * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    mutating func insert(_ node: Int, hash: Int, isSame: (Int) -> Bool) {
        var slot = hash & (slots.count - 1)
        while slots[slot] != 0 {
            if isSame(Int(slots[slot])) {
                hasDuplicates = true
                return
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = Int32(truncatingIfNeeded: node)
    }

    func key(_ key: UnsafeBufferPointer<UInt8>, hash: Int, isSame: (Int) -> Bool) -> Int? {
        var slot = hash & (slots.count - 1)
        while slots[slot] != 0 {
            if isSame(Int(slots[slot])) { return Int(slots[slot]) }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }
}

/// The keys of an object as the strategy of the decoder makes them; of several that become the same, the first.
struct ConvertedKeys {
    private(set) var nodes: [String: Int] = [:]
    /// The keys in the order of the body.
    private(set) var names: [String] = []

    init(of object: Place) {
        let index = object.index
        let convert = index.options.keyConverter { object.codingPath }
        index.forEachKey(of: object.node) { key, value in
            let name = convert(index.string(key))
            guard nodes[name] == nil else { return }
            nodes[name] = value
            names.append(name)
        }
    }
}
