public import Foundation
public import Freshet
import FreshetLenientJSON

/// The news service NewsAPI.org, version 2.
///
/// ```swift
/// let news = Client(NewsAPI(apiKey: key))
/// let page = try await news.value(for: .topHeadlines(country: .us))
/// ```
///
/// The key is sent in the field `X-Api-Key`, never in an address. For the service's errors, see
/// `FetchError.newsAPICode`.
///
/// See [the documentation of the service](https://newsapi.org/docs).
public struct NewsAPI: Service {
    /// The address of the service.
    public static let defaultBaseURL = "https://newsapi.org/v2"

    /// The number of results that a developer plan can page through: 100.
    public static let developerResultLimit = 100

    /// The maximum number of articles per page: 100.
    public static let maximumPageSize = 100

    /// The address of the service.
    public let baseURL: String
    /// The credentials of the account; `nil` for none.
    public let credentials: Credentials?
    /// The header fields of every request.
    public let headers: HTTPFields

    /// Makes the service for one account.
    ///
    /// - Parameters:
    ///   - apiKey: The account's key. Without one, the service refuses every request with an error.
    ///   - baseURL: The address of the service, or of an emulator or a proxy.
    ///   - bypassesServerCache: Whether to bypass the service's own cache, which stores responses
    ///     for about five minutes. `false` by default.
    public init(apiKey: String?, baseURL: String = Self.defaultBaseURL, bypassesServerCache: Bool = false) {
        self.baseURL = baseURL
        credentials = .header(.apiKey, apiKey)
        headers = bypassesServerCache ? [.noCache: "true"] : [:]
    }

    /// Returns the service's error from a body, or `nil` if there is none.
    public func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        guard let envelope = try? decoder.decode(Envelope.self, from: body), envelope.status == "error" else {
            return nil
        }
        return envelope.error
    }

    /// The fields that every response contains.
    struct Envelope: Decodable {
        let status: String?
        let code: String?
        let message: String?

        var error: ServiceError {
            ServiceError(
                code: code,
                message: PlainText.text(fromHTML: message) ?? "NewsAPI.org reports an error without a message.",
                isRetryable: code.map(ErrorCode.init(rawValue:)).flatMap(\.isRetryable)
            )
        }

        /// Throws the service's error if there is one, since intermediaries may deliver errors with
        /// status 200.
        static func check(_ decoder: any Decoder) throws {
            let envelope = try Envelope(from: decoder)
            if envelope.status == "error" { throw envelope.error }
        }
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let apiKey = HTTPField.Name("X-Api-Key")!
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let noCache = HTTPField.Name("X-No-Cache")!
}
