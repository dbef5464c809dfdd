import Synchronization

/// The number of a shown value: it changes with the value, and no other resource or view ever has the same one.
///
/// The upper half counts the resources and the views that have shown something, and the lower half the changes of each.
struct Revision: Hashable, Sendable {
    private var number: UInt64 = 0

    private static let lastOwner = Atomic<UInt64>(0)

    /// Makes the revision that stands for no value.
    init() {}

    /// The first one of a resource or a view.
    static func first() -> Revision {
        var first = Revision()
        first.number = lastOwner.wrappingAdd(1, ordering: .relaxed).newValue << 32
        return first
    }

    mutating func advance() { number &+= 1 }

    /// Whether another one of the same resource or view came after it.
    func isBefore(_ other: Revision) -> Bool {
        number >> 32 == other.number >> 32 && number < other.number
    }

    /// Adds a revision, for the state of several resources together.
    static func &+= (sum: inout Revision, other: Revision) { sum.number &+= other.number }
}
