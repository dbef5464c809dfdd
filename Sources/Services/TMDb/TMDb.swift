public import Foundation
public import FreshetCore
import FreshetLenientJSON
public import HTTPTypes

/// The Movie Database, version 3.
///
/// ```swift
/// let movies = Client(TMDb(.token(token)))
/// let page = try await movies.value(for: .movies(.nowPlaying))
/// ```
///
/// The service's own errors arrive as `FetchError.tmdbCode` with its message.
///
/// See [the documentation of the service](https://developer.themoviedb.org/docs).
public struct TMDb: Service {
    /// The address of the service.
    public static let defaultBaseURL = "https://api.themoviedb.org/3"

    /// The last page that can be asked for, whatever the count of an answer says: 500.
    public static let lastPage = 500

    /// How the caller identifies itself.
    public enum Authentication: Sendable {
        /// A read access token, which travels in `Authorization`; the better way.
        case token(String)
        /// A key of version 3, which the service takes in the query only.
        case apiKey(String)

        /// Tells by its form what a text is: keys are 32 hexadecimal digits, everything else is a token.
        public init(_ text: String) {
            self = text.utf8.count == 32 && text.allSatisfy(\.isHexDigit) ? .apiKey(text) : .token(text)
        }
    }

    public let baseURL: String
    public let credentials: Credentials?

    /// Describes the service for one account.
    ///
    /// - Parameters:
    ///   - authentication: The account's token or key. Without one the service refuses every request and says so.
    ///   - baseURL: Where the service answers; another address for an emulator or a proxy.
    public init(_ authentication: Authentication?, baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
        credentials =
            switch authentication {
            case .token(let token): .bearer(token)
            case .apiKey(let key): .query("api_key", key)
            case nil: nil
            }
    }

    public func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        (try? decoder.decode(Failure.self, from: body))?.error
    }

    public func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        do { return try decoder.decode(type, from: body) } catch {
            // A few failures arrive with status 200.
            throw (try? decoder.decode(Failure.self, from: body))?.error ?? error
        }
    }

    /// Both shapes of the service's errors.
    private struct Failure: Decodable {
        let code: Int?
        let message: String?
        let errors: [String]

        enum CodingKeys: String, CodingKey {
            case code = "status_code"
            case message = "status_message"
            case errors
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            code = container.decodeLeniently(Int.self, forKey: .code)
            message = container.decodeText(forKey: .message)
            errors = container.decodeList(of: String.self, forKey: .errors)
        }

        var error: ServiceError? {
            guard code != nil || !errors.isEmpty else { return nil }
            return ServiceError(
                code: code.map(String.init),
                message: message ?? (errors.isEmpty ? "TMDb reports an error without a message." : text(of: errors)),
                isRetryable: code.map(ErrorCode.init(rawValue:))?.isRetryable)
        }

        /// The second shape lists what is wrong, without a capital and a full stop.
        private func text(of errors: [String]) -> String {
            let sentence = errors.joined(separator: "; ")
            return sentence.prefix(1).uppercased() + sentence.dropFirst() + (sentence.hasSuffix(".") ? "" : ".")
        }
    }
}
