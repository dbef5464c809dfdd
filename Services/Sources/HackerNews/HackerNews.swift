public import Foundation
public import Freshet
import FreshetLenientJSON

/// The official Hacker News API, version 0.
///
/// ```swift
/// let news = Client(HackerNews())
/// let ids = try await news.value(for: .list(.top))
/// let stories = await news.items(Array(ids.prefix(30)))
/// ```
///
/// There is no paging: a list contains ids, and each item takes one request.
/// `items(_:maxConcurrent:)` fetches many items. For search, see ``HackerNewsSearch``.
///
/// See [the documentation of the service](https://github.com/HackerNews/API).
public struct HackerNews: Service {
    /// The address of the service.
    public static let defaultBaseURL = "https://hacker-news.firebaseio.com/v0"

    /// The address of the service.
    public let baseURL: String

    /// - Parameter baseURL: The address of the service, or of an emulator or a proxy.
    public init(baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
    }

    /// The decoder for bodies, which reads dates as seconds since 1970.
    public var decoder: any BodyDecoder { FreshetJSONDecoder.ofUnixTime }

    /// Returns the service's error from a body, or `nil` if there is none.
    public func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        struct Failure: Decodable { let error: String }
        return (try? decoder.decode(Failure.self, from: body)).map { failure in
            ServiceError(code: nil, message: PlainText.text(fromHTML: failure.error) ?? failure.error)
        }
    }
}

extension FreshetJSONDecoder {
    fileprivate static let ofUnixTime = FreshetJSONDecoder(dates: .secondsSince1970)
}
