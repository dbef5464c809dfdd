#if NIO
import FreshetCore
import NIOCore

/// The status line of a response that is being received, before SwiftNIO's decoder reads it.
///
/// The decoder doesn't limit its length, and rejects versions above HTTP/1.1.
struct StatusLine {
    /// The maximum number of bytes: 80 KiB, as many as the decoder allows for one field.
    static let limit = 80 << 10

    private static let version = Array("HTTP/1.".utf8)

    private var count = 0
    private var isComplete = false
    /// The number of bytes that have matched ``version`` so far; `nil` once the version has been
    /// read.
    private var versionBytes: Int? = 0

    mutating func reset() { self = StatusLine() }

    /// Receives more bytes of a connection, and returns whether they are within the limit.
    ///
    /// Blank lines before the status line count as well. A minor version above 1 is replaced with
    /// 1, because a recipient processes a message with a higher minor version as if it had the
    /// highest one that the recipient knows (RFC 9110 §2.5).
    mutating func take(_ buffer: inout ByteBuffer) -> Bool {
        guard !isComplete else { return true }
        lowerVersion(of: &buffer)
        var rest = buffer.readableBytesView
        while let end = rest.firstIndex(of: Self.lineFeed) {
            if rest[..<end].contains(where: { $0 != Self.carriageReturn }) {
                isComplete = true
                return true
            }
            count += end + 1 - rest.startIndex
            rest = rest[(end + 1)...]
        }
        count += rest.count
        return count <= Self.limit
    }

    private mutating func lowerVersion(of buffer: inout ByteBuffer) {
        for (index, byte) in zip(buffer.readableBytesView.indices, buffer.readableBytesView) {
            guard let matching = versionBytes else { return }
            if matching == 0, byte == Self.lineFeed || byte == Self.carriageReturn { continue }
            if matching < Self.version.count, byte == Self.version[matching] {
                versionBytes = matching + 1
                continue
            }
            if matching == Self.version.count, (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(byte) {
                buffer.setInteger(UInt8(ascii: "1"), at: index)
            }
            versionBytes = nil
        }
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}
#endif
