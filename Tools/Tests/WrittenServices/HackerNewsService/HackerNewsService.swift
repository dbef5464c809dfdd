// Written by "freshet service" from hackernews.yaml. Changes are overwritten.

public import Foundation
public import Freshet

/// The service “Hacker News API”.
///
/// The official Hacker News API.
public struct HackerNewsService: Service {
    /// The address of the service.
    public static let defaultBaseURL: String = "https://hacker-news.firebaseio.com/v0"

    /// The address of the service.
    public let baseURL: String

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - baseURL: The address of the service.
    public init(baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
    }

    /// Returns the service's error from a body, or `nil` if there is none.
    public func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        if let error = try? decoder.decode(Failure.self, from: body) {
            return ServiceError(code: nil, message: error.error, details: error)
        }
        return nil
    }
}
