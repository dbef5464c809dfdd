/// A hash table of the keys of an object.
struct KeyTable {
    /// The positions of the keys in the index; 0 marks an empty slot.
    private var slots: [Int32]
    /// Whether any key is repeated, in which case the first occurrence counts.
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
