#if NIO
import CFreshetZlib
import FreshetCore

/// A decoder for gzip (RFC 1952) and deflate (RFC 1950, and the raw form of RFC 1951 that some
/// servers send instead).
final class ZlibDecoder: ContentDecoder {
    private enum Phase {
        /// No byte has been received yet.
        case begin
        case inflating
        /// After a gzip member. Another member may follow, or zeros as padding.
        case betweenMembers
        /// Only zeros may follow.
        case padding
        case end
    }

    private let coding: ContentCoding
    // Allocated, since zlib stores its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isOpen = false
    private var phase = Phase.begin

    init(_ coding: ContentCoding) {
        self.coding = coding
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
    }

    deinit {
        if isOpen { inflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchError) -> (read: Int, written: Int) {
        var (read, written) = (0, 0)
        if phase == .begin, let first = input.first {
            try open(first)
            phase = .inflating
        }
        while written < output.count {
            switch phase {
            case .begin: return (read, written)
            case .inflating:
                let step = try inflate(
                    UnsafeRawBufferPointer(rebasing: input[read...]),
                    into: UnsafeMutableRawBufferPointer(rebasing: output[written...]))
                read += step.read
                written += step.written
                // zlib needs more input. Another turn with the same bytes would never end.
                if phase == .inflating, step == (0, 0) { return (read, written) }
            case .betweenMembers, .padding, .end:
                guard read < input.count else { return (read, written) }
                try takeFollower(input[read])
                if phase == .padding { read += 1 }
            }
        }
        return (read, written)
    }

    var isIncomplete: Bool { phase == .inflating }

    /// Opens the stream for the format that the first byte indicates.
    private func open(_ first: UInt8) throws(FetchError) {
        let windowBits: Int32 =
            switch coding {
            case .deflate:
                // A zlib header begins with its method, 8, and a window of at most 32 KB.
                first & 0x0F == 8 && first >> 4 <= 7 ? MAX_WBITS : -MAX_WBITS
            default: MAX_WBITS + 16
            }
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, windowBits, ZLIB_VERSION, size) == Z_OK else {
            throw coding.failure("zlib can't be started")
        }
        isOpen = true
    }

    private func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchError) -> (read: Int, written: Int) {
        let bytes = input.bindMemory(to: UInt8.self)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.pointee.avail_in = UInt32(bytes.count)
        stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        let status = CFreshetZlib.inflate(stream, Z_NO_FLUSH)
        switch status {
        // With a full output or an empty input, zlib reports that it can't continue.
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: phase = coding == .gzip ? .betweenMembers : .end
        default: throw coding.failure(stream.pointee.msg.map { String(cString: $0) } ?? "zlib's error \(status)")
        }
        return (bytes.count - Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out))
    }

    /// Handles a byte after the end of a stream.
    private func takeFollower(_ byte: UInt8) throws(FetchError) {
        switch (phase, byte) {
        case (.betweenMembers, 0x1F):
            // All members belong to the body (RFC 1952 §2.2).
            guard inflateReset(stream) == Z_OK else { throw coding.failure("zlib can't be started again") }
            phase = .inflating
        case (.betweenMembers, 0), (.padding, 0): phase = .padding
        default: throw coding.failure("other bytes follow its end")
        }
    }
}
#endif
