#if NIO
import Foundation
import FreshetCore

/// A body that is decoded piece by piece while it is read.
///
/// The encoded bytes wait until the reader asks for more, so that a compression bomb takes no more
/// memory than one piece. Decoding runs on the reader's task, not on the event loop.
final class DecodedBody: TransportBody {
    fileprivate struct State {
        let coding: ContentCoding
        let decoder: any ContentDecoder
        /// The latest encoded bytes.
        var input = Data()
        /// The number of encoded bytes that were decoded.
        var position = 0
        /// Whether the decoder may hold decoded bytes.
        var mayHoldMore = false
        var isCancelled = false
        var isAtItsEnd = false
        let output: UnsafeMutableRawBufferPointer
    }

    /// The maximum number of bytes that are decoded at once.
    private static let pieceBytes = 64 << 10

    private let base: any TransportBody
    private let state: Lock<State>

    init(_ base: any TransportBody, _ coding: ContentCoding) {
        self.base = base
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceBytes, alignment: 16)
        state = Lock(ofUnchecked: State(coding: coding, decoder: coding.decoder(), output: output))
    }

    /// Returns a body that is decoded from several codings, of which the last one was applied last.
    static func decoding(_ body: any TransportBody, _ codings: [ContentCoding]) -> any TransportBody {
        codings.reversed().reduce(body) { DecodedBody($0, $1) }
    }

    deinit {
        state.withLock { $0.output.deallocate() }
    }

    func next() async throws(FetchError) -> Data? {
        if Task.isCancelled { cancel() }
        while true {
            do throws(FetchError) {
                if let piece = try state.withLock({ (state) throws(FetchError) in try state.decode() }) { return piece }
                let chunk = try await base.next()
                try state.withLock { (state) throws(FetchError) in try state.take(chunk) }
                if chunk == nil { return nil }
            } catch {
                // The rest of a damaged body is of no use, and its connection would stay open.
                cancel()
                throw error
            }
        }
    }

    func cancel() {
        state.withLock { state in
            if !state.isAtItsEnd { state.isCancelled = true }
        }
        base.cancel()
    }
}

extension DecodedBody.State {
    /// Decodes and returns the next piece; `nil` if more input is needed.
    fileprivate mutating func decode() throws(FetchError) -> Data? {
        if isCancelled { throw .cancelled }
        while position < input.count || mayHoldMore {
            let (decoder, output) = (decoder, output)
            let step = try input.dropFirst(position).withUnsafeBytes { bytes in
                Result { () throws(FetchError) in try decoder.decode(bytes, into: output) }
            }.get()
            position += step.read
            mayHoldMore = step.written == output.count
            if step.written > 0 { return Data(output.prefix(step.written)) }
            // A decoder that neither reads nor writes needs more input. Another turn would never
            // end.
            guard step.read > 0 else { break }
        }
        return nil
    }

    /// Receives the next encoded bytes, or their end.
    fileprivate mutating func take(_ chunk: Data?) throws(FetchError) {
        input = chunk ?? Data()
        position = 0
        guard chunk == nil else { return }
        // A body without a length ends with its connection. Only its coding shows that something is
        // missing.
        if decoder.isIncomplete { throw coding.failure("its end is missing") }
        isAtItsEnd = true
    }
}
#endif
