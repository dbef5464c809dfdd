// Written by "freshet service" from newsapi.yaml. Changes are overwritten.

public import Foundation
public import Freshet

/// The service “News API”.
///
/// The news service NewsAPI.org.
public struct NewsService: Service {
    /// The address of the service.
    public static let defaultBaseURL: String = "https://newsapi.org/v2"

    /// The address of the service.
    public let baseURL: String
    /// The credentials of the account; `nil` for none.
    public let credentials: Credentials?

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - key: The secret, which is sent in the field `X-Api-Key`.
    ///   - baseURL: The address of the service.
    public init(key: String?, baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
        credentials = .header(HTTPField.Name("X-Api-Key")!, key)
    }

    /// Returns the service's error from a body, or `nil` if there is none.
    public func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        if let error = try? decoder.decode(Failure.self, from: body) {
            return ServiceError(code: error.code, message: error.message, details: error)
        }
        return nil
    }
}
