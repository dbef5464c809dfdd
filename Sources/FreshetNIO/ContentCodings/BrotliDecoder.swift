#if NIO && Brotli
import CFreshetBrotli
import FreshetCore

/// A decoder for Brotli (RFC 7932).
final class BrotliDecoder: ContentDecoder {
    private let stream: OpaquePointer?
    private var hasBegun = false
    private var isAtItsEnd = false

    init() {
        // Windows of more than 16 MB, an extension of the format, stay refused.
        stream = BrotliDecoderCreateInstance(nil, nil, nil)
    }

    deinit {
        BrotliDecoderDestroyInstance(stream)
    }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchError) -> (read: Int, written: Int) {
        guard let stream else { throw ContentCoding.br.failure("its decoder can't be started") }
        guard !isAtItsEnd else {
            guard input.isEmpty else { throw ContentCoding.br.failure("other bytes follow its end") }
            return (0, 0)
        }
        if !input.isEmpty { hasBegun = true }
        var (inputLeft, outputLeft) = (input.count, output.count)
        var nextInput = input.bindMemory(to: UInt8.self).baseAddress
        var nextOutput = output.bindMemory(to: UInt8.self).baseAddress
        let result = BrotliDecoderDecompressStream(
            stream, &inputLeft, &nextInput, &outputLeft, &nextOutput, nil)
        switch result {
        case BROTLI_DECODER_RESULT_ERROR:
            let reason = BrotliDecoderErrorString(BrotliDecoderGetErrorCode(stream))
            throw ContentCoding.br.failure(reason.map { String(cString: $0) } ?? "unknown")
        case BROTLI_DECODER_RESULT_SUCCESS: isAtItsEnd = true
        default: break
        }
        return (input.count - inputLeft, output.count - outputLeft)
    }

    var isIncomplete: Bool { hasBegun && !isAtItsEnd }
}
#endif
