import Foundation

/// The identity of a visitor: 128 random bits.
struct Visitor: Hashable, Sendable {
    static let byteCount = 16

    let id: Data

    init() {
        id = .random(count: Self.byteCount)
    }

    init(id: Data) {
        self.id = id
    }
}
