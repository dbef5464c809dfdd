#if NIO
import CFreshetZlib
import Foundation
import FreshetCore

/// An encoder for gzip (RFC 1952), for request bodies.
///
/// `@unchecked Sendable`: only one task uses it at a time, the one that sends the body.
final class GzipEncoder: @unchecked Sendable {
    private static let pieceBytes = 64 << 10

    // Allocated, since zlib stores its address.
    private let stream: UnsafeMutablePointer<z_stream>

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let memoryLevel: CInt = 8
        let status = deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            CInt(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib has no memory, or is another version than the one that was compiled with")
    }

    deinit {
        deflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Returns the encoded form of complete data.
    static func encoded(_ data: Data) -> Data {
        let encoder = GzipEncoder()
        return encoder.encode(data) + encoder.end()
    }

    /// Encodes bytes, and returns the encoded bytes that are ready. These are often none, because
    /// the encoder looks for repetitions first.
    func encode(_ data: Data) -> Data { deflate(data, Z_NO_FLUSH) }

    /// Returns the rest of the encoded bytes. Nothing may be encoded afterwards.
    func end() -> Data { deflate(Data(), Z_FINISH) }

    private func deflate(_ data: Data, _ flush: CInt) -> Data {
        var (encoded, piece) = (Data(), [UInt8](repeating: 0, count: Self.pieceBytes))
        data.withUnsafeBytes { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            var isFull = true
            while isFull {
                piece.withUnsafeMutableBytes { output in
                    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
                    stream.pointee.avail_out = UInt32(output.count)
                    // Any other result means that the output is full or the input is empty.
                    _ = CFreshetZlib.deflate(stream, flush)
                    let count = output.count - Int(stream.pointee.avail_out)
                    encoded.append(contentsOf: UnsafeRawBufferPointer(rebasing: output[..<count]))
                    isFull = stream.pointee.avail_out == 0
                }
            }
            // zlib would keep a pointer to bytes that are valid only within this closure.
            stream.pointee.next_in = nil
        }
        return encoded
    }
}

extension AsyncThrowingStream<Data, any Error> {
    /// Returns the chunks, encoded with gzip.
    func gzipped() -> Self {
        let chunks = GzippedChunks(self)
        return Self { try await chunks.next() }
    }
}

/// An actor that encodes the chunks of a body one after another, for one reader.
private actor GzippedChunks {
    private let encoder = GzipEncoder()
    private var chunks: AsyncThrowingStream<Data, any Error>.AsyncIterator
    private var isAtItsEnd = false

    init(_ chunks: AsyncThrowingStream<Data, any Error>) {
        self.chunks = chunks.makeAsyncIterator()
    }

    func next() async throws -> Data? {
        while !isAtItsEnd {
            var iterator = chunks
            let chunk = try await iterator.next(isolation: self)
            chunks = iterator
            isAtItsEnd = chunk == nil
            let encoded = chunk.map { encoder.encode($0) } ?? encoder.end()
            if !encoded.isEmpty { return encoded }
        }
        return nil
    }
}
#endif
