import CZlib
package import Foundation

/// Compresses data in the gzip format of RFC 1952.
package enum Gzip {
    /// Method deflate, no flags, no time, best compression, an unknown system.
    package static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255]

    /// What follows the compressed data: its checksum and its length.
    package static func end(_ checksum: UInt, _ count: Int) -> [UInt8] {
        [UInt32(truncatingIfNeeded: checksum), UInt32(truncatingIfNeeded: count)].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
    }

    /// - Parameter level: From 1, the fastest, to 9, the smallest, for data that is sent often.
    package static func packed(_ data: Data, level: Int32 = 9) -> Data {
        let bytes = [UInt8](data)
        var length = compressBound(uLong(bytes.count))
        var deflated = [UInt8](repeating: 0, count: Int(length))
        compress2(&deflated, &length, bytes, uLong(bytes.count), level)
        // zlib adds two bytes before and four after the data that both formats share.
        return Data(header + deflated[2..<Int(length) - 4] + end(crc32(0, bytes, uInt(bytes.count)), bytes.count))
    }
}
