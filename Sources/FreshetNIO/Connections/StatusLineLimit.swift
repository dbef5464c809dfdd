#if NIO
import FreshetCore
import NIOCore

/// A limit of the bytes before the end of a status line, which SwiftNIO's decoder does not limit.
struct StatusLineLimit {
    /// The most bytes, as many as the decoder allows for one field: 80 KB.
    static let bytes = 80 << 10

    private var count = 0
    private var isComplete = false

    /// Starts again for the next message.
    mutating func reset() { self = StatusLineLimit() }

    /// Counts more bytes of a connection, and returns whether they are within the limit.
    ///
    /// Blank lines before the status line count, too.
    mutating func allows(_ buffer: ByteBuffer) -> Bool {
        guard !isComplete else { return true }
        let lineFeed = UInt8(ascii: "\n")
        let carriageReturn = UInt8(ascii: "\r")
        var rest = buffer.readableBytesView
        while let end = rest.firstIndex(of: lineFeed) {
            if rest[..<end].contains(where: { $0 != carriageReturn }) {
                isComplete = true
                return true
            }
            count += end + 1 - rest.startIndex
            rest = rest[(end + 1)...]
        }
        count += rest.count
        return count <= Self.bytes
    }
}
#endif
