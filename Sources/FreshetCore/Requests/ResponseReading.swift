public import Foundation
public import HTTPTypes

/// A description of how the response to a request is read as a value.
///
/// It contains the accepted content types, so that an error page is refused before it is decoded,
/// and the value for an empty response.
public struct ResponseReading<API: Service, Value: Sendable>: Sendable {
    /// The value of the `Accept` field.
    package let accept: String
    /// Returns whether a content type is accepted; `nil` if every type is. A response without a
    /// content type is always accepted.
    package let accepts: (@Sendable (MediaType) -> Bool)?
    /// Returns the value for a response with an empty body; if it is `nil`, an empty body is read
    /// like any other.
    ///
    /// It is a function so that all requests have the same size, which generic code handles faster.
    package let whenEmpty: (@Sendable () -> Value)?
    package let read: @Sendable (Response<Data>, API, SharedDecodings?) async throws -> Value
    /// Reads the value without waiting, on the caller's executor; `nil` if a closure of the app
    /// does the reading, since that never runs there.
    let readAtOnce: (@Sendable (Response<Data>, API, SharedDecodings?) throws -> Value)?
    /// The name by which readings are compared; `nil` for an unnamed closure.
    package var name: ReadingName?

    /// Makes a custom reading.
    ///
    /// - Parameters:
    ///   - accept: The value of the `Accept` field.
    ///   - accepts: Returns whether a content type is accepted; a response with any other type
    ///     fails with ``FetchError/Kind-swift.enum/wrongContent(_:)``.
    ///   - whenEmpty: The value for a response with an empty body; `nil` if an empty body is read
    ///     like any other.
    ///   - read: Reads the value. It doesn't run on the caller's executor.
    public init(
        accept: String,
        accepts: @escaping @Sendable (MediaType) -> Bool = { _ in true },
        whenEmpty: Value? = nil,
        read: @escaping @Sendable (Data, HTTPResponse, API) throws -> Value
    ) {
        self.accept = accept
        self.accepts = accepts
        self.whenEmpty = Self.giving(whenEmpty)
        self.read = { response, service, _ in try read(response.value, response.head, service) }
        readAtOnce = nil
    }

    /// Makes a custom reading of the whole response: its body, its header fields, its URL and its
    /// links.
    ///
    /// ```swift
    /// ResponseReading { response, service in
    ///     Dated(films: try service.decode([Film].self, from: response.value), date: response.head.headerFields[.date])
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - accept: The value of the `Accept` field.
    ///   - accepts: Returns whether a content type is accepted: by default any type that can hold
    ///     JSON.
    ///   - read: Reads the value. It doesn't run on the caller's executor.
    public init(
        accept: String = "application/json",
        accepts: @escaping @Sendable (MediaType) -> Bool = { $0.canHoldJSON },
        read: @escaping @Sendable (Response<Data>, API) throws -> Value
    ) {
        self.init(
            accept: accept, accepts: accepts, whenEmpty: nil,
            sharing: { response, service, _ in try read(response, service) })
    }

    private init(
        accept: String,
        accepts: (@Sendable (MediaType) -> Bool)?,
        whenEmpty: Value?,
        sharing read: @escaping @Sendable (Response<Data>, API, SharedDecodings?) async throws -> Value,
        atOnce readAtOnce: (@Sendable (Response<Data>, API, SharedDecodings?) throws -> Value)? = nil
    ) {
        self.accept = accept
        self.accepts = accepts
        self.whenEmpty = Self.giving(whenEmpty)
        self.read = read
        self.readAtOnce = readAtOnce
    }

    /// Makes a reading that uses the body without decoding it, which takes almost no time.
    private init(accept: String, ofBody read: @escaping @Sendable (Data) -> Value) {
        self.init(
            accept: accept, accepts: nil, whenEmpty: nil, sharing: { response, _, _ in read(response.value) },
            atOnce: { response, _, _ in read(response.value) })
    }

