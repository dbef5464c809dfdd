public import Foundation
public import HTTPTypes

/// How the answer to a request becomes a value.
///
/// It names the media types it understands, so that an error page is refused before anything tries to
/// decode it, and what an empty answer means.
public struct ResponseReading<API: Service, Value: Sendable>: Sendable {
    /// The value of the `Accept` field.
    package let accept: String
    /// Whether a `Content-Type` can hold what is read. A missing one is never refused.
    package let accepts: @Sendable (MediaType) -> Bool
    /// Gives the value of an answer with an empty body; `nil` reads the empty body like any other.
    ///
    /// A function, so that a request takes as much room whatever its value is: generic code handles it faster.
    package let whenEmpty: (@Sendable () -> Value)?
    package let read: @Sendable (Data, HTTPResponse, API, SharedDecodings?) async throws -> Value

    /// Describes a way of reading of your own.
    ///
    /// - Parameters:
    ///   - accept: The value of the `Accept` field.
    ///   - accepts: Whether a media type of an answer can be read; others fail with
    ///     ``FetchError/Kind-swift.enum/wrongContent(_:)``.
    ///   - whenEmpty: What an answer without a body stands for.
    ///   - read: Makes the value; it runs off the caller's executor.
    public init(
        accept: String,
        accepts: @escaping @Sendable (MediaType) -> Bool = { _ in true },
        whenEmpty: Value? = nil,
        read: @escaping @Sendable (Data, HTTPResponse, API) throws -> Value
    ) {
        self.accept = accept
        self.accepts = accepts
        self.whenEmpty = Self.giving(whenEmpty)
        self.read = { body, head, service, _ in try read(body, head, service) }
    }

    private init(
        accept: String,
        accepts: @escaping @Sendable (MediaType) -> Bool,
        whenEmpty: Value?,
        sharing read: @escaping @Sendable (Data, HTTPResponse, API, SharedDecodings?) async throws -> Value
    ) {
        self.accept = accept
        self.accepts = accepts
        self.whenEmpty = Self.giving(whenEmpty)
        self.read = read
    }

    private static func giving(_ value: Value?) -> (@Sendable () -> Value)? {
        guard let value else { return nil }
        return { value }
    }

    /// Reads with a transform behind it, which runs for each caller: what it captures can't be compared.
    func map<New: Sendable>(_ transform: @escaping @Sendable (Value) throws -> New) -> ResponseReading<API, New> {
        let whenEmpty = whenEmpty
        let read = read
        return ResponseReading<API, New>(
            accept: accept, accepts: accepts, whenEmpty: nil,
            sharing: {
                body, head, service, decodings in
                if body.isEmpty, let whenEmpty { return try transform(whenEmpty()) }
                return try transform(try await read(body, head, service, decodings))
            })
    }
}

extension ResponseReading where Value: Decodable {
    /// Decodes the body with the service's decoder; HTML, pictures and other wrong content are refused.
    public static var decoded: Self { .decoded(whenEmpty: nil) }

    /// Decodes the body with the service's decoder, and gives a value of its own to an answer without a body.
    public static func decoded(whenEmpty: Value?) -> Self {
        ResponseReading(
            accept: "application/json", accepts: { $0.canHoldJSON }, whenEmpty: whenEmpty,
            sharing: {
                body, head, service, decodings in
                do {
                    guard let decodings else { return try service.decode(Value.self, from: body) }
                    return try await decodings.value { try service.decode(Value.self, from: body) }
                } catch let error where !(error is FetchError || error is ServiceError) {
                    // Decoders of others throw errors of their own, which a check's errors must not be confused with.
                    let failure = DecodingFailure(error, body: body)
                    throw FetchError(.decoding(failure), response: .init(head: head, body: body), underlying: error)
                }
            })
    }
}

extension ResponseReading where Value == Data {
    /// The body as it came, empty or not, whatever its type.
    public static var data: Self {
        ResponseReading(accept: "*/*") { body, _, _ in body }
    }
}

extension ResponseReading where Value == String {
    /// The body as text in UTF-8; broken sequences become replacement characters.
    public static var text: Self {
        ResponseReading(accept: "text/*, */*;q=0.5") { body, _, _ in String(decoding: body, as: UTF8.self) }
    }
}

extension ResponseReading where Value == Void {
    /// No value: the answer's success is all that matters.
    public static var nothing: Self {
        ResponseReading(accept: "*/*") { _, _, _ in }
    }
}

extension AcceptedContent {
    /// The content types that a reading accepts.
    init<API, Value>(_ reading: ResponseReading<API, Value>) {
        self.init(accept: reading.accept, accepts: reading.accepts)
    }
}
