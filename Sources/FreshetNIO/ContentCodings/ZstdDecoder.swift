#if NIO && Zstd
import CFreshetZstd
import FreshetCore

/// A decoder for zstd (RFC 8878) with any number of frames.
final class ZstdDecoder: ContentDecoder {
    /// The largest window of a content coding, as a power of two: 8 MB (RFC 9659 §3).
    private static let windowLog: Int32 = 23

    private let stream: OpaquePointer?
    /// Whether a frame has begun but not ended.
    private(set) var isIncomplete = false

    init() {
        stream = ZSTD_createDCtx()
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.windowLog)
    }

    deinit {
        ZSTD_freeDCtx(stream)
    }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchError) -> (read: Int, written: Int) {
        guard let stream else { throw ContentCoding.zstd.failure("its decoder can't be started") }
        guard isIncomplete || !input.isEmpty else { return (0, 0) }
        var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let result = ZSTD_decompressStream(stream, &target, &source)
        guard ZSTD_isError(result) == 0 else {
            throw ContentCoding.zstd.failure(String(cString: ZSTD_getErrorName(result)))
        }
        // Zero means that a frame is complete and completely written.
        isIncomplete = result != 0
        return (source.pos, target.pos)
    }
}
#endif