    private static func giving(_ value: Value?) -> (@Sendable () -> Value)? {
        guard let value else { return nil }
        return { value }
    }

    package func named(_ name: ReadingName?) -> Self {
        var new = self
        new.name = name
        return new
    }

    /// Reads a property of the value.
    func map<New: Sendable>(_ property: any KeyPath<Value, New> & Sendable) -> ResponseReading<API, New> {
        map({ $0[keyPath: property] }, runsAtOnce: true).named(name?.adding(property))
    }

    /// Applies a transform after reading. The transform runs for each caller, since closures can't
    /// be compared.
    func map<New: Sendable>(_ transform: @escaping @Sendable (Value) throws -> New) -> ResponseReading<API, New> {
        map(transform, runsAtOnce: false)
    }

    private func map<New: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> New, runsAtOnce: Bool
    ) -> ResponseReading<API, New> {
        let whenEmpty = whenEmpty
        let read = read
        var transformAtOnce: (@Sendable (Response<Data>, API, SharedDecodings?) throws -> New)?
        if runsAtOnce, let readAtOnce {
            transformAtOnce = { response, service, decodings in
                if response.value.isEmpty, let whenEmpty { return try transform(whenEmpty()) }
                return try transform(try readAtOnce(response, service, decodings))
            }
        }
        return ResponseReading<API, New>(
            accept: accept, accepts: accepts, whenEmpty: nil,
            sharing: { response, service, decodings in
                if response.value.isEmpty, let whenEmpty { return try transform(whenEmpty()) }
                return try transform(try await read(response, service, decodings))
            },
            atOnce: transformAtOnce)
    }
}

extension ResponseReading where Value: Decodable {
    /// Decodes the body with the service's decoder. HTML, pictures and other unsuitable content
    /// types are refused.
    public static var decoded: Self { .decoded(whenEmpty: nil) }

    /// Decodes the body with the service's decoder, and returns a given value for a response with
    /// an empty body.
    public static func decoded(whenEmpty: Value?) -> Self {
        // A value for the empty body can't be compared.
        let name = whenEmpty == nil ? ReadingName.decoded : nil
        return ResponseReading(
            accept: "application/json", accepts: { $0.canHoldJSON }, whenEmpty: whenEmpty,
            sharing: { response, service, decodings in
                let body = response.value
                do {
                    guard let decodings else { return try service.decode(Value.self, from: body) }
                    return try await decodings.value { try service.decode(Value.self, from: body) }
                } catch let error where !(error is FetchError || error is ServiceError) {
                    // Third-party decoders throw their own errors, which must not be mistaken for
                    // the errors of a check.
                    let failure = DecodingFailure(error, body: body)
                    throw FetchError(
                        .decoding(failure), response: .init(head: response.head, body: body), underlying: error)
                }
            },
            atOnce: { response, service, decodings in
                guard let decodings else { return try service.decode(Value.self, from: response.value) }
                return try decodings.valueAtOnce { try service.decode(Value.self, from: response.value) }
            }
        ).named(name)
    }
}

extension ResponseReading where Value == Data {
    /// Returns the body unchanged, empty or not, whatever its content type.
    public static var data: Self {
        ResponseReading(accept: "*/*", ofBody: { $0 }).named(.data)
    }
}

extension ResponseReading where Value == String {
    /// Returns the body as UTF-8 text. Invalid sequences become replacement characters.
    public static var text: Self {
        ResponseReading(accept: "text/*, */*;q=0.5", ofBody: { String(decoding: $0, as: UTF8.self) })
            .named(.text)
    }
}

extension ResponseReading where Value == Void {
    /// Returns no value: only the success of the call matters. Any content type is accepted.
    public static var nothing: Self {
        ResponseReading(accept: "*/*", ofBody: { _ in }).named(.nothing)
    }
}

extension AcceptedContent {
    init<API, Value>(_ reading: ResponseReading<API, Value>) {
        self.init(accept: reading.accept, accepts: reading.accepts)
    }
}
