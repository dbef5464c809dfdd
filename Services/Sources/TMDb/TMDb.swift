public import Foundation
public import Freshet
import FreshetLenientJSON

/// The API of The Movie Database, version 3.
///
/// ```swift
/// let movies = Client(TMDb(.token(token)))
/// let page = try await movies.value(for: .movies(.nowPlaying))
/// ```
///
/// For the service's errors, see `FetchError.tmdbCode`.
///
/// See [the documentation of the service](https://developer.themoviedb.org/docs).
public struct TMDb: Service {
    /// The address of the service.
    public static let defaultBaseURL = "https://api.themoviedb.org/3"

    /// The last page that can be requested, whatever the total number of pages: 500.
    public static let lastPage = 500

    /// The kinds of credentials that the service accepts.
    public enum Authentication: Sendable {
        /// A read access token, which is sent in `Authorization`. Prefer it to a key.
        case token(String)
        /// A version 3 key, which the service accepts only in the query.
        case apiKey(String)

        /// Recognises a key or token by its format: a key has 32 hexadecimal digits, and everything
        /// else is a token.
        public init(_ text: String) {
            self = text.utf8.count == 32 && text.allSatisfy(\.isHexDigit) ? .apiKey(text) : .token(text)
        }
    }

    /// The address of the service.
    public let baseURL: String
    /// The credentials of the account; `nil` for none.
    public let credentials: Credentials?

    /// Makes the service for one account.
    ///
    /// - Parameters:
    ///   - authentication: The account's token or key. Without one, the service refuses every request with an error.
    ///   - baseURL: The address of the service, or of an emulator or a proxy.
    public init(_ authentication: Authentication?, baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
        credentials =
            switch authentication {
            case .token(let token): .bearer(token)
            case .apiKey(let key): .query("api_key", key)
            case nil: nil
            }
    }

    /// Returns the service's error from a body, or `nil` if there is none.
    public func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        (try? decoder.decode(Failure.self, from: body))?.error
    }

    /// Decodes a value, or throws the error that the service sent instead.
    ///
    /// - Throws: The ``ServiceError`` in the body, or the decoder's error.
    public func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        do { return try decoder.decode(type, from: body) } catch {
            // Some failures have status 200.
            throw (try? decoder.decode(Failure.self, from: body))?.error ?? error
        }
    }

    /// Either of the two forms of the service's errors.
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

        /// Returns the text of the second form, a list of problems without capital letters and full
        /// stops.
        private func text(of errors: [String]) -> String {
            let sentence = errors.joined(separator: "; ")
            return sentence.prefix(1).uppercased() + sentence.dropFirst() + (sentence.hasSuffix(".") ? "" : ".")
        }
    }
}
