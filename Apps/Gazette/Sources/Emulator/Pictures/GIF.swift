import Foundation

/// Encodes pictures of up to 128 colours as GIF, without compression.
enum GIF {
    /// Encodes a picture.
    ///
    /// - Parameters:
    ///   - pixels: One index into the palette per pixel, row by row, below 128.
    ///   - palette: The colours as red, green and blue.
    static func encode(width: Int, height: Int, pixels: [UInt8], palette: [(UInt8, UInt8, UInt8)]) -> Data {
        let size = bytes(of: width) + bytes(of: height)
        var data = Data("GIF89a".utf8) + size + [0xF6, 0, 0]
        data += palette.flatMap { [$0.0, $0.1, $0.2] }
        data += [UInt8](repeating: 0, count: 3 * (128 - palette.count))
        data += [0x2C, 0, 0, 0, 0] + size + [0, 7]
        data += blocks(of: codes(for: pixels))
        data.append(0x3B)
        return data
    }

    /// Returns the codes of pixels. The code table is cleared before it exceeds 256 entries, so each code is one byte.
    private static func codes(for pixels: [UInt8]) -> [UInt8] {
        let (clear, end) = (UInt8(128), UInt8(129))
        var codes: [UInt8] = []
        codes.reserveCapacity(pixels.count + pixels.count / 120 + 2)
        for start in stride(from: 0, to: pixels.count, by: 120) {
            codes.append(clear)
            codes += pixels[start..<min(start + 120, pixels.count)]
        }
        codes.append(end)
        return codes
    }

    private static func blocks(of codes: [UInt8]) -> Data {
        var data = Data()
        for start in stride(from: 0, to: codes.count, by: 255) {
            let block = codes[start..<min(start + 255, codes.count)]
            data.append(UInt8(block.count))
            data += block
        }
        data.append(0)
        return data
    }

    private static func bytes(of number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }
}
