public import Foundation
import FreshetJSON
public import HTTPTypes

/// A description of a web API: its base URL, its credentials and its encoding.
///
/// Only ``baseURL`` is required. Describe the requests of the API as static members of ``Request``:
///
/// ```swift
/// struct Weather: Service {
///     let baseURL = "https://weather.example/v1"
/// }
///
/// extension Request where API == Weather, Value == Forecast {
///     static func forecast(for city: String) -> Self { Request("forecast/\(city)") }
/// }
/// ```
public protocol Service: Sendable {
    /// The URL to which paths are appended, with the scheme `https` or `http`. If it has a query,
    /// every request includes it.
    ///
    /// If the text is anything else, each call fails with
    /// ``FetchError/Kind-swift.enum/invalidRequest(_:)``; it never traps.
    var baseURL: String { get }

    /// The credentials that every request carries: `nil` by default.
    var credentials: Credentials? { get }

    /// The additional credentials that only requests with private ``Request/access`` carry: `nil`
    /// by default.
    var privateCredentials: Credentials? { get }

    /// The header fields that every request carries unless it sets them itself: none by default.
    ///
    /// A `User-Agent` is always sent: `Freshet/<version>` unless these fields or the request set
    /// another one.
    var headers: HTTPFields { get }

    /// The names of header fields and query items whose values are secret: ``SecretNames/standard``
    /// by default.
    ///
    /// Add names that are specific to this service. Errors, events, logs and cache files then never
    /// contain their values, and redirects never send them to another origin. Remove names that
    /// look secret but aren't, such as page tokens: `.standard.removing("pageToken")`.
    var secretNames: SecretNames { get }

    /// The decoder of bodies: by default a fast JSON decoder that reads ISO 8601 dates in all
    /// common forms.
    ///
    /// To use Foundation's decoder, write `var decoder: any BodyDecoder { JSONDecoder.freshet }`.
    var decoder: any BodyDecoder { get }

    /// The encoder of bodies made with ``RequestBody/json(_:encoder:)``.
    ///
    /// By default, it is `JSONEncoder.freshet`, which writes what the default ``decoder`` reads,
    /// including dates. A service with another decoder usually needs another encoder as well:
    ///
    /// ```swift
    /// var decoder: any BodyDecoder { FreshetJSONDecoder.snakeCaseConverting }
    /// var encoder: any BodyEncoder { JSONEncoder.snakeCaseConverting }
    /// ```
    var encoder: any BodyEncoder { get }

    /// Decodes a value from a body.
    ///
    /// Implement it to unwrap an envelope that all responses of the service share:
    ///
    /// ```swift
    /// func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    ///     try decoder.decode(Envelope<Value>.self, from: body).result
    /// }
    /// ```
    ///
    /// - Throws: Any error, with which the call fails as
    ///   ``FetchError/Kind-swift.enum/decoding(_:)``. For services that report failures with status
    ///   200, throw a ``ServiceError``: the call then fails with that error.
    func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value

    /// Reads the service's own error from the body of a response whose status isn't accepted, by
    /// default any but 2xx.
    ///
    /// Return `nil`, the default, if the body contains none; the call then fails with the status.
    func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError?
}

extension Service {
    /// No credentials, the default.
    public var credentials: Credentials? { nil }
    /// No private credentials, the default.
    public var privateCredentials: Credentials? { nil }
    /// No header fields, the default.
    public var headers: HTTPFields { [:] }
    /// The default: ``SecretNames/standard``.
    public var secretNames: SecretNames { .standard }
    /// The default: `FreshetJSONDecoder.freshet`.
    public var decoder: any BodyDecoder { FreshetJSONDecoder.freshet }
    /// The default: `JSONEncoder.freshet`.
    public var encoder: any BodyEncoder { JSONEncoder.freshet }

    /// Decodes a value with ``decoder``, the default.
    ///
    /// - Throws: The error of the decoder.
    public func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        try decoder.decode(type, from: body)
    }

    /// Returns `nil`, the default.
    public func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? { nil }
}
