import CZlib
import Foundation

/// Compresses data in the gzip format of RFC 1952.
enum Gzip {
    /// Method deflate, no flags, no time, best compression, an unknown system.
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255]

    /// - Parameter level: From 1, the fastest, to 9, the smallest, for data that is sent often.
    static func packed(_ data: Data, level: Int32 = 9) -> Data {
        let bytes = [UInt8](data)
        var length = compressBound(uLong(bytes.count))
        var deflated = [UInt8](repeating: 0, count: Int(length))
        compress2(&deflated, &length, bytes, uLong(bytes.count), level)
        var result = Data(header)
        // zlib adds two bytes before and four after the data that both formats share.
        result += deflated[2..<Int(length) - 4]
        for number in [UInt32(truncatingIfNeeded: crc32(0, bytes, uInt(bytes.count))), UInt32(bytes.count)] {
            withUnsafeBytes(of: number.littleEndian) { result += $0 }
        }
        return result
    }
}
