import Foundation

/// Somebody who comes back: 128 bits by chance, and nothing else.
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
