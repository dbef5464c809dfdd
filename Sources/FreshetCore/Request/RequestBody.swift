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
    ///   - stream: The chunks. It is read once: a call that must send it again fails instead.
    ///   - length: The number of bytes in all, when known; without it the body is sent chunked.
    ///   - contentType: The media type.
    public static func stream(
        _ stream: AsyncThrowingStream<Data, any Error>,
        length: Int? = nil,
        contentType: String? = "application/octet-stream"
    ) -> RequestBody {
        RequestBody(content: .stream(length: length, stream), contentType: contentType)
    }
}
