import CZlib
import Foundation

/// Compresses a text that is sent piece by piece, in the gzip format of RFC 1952.
/// A client can decompress each piece as soon as it has received it.
package final class GzipStream {
    private var stream = z_stream()

    /// - Parameter isRaw: Whether the head and the end of the format are left out.
    package init(isRaw: Bool = false) {
        // 15 bits of window, and 16 for the format of gzip, or less than none for none.
        let status = deflateInit2_(
            &stream, 5, Z_DEFLATED, isRaw ? -15 : 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib has no memory for a stream.")
    }

    deinit {
        deflateEnd(&stream)
    }

    /// - Parameter isLast: Whether nothing follows.
    package func packed(_ text: String, isLast: Bool) -> [UInt8] {
        var input = Array(text.utf8)
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = uInt(input.count)
            repeat {
                let count = chunk.withUnsafeMutableBufferPointer { chunk in
                    stream.next_out = chunk.baseAddress
                    stream.avail_out = uInt(chunk.count)
                    deflate(&stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
                    return chunk.count - Int(stream.avail_out)
                }
                result += chunk[..<count]
            } while stream.avail_out == 0
        }
        return result
    }
}
