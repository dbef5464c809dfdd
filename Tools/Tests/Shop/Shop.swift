// Written by "freshet service" from shop.yaml. Changes are overwritten.

public import Foundation
public import Freshet

/// The service “The Shop API”.
///
/// A shop that shows what the generator can do.
public struct Shop: Service {
    /// The address of the service.
    public static let defaultBaseURL: String = "https://shop.example/v1"

    /// The address of the service.
    public let baseURL: String
    /// The credentials of the account; `nil` for none.
    public let credentials: Credentials?

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - token: The bearer token.
    ///   - baseURL: The address of the service.
    public init(token: String?, baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
        credentials = .bearer(token)
    }

    /// Returns the service's error from a body, or `nil` if there is none.
    public func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        if let error = try? decoder.decode(Failure.self, from: body) {
            return ServiceError(code: error.code, message: error.message, details: error)
        }
        return nil
    }
}
