package import Foundation
package import Freshet

extension ImageFormat {
    /// Whether the data of a picture ends as its format requires; truncated data does not.
    ///
    /// PNG ends with the chunk `IEND`, JPEG with the marker `EOI`, GIF with its trailer, and WebP has its length in its
    /// head. A few bytes may follow the end, as some programs add them.
    package func isWhole(_ data: Data) -> Bool {
        let end = data.suffix(64)
        switch self {
        case .png: return end.range(of: Data("IEND".utf8)) != nil
        case .jpeg: return end.range(of: Data([0xFF, 0xD9])) != nil
        case .gif: return end.last { $0 != 0 } == 0x3B
        case .webp:
            let length = data.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            return data.count >= length + 8
        default: return true
        }
    }
}
