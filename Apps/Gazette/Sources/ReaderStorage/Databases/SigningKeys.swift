package import Foundation

/// The keys that sign what browsers return: the cookies of visitors, and the addresses of pictures.
package struct SigningKeys: Sendable, Equatable {
    package static let byteCount = 32

    package let visitors: Data
    package let pictures: Data

    package init(visitors: Data, pictures: Data) {
        self.visitors = visitors
        self.pictures = pictures
    }

    /// New keys, which make all earlier cookies and addresses invalid.
    init() {
        visitors = .random(count: Self.byteCount)
        pictures = .random(count: Self.byteCount)
    }
}
