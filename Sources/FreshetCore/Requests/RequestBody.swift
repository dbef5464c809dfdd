public import Foundation

/// The body of a request and its media type.
///
/// Bodies made of bytes, JSON or a form can be sent again after a redirect; a stream can be sent once.
public struct RequestBody: Sendable {
    /// Where the bytes come from.
    package enum Content: Sendable {
        /// Bytes that are made when the call starts, given the encoder of the service.
        case bytes(@Sendable (any BodyEncoder) throws -> Data)
        case file(URL)
        case stream(length: Int?, AsyncThrowingStream<Data, any Error>)
    }

    package let content: Content

    /// The value of the `Content-Type` field, unless the request's own headers say otherwise.
    public let contentType: String?

    /// Sends bytes as they are.
    public static func bytes(_ data: Data, contentType: String? = "application/octet-stream") -> RequestBody {
        RequestBody(content: .bytes { _ in data }, contentType: contentType)
    }

    /// Sends a value as JSON.
    ///
    /// It is encoded when the call starts; a value that can't be encoded makes the call fail with
    /// ``FetchError/Kind-swift.enum/invalidRequest(_:)``.
    ///
    /// - Parameter encoder: Encodes the value. `nil`, the default, takes ``Service/encoder``.
    public static func json(
        _ value: some Encodable & Sendable, encoder: (any BodyEncoder)? = nil
    ) -> RequestBody {
        RequestBody(content: .bytes { try (encoder ?? $0).encode(value) }, contentType: "application/json")
    }

    /// Sends the fields of a form as `application/x-www-form-urlencoded`.
    public static func form(_ fields: Query) -> RequestBody {
        RequestBody(
            content: .bytes { _ in Data((fields.encoded ?? "").utf8) },
            contentType: "application/x-www-form-urlencoded"
        )
    }

    /// Sends a file without loading it into memory.
    public static func file(_ url: URL, contentType: String? = "application/octet-stream") -> RequestBody {
        RequestBody(content: .file(url), contentType: contentType)
    }

    /// Sends chunks as they come, taking the next one only when the connection can carry it.
    ///
    /// - Parameters:
    ///   - chunks: The chunks. They are read once: a call that must send them again fails instead.
    ///   - length: The number of bytes in all, when known; without it the body is sent chunked.
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

    /// Sends chunks as they come.
    ///
    /// The same as the method for any sequence of chunks: it says of an `AsyncThrowingStream` that its elements are chunks,
    /// so that `.stream(AsyncThrowingStream { … })` needs no type.
    public static func stream(
        _ chunks: AsyncThrowingStream<Data, any Error>,
        length: Int? = nil,
        contentType: String? = "application/octet-stream"
    ) -> RequestBody {
        RequestBody(content: .stream(length: length, chunks), contentType: contentType)
    }

    /// Sends chunks as they come.
    ///
    /// The same as the method for any sequence of chunks: it says of an `AsyncStream` that its elements are chunks, so that
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

    /// Sends bytes as they come, in chunks of up to 16 KiB, taking more only when the connection can carry them.
    ///
    /// - Parameters:
    ///   - bytes: The bytes. They are read once: a call that must send them again fails instead.
    ///   - length: The number of bytes in all, when known; without it the body is sent chunked.
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

/// Takes the elements of a sequence one after another, in the isolation that its iterator needs.
private actor BodyReader<Base: AsyncSequence & Sendable> {
    private let base: Base
    private var iterator: Base.AsyncIterator?

    init(_ base: Base) {
        self.base = base
    }

    /// Returns the next element; `nil` at the end. To be called again only after it has returned.
    func next() async throws -> Base.Element? {
        var iterator = iterator ?? base.makeAsyncIterator()
        let element = try await iterator.next(isolation: self)
        self.iterator = iterator
        return element
    }
}

extension BodyReader where Base.Element == UInt8 {
    /// Returns the next bytes, as many as given unless the end comes before; `nil` at the end.
    func chunk(of count: Int) async throws -> Data? {
        var iterator = iterator ?? base.makeAsyncIterator()
        var chunk = Data()
        while chunk.count < count, let byte = try await iterator.next(isolation: self) { chunk.append(byte) }
        self.iterator = iterator
        return chunk.isEmpty ? nil : chunk
    }
}
