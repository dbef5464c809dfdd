public import Foundation

/// The body of a request and its media type.
///
/// Every body except a stream can be sent again for a redirect or a retry. A stream can be sent
/// only once.
public struct RequestBody: Sendable {
    /// The source of the bytes.
    ///
    /// Indirect, because a request is copied several times and most requests have no body.
    package indirect enum Content: Sendable {
        /// Bytes that are encoded when the call starts, with the service's encoder.
        case bytes(@Sendable (any BodyEncoder) throws -> Data)
        case file(URL)
        case stream(length: Int?, AsyncThrowingStream<Data, any Error>)
        /// Chunks from another source, which is made when the call starts, with the service's
        /// encoder.
        case source(@Sendable (any BodyEncoder) throws(FetchError) -> BodySource)
    }

    package let content: Content

    /// The value of the `Content-Type` field, unless the request's header fields set it; `nil` for
    /// none.
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

    /// A body with the given bytes.
    public static func bytes(_ data: Data, contentType: String? = "application/octet-stream") -> RequestBody {
        RequestBody(content: .bytes { _ in data }, contentType: contentType)
    }

    /// A body with a value encoded as JSON.
    ///
    /// The value is encoded when the call starts. If encoding fails, the call fails with
    /// ``FetchError/Kind-swift.enum/invalidRequest(_:)``.
    ///
    /// - Parameter encoder: The encoder. `nil`, the default, uses ``Service/encoder``.
    public static func json(
        _ value: some Encodable & Sendable, encoder: (any BodyEncoder)? = nil
    ) -> RequestBody {
        RequestBody(content: .bytes { try (encoder ?? $0).encode(value) }, contentType: "application/json")
    }

    /// A body with form fields, encoded as `application/x-www-form-urlencoded`.
    public static func form(_ fields: Query) -> RequestBody {
        RequestBody(
            content: .bytes { _ in Data((fields.encoded ?? "").utf8) },
            contentType: "application/x-www-form-urlencoded"
        )
    }

    /// A body with the content of a file, which isn't loaded into memory.
    public static func file(_ url: URL, contentType: String? = "application/octet-stream") -> RequestBody {
        RequestBody(content: .file(url), contentType: contentType)
    }

    /// A body of chunks that are sent as they become available. The next chunk is read when the
    /// connection accepts it.
    ///
    /// - Parameters:
    ///   - chunks: The chunks. They are read only once, so a call that has to send them again
    ///     fails.
    ///   - length: The total number of bytes, if known; otherwise the body is sent chunked.
    ///   - contentType: The media type.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        length: Int? = nil,
        contentType: String? = "application/octet-stream"
    ) -> RequestBody where Chunks.Element == Data {
        // An iterator need not be `Sendable`, and the transport reads from a task of its own: the
        // actor keeps it in one place.
        let reader = BodyReader(chunks)
        return RequestBody(
            content: .stream(length: length, AsyncThrowingStream { try await reader.next() }), contentType: contentType)
    }

    /// A body of chunks that are sent as they become available.
    ///
    /// This is the method for any sequence of chunks with a fixed element type, so that
    /// `.stream(AsyncThrowingStream { … })` compiles without a type annotation.
    public static func stream(
        _ chunks: AsyncThrowingStream<Data, any Error>,
        length: Int? = nil,
        contentType: String? = "application/octet-stream"
    ) -> RequestBody {
        RequestBody(content: .stream(length: length, chunks), contentType: contentType)
    }

    /// A body of chunks that are sent as they become available.
    ///
    /// This is the method for any sequence of chunks with a fixed element type, so that
    /// `.stream(AsyncStream { … })` compiles without a type annotation.
    public static func stream(
        _ chunks: AsyncStream<Data>,
        length: Int? = nil,
        contentType: String? = "application/octet-stream"
    ) -> RequestBody {
        let reader = BodyReader(chunks)
        return RequestBody(
            content: .stream(length: length, AsyncThrowingStream { try await reader.next() }), contentType: contentType)
    }

    /// A body of bytes that are sent in chunks of up to 16 KiB. The next bytes are read when the
    /// connection accepts them.
    ///
    /// - Parameters:
    ///   - bytes: The bytes. They are read only once, so a call that has to send them again fails.
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

/// An actor that reads the elements of a sequence one after another, in the isolation of its
/// iterator.
private actor BodyReader<Base: AsyncSequence & Sendable> {
    private let base: Base
    private var iterator: Base.AsyncIterator?

    init(_ base: Base) {
        self.base = base
    }

    /// Returns the next element; `nil` at the end. It must not be called again before it has
    /// returned.
    func next() async throws -> Base.Element? {
        var iterator = iterator ?? base.makeAsyncIterator()
        let element = try await iterator.next(isolation: self)
        // Written back after the wait, because a stored property of an actor can't be passed
        // `inout` to an asynchronous method.
        self.iterator = iterator
        return element
    }
}

extension BodyReader where Base.Element == UInt8 {
    /// Returns the next `count` bytes, or fewer if the sequence ends before; `nil` at the end.
    func chunk(of count: Int) async throws -> Data? {
        var iterator = iterator ?? base.makeAsyncIterator()
        var chunk = Data()
        while chunk.count < count, let byte = try await iterator.next(isolation: self) { chunk.append(byte) }
        self.iterator = iterator
        return chunk.isEmpty ? nil : chunk
    }
}
