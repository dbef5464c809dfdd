public import Foundation
import FreshetJSON
public import HTTPTypes

/// A web API: where it lives, who calls it and how its answers are read.
///
/// Only ``baseURL`` must be given. Describe the API's requests as static members of its ``Request``s:
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
    /// The address that paths are appended to, with scheme `https` or `http`. A query in it is kept on every request.
    ///
    /// A text that is no such address makes each call fail with
    /// ``FetchError/Kind-swift.enum/invalidRequest(_:)``; it never traps.
    var baseURL: String { get }

    /// What identifies the caller on every request. `nil` by default.
    var credentials: Credentials? { get }

    /// What signs the requests whose ``Request/access`` is private, and no other. `nil` by default.
    var privateCredentials: Credentials? { get }

    /// Fields that every request carries unless it sets them itself. Empty by default.
    ///
    /// A `User-Agent` is always sent: `Freshet/<version>` when neither these fields nor the request name one.
    var headers: HTTPFields { get }

    /// The names of fields and items whose values are secret. ``SecretNames/standard`` by default.
    ///
    /// Add the names that only this service uses: their values are then kept out of errors, events, logs and cache files
    /// and never follow a redirect to another origin. Remove the names of items that hold no secret although they read as if
    /// they did, such as the marks of pages: `.standard.removing("pageToken")`.
    var secretNames: SecretNames { get }

    /// What turns bodies into values. By default a fast decoder of JSON that reads ISO 8601 dates in all their usual forms.
    ///
    /// Foundation's is one line away: `var decoder: any BodyDecoder { JSONDecoder.freshet }`.
    var decoder: any BodyDecoder { get }

    /// What turns values into the bodies of ``RequestBody/json(_:encoder:)``.
    ///
    /// By default `JSONEncoder.freshet`, which writes what the default ``decoder`` reads, dates included. A service with a
    /// decoder of its own has an encoder of its own:
    ///
    /// ```swift
    /// var decoder: any BodyDecoder { JSONDecoder.snakeCaseConverting }
    /// var encoder: any BodyEncoder { JSONEncoder.snakeCaseConverting }
    /// ```
    var encoder: any BodyEncoder { get }

    /// Reads a value out of a body.
    ///
    /// Override it to take every value out of an envelope that all answers of the service share:
    ///
    /// ```swift
    /// func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
    ///     try decoder.decode(Envelope<Value>.self, from: body).result
    /// }
    /// ```
    ///
    /// A ``ServiceError`` thrown here becomes the call's error, for services that report failures with status 200.
    func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value

    /// Reads the service's own error out of the body of an answer whose status is not 2xx.
    ///
    /// Returns `nil`, as by default, when the body holds none; the call then fails with the bare status.
    func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError?
}

extension Service {
    public var credentials: Credentials? { nil }
    public var privateCredentials: Credentials? { nil }
    public var headers: HTTPFields { [:] }
    public var secretNames: SecretNames { .standard }
    public var decoder: any BodyDecoder { FreshetJSONDecoder.freshet }
    public var encoder: any BodyEncoder { JSONEncoder.freshet }

    public func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        try decoder.decode(type, from: body)
    }

    public func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? { nil }
}
