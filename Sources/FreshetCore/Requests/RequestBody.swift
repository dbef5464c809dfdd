public import Foundation

/// The body of a request and its media type.
///
/// Every body but a stream can be sent again, after a redirect or for a retry; a stream can be sent once.
public struct RequestBody: Sendable {
    /// The source of the bytes.
    ///
    /// Indirect, since a request is copied several times, and most have no body.
    package indirect enum Content: Sendable {
        /// Bytes that are encoded when the call starts, with the service's encoder.
        case bytes(@Sendable (any BodyEncoder) throws -> Data)
        case file(URL)
        case stream(length: Int?, AsyncThrowingStream<Data, any Error>)
        /// Bytes from elsewhere. The source is made when the call starts, with the service's encoder.
        case source(@Sendable (any BodyEncoder) throws(FetchError) -> BodySource)
    }

    package let content: Content

    /// The value of the `Content-Type` field, unless the request's headers set it.
    public let contentType: String?

    package init(content: Content, contentType: String?) {
        self.content = content
        self.contentType = contentType
    }

    /// Encodes the bytes of a body.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/invalidRequest(_:)`` if they can't be encoded.
    package static func encoded(
        _ make: (any BodyEncoder) throws -> Data, _ encoder: @autoclosure () -> any BodyEncoder
    ) throws(FetchError) -> Data {
        do { return try make(encoder()) } catch {
            throw FetchError(.invalidRequest("its body can't be encoded"), underlying: error)
        }
    }

    /// A body of bytes.
    public static func bytes(_ data: Data, contentType: String? = "application/octet-stream") -> RequestBody {
        RequestBody(content: .bytes { _ in data }, contentType: contentType)
    }

    /// A body with a value encoded as JSON.
    ///
    /// It is encoded when the call starts. If that fails, so does the call, with
    /// ``FetchError/Kind-swift.enum/invalidRequest(_:)``.
    ///
    /// - Parameter encoder: The encoder. `nil`, the default, uses ``Service/encoder``.
    public static func json(
        _ value: some Encodable & Sendable, encoder: (any BodyEncoder)? = nil
    ) -> RequestBody {
        RequestBody(content: .bytes { try (encoder ?? $0).encode(value) }, contentType: "application/json")
    }

    /// A body with the fields of a form, as `application/x-www-form-urlencoded`.
    public static func form(_ fields: Query) -> RequestBody {
        RequestBody(
            content: .bytes { _ in Data((fields.encoded ?? "").utf8) },
            contentType: "application/x-www-form-urlencoded"
        )
    }

    /// A body with the content of a file, which is not loaded into memory.
    public static func file(_ url: URL, contentType: String? = "application/octet-stream") -> RequestBody {
        RequestBody(content: .file(url), contentType: contentType)
    }

    /// A body of chunks that are sent as they come. The next one is read when the connection accepts it.
    ///
    /// - Parameters:
    ///   - chunks: The chunks. They are read once: a call that has to send them again fails.
    ///   - length: The total number of bytes, if known; otherwise the body is sent chunked.
    ///   - contentType: The media type.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        length: Int? = nil,
        contentType: String? = "application/octet-stream"
    ) -> RequestBody where Chunks.Element == Data {
        let reader = BodyReader(chunks)
        return RequestBody(
            content: .stream(length: length, AsyncThrowingStream { try await reader.next() }), contentType: contentType)
    }

    /// A body of chunks that are sent as they come.
    ///
    /// The same as the method for any sequence of chunks: it fixes the elements of an `AsyncThrowingStream` as chunks,
    /// so that `.stream(AsyncThrowingStream { … })` needs no type.
    public static func stream(
        _ chunks: AsyncThrowingStream<Data, any Error>,
        length: Int? = nil,
        contentType: String? = "application/octet-stream"
    ) -> RequestBody {
        RequestBody(content: .stream(length: length, chunks), contentType: contentType)
    }

    /// A body of chunks that are sent as they come.
    ///
    /// The same as the method for any sequence of chunks: it fixes the elements of an `AsyncStream` as chunks, so that
    /// `.stream(AsyncStream { … })` needs no type.
    public static func stream(
        _ chunks: AsyncStream<Data>,
        length: Int? = nil,
        contentType: String? = "application/octet-stream"
    ) -> RequestBody {
        let reader = BodyReader(chunks)
        return RequestBody(
            content: .stream(length: length, AsyncThrowingStream { try await reader.next() }), contentType: contentType)
    }

    /// A body of bytes that are sent as they come, in chunks of up to 16 KiB. More are read when the connection accepts
    /// them.
    ///
    /// - Parameters:
    ///   - bytes: The bytes. They are read once: a call that has to send them again fails.
    ///   - length: The total number of bytes, if known; otherwise the body is sent chunked.
    ///   - contentType: The media type.
    public static func stream<Bytes: AsyncSequence & Sendable>(
        _ bytes: Bytes,
        length: Int? = nil,
        contentType: String? = "application/octet-stream"
    ) -> RequestBody where Bytes.Element == UInt8 {
        let reader = BodyReader(bytes)
        return RequestBody(
            content: .stream(length: length, AsyncThrowingStream { try await reader.chunk(of: 16 << 10) }),
            contentType: contentType)
    }
}

/// Reads the elements of a sequence one after another, in the isolation of its iterator.
private actor BodyReader<Base: AsyncSequence & Sendable> {
    private let base: Base
    private var iterator: Base.AsyncIterator?

    init(_ base: Base) {
        self.base = base
    }

    /// Returns the next element; `nil` at the end. Must not be called again before it has returned.
    func next() async throws -> Base.Element? {
        var iterator = iterator ?? base.makeAsyncIterator()
        let element = try await iterator.next(isolation: self)
        self.iterator = iterator
        return element
    }
}

extension BodyReader where Base.Element == UInt8 {
    /// Returns the next `count` bytes, or fewer before the end; `nil` at the end.
    func chunk(of count: Int) async throws -> Data? {
        var iterator = iterator ?? base.makeAsyncIterator()
        var chunk = Data()
        while chunk.count < count, let byte = try await iterator.next(isolation: self) { chunk.append(byte) }
        self.iterator = iterator
        return chunk.isEmpty ? nil : chunk
    }
}
