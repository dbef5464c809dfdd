// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

public import Foundation
public import Freshet

/// The service “The Movie Database API”.
///
/// The API of The Movie Database.
public struct MovieDatabase: Service {
    /// The address of the service.
    public static let defaultBaseURL: String = "https://api.themoviedb.org/3"

    /// The address of the service.
    public let baseURL: String
    /// The credentials of the account; `nil` for none.
    public let credentials: Credentials?

    /// Makes the service without an account.
    public init(baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
        credentials = nil
    }

    /// Makes the service for an account.
    ///
    /// - Parameters:
    ///   - token: The bearer token.
    ///   - baseURL: The address of the service.
    public init(token: String?, baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
        credentials = .bearer(token)
    }

    /// Makes the service for an account.
    ///
    /// - Parameters:
    ///   - key: The secret, which is sent in the query item `api_key`.
    ///   - baseURL: The address of the service.
    public init(key: String?, baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
        credentials = .query("api_key", key)
    }

    /// Returns the service's error from a body, or `nil` if there is none.
    public func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        if let error = try? decoder.decode(Failure.self, from: body) {
            return ServiceError(code: "\(error.statusCode)", message: error.statusMessage, details: error)
        }
        return nil
    }
}
