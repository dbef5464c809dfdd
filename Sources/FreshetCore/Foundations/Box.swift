/// A value on the heap, which a holder copies before changing it if others share it.
///
/// Requests and responses of calls are stored this way. Each stage holds them while it waits, and
/// several hundred bytes in each stage made a call in flight twice as large (`./bench memory`).
final class Box<Value: Sendable>: @unchecked Sendable {  // It is changed only where it has one holder.
    /// The value. Overlapping accesses aren't checked, since each call would pay for fifty checks:
    /// a holder changes the value in a mutating accessor of a struct, which already has exclusive
    /// access.
    @exclusivity(unchecked)
    var value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// Returns a box with a copy of the value.
    ///
    /// It isn't inlined, because callers would reserve room for the copy in their frames while they
    /// wait: the row "a call in flight on a stub" of `./bench memory` would have 26 KiB instead of
    /// 17.
    @inline(never)
    func copy() -> Box { Box(value) }
}

extension Box: Equatable where Value: Equatable {
    static func == (first: Box, second: Box) -> Bool { first.value == second.value }
}

extension Box: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
