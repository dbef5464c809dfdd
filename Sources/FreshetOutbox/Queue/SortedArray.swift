#if SQLite
/// An array whose elements are in ascending order.
extension Array where Element: Comparable {
    private func place(of element: Element) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Inserts an element unless the array has it.
    mutating func insertSorted(_ element: Element) {
        let index = place(of: element)
        if index == count || self[index] != element { insert(element, at: index) }
    }

    mutating func removeSorted(_ element: Element) {
        let index = place(of: element)
        if index < count, self[index] == element { remove(at: index) }
    }
}
#endif
