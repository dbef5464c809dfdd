/// A value on the heap, of which its holders make a copy before they change it.
///
/// The requests and responses of calls are held so: each stage keeps them while it waits, and several hundred bytes in
/// every one of them made a call in flight twice as large (`./bench memory`).
final class Box<Value: Sendable>: @unchecked Sendable {  // It is changed only where it has one holder.
    /// Not checked for overlapping accesses, of which a call would pay for fifty: a holder changes it by a mutating
    /// accessor of a struct, which is exclusive already.
    @exclusivity(unchecked)
    var value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// Returns a box with a copy of the value.
    ///
    /// Not inlined, or the callers keep the room for it while they wait: the row "a call in flight on a stub" of
    /// `./bench memory` would have 26 KiB instead of 17.
    @inline(never)
    func copy() -> Box { Box(value) }
}

extension Box: Equatable where Value: Equatable {
    static func == (first: Box, second: Box) -> Bool { first.value == second.value }
}

extension Box: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
