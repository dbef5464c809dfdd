import Crypto
import Foundation

/// Somebody who comes back: 128 bits by chance, and nothing else.
struct Visitor: Hashable, Sendable {
    static let byteCount = 16

    let id: Data

    init() {
        id = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    }

    init(id: Data) {
        self.id = id
    }
}
