import CZlib
import Foundation

/// Encodes pictures of up to 256 colours as PNG.
enum PNG {
    /// Encodes a picture.
    ///
    /// - Parameters:
    ///   - pixels: One index into the palette per pixel, row by row.
    ///   - palette: The colours as red, green and blue.
    static func encode(width: Int, height: Int, pixels: [UInt8], palette: [(UInt8, UInt8, UInt8)]) -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        append("IHDR", bytes(of: UInt32(width)) + bytes(of: UInt32(height)) + [8, 3, 0, 0, 0], to: &data)
        append("PLTE", palette.flatMap { [$0.0, $0.1, $0.2] }, to: &data)
        var rows: [UInt8] = []
        rows.reserveCapacity((width + 1) * height)
        for row in 0..<height {
            rows.append(0)
            let start = row * width
            rows += pixels[start..<start + width]
        }
        append("IDAT", deflated(rows), to: &data)
        append("IEND", [], to: &data)
        return data
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(uLong(bytes.count))
        var result = [UInt8](repeating: 0, count: Int(length))
        compress2(&result, &length, bytes, uLong(bytes.count), 6)
        return Array(result.prefix(Int(length)))
    }

    private static func append(_ type: String, _ content: [UInt8], to data: inout Data) {
        let typed = Array(type.utf8) + content
        data += bytes(of: UInt32(content.count))
        data += typed
        data += bytes(of: UInt32(truncatingIfNeeded: crc32(0, typed, uInt(typed.count))))
    }

    private static func bytes(of number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
