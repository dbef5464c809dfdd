#if NIO
package import Foundation

/// Makes compressed bytes in the formats of RFC 1951 and RFC 1952 without zlib.
package enum Compressed {
    package static let gzipHeader = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
    static let zlibHeader = Data([0x78, 0xDA])

    /// A piece of a deflate stream for one mebibyte of zeros. It ends at a byte boundary and can be
    /// repeated any number of times.
    package static let mebibyteOfZeros =
        Data([0xEC, 0xC1, 0x31, 1, 0, 0, 0, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 8, 0x5F, 0xA0]) + Data(count: 1016)
        + Data([0x3E, 3, 0, 0, 0xFF, 0xFF])

    /// Returns data of up to 64 KB as a gzip member with one stored block, without the trailing
    /// checksum.
    package static func gzip(_ data: Data) -> Data { gzipHeader + storedBlock(data) }

    /// Returns data as one stored block in zlib format, without the trailing checksum.
    static func zlib(_ data: Data) -> Data { zlibHeader + storedBlock(data) }

    private static func storedBlock(_ data: Data) -> Data {
        let length = UInt16(truncatingIfNeeded: data.count)
        return [1] + bytes(UInt32(length) | UInt32(~length) << 16) + data.prefix(Int(length))
    }

    /// Returns the trailer of a gzip member, which consists of the data's checksum and length.
    package static func trailer(_ data: Data) -> Data {
        var checksum = ~UInt32(0)
        for byte in data {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return bytes(~checksum) + length(data)
    }

    static func length(_ data: Data) -> Data { bytes(UInt32(data.count)) }

    private static func bytes(_ number: UInt32) -> Data {
        Data((0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }

    package static func member(_ text: String) -> Data { gzip(Data(text.utf8)) + trailer(Data(text.utf8)) }
}
#endif
