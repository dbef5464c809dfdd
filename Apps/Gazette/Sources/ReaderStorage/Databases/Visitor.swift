package import Foundation

/// The identity of a visitor: 128 random bits.
package struct Visitor: Hashable, Sendable {
    package static let byteCount = 16

    package let id: Data

    package init() {
        id = .random(count: Self.byteCount)
    }

    package init(id: Data) {
        self.id = id
    }
}
