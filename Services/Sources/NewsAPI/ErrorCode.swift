public import Freshet

extension NewsAPI {
    /// An error code of the service.
    public enum ErrorCode: Sendable, Hashable, RawRepresentable {
        /// The request has no API key (status 401).
        case apiKeyMissing
        /// The service doesn't know the API key (status 401).
        case apiKeyInvalid
        /// The API key was disabled (status 401).
        case apiKeyDisabled
        /// The API key has no requests left (status 429). The request isn't retried.
        case apiKeyExhausted
        /// More requests were sent in a period than the plan allows (status 429). The request isn't
        /// retried.
        case rateLimited
        /// A parameter has a value that the service or the plan doesn't allow (status 400 or 426).
        case parameterInvalid
        /// A required parameter is missing, such as the query of a search (status 400).
        case parametersMissing
        /// Two parameters exclude each other, such as sources and a country (status 400).
        case parametersIncompatible
        /// More than 20 sources were requested at once (status 400).
        case sourcesTooMany
        /// The service has no source with a requested id (status 400).
        case sourceDoesNotExist
        /// The page exceeds the number of results that the plan allows (status 426).
        case maximumResultsReached
        /// The page number is less than 1 (status 400).
        case pageCannotBeLessThanOne
        /// The request came from a browser, which the plan allows only on localhost (status 426).
        case corsNotAllowed
        /// The request has no `User-Agent` field (status 400).
        case userAgentMissing
        /// The service itself failed (status 500). The request may be retried.
        case unexpectedError
        /// A code that this version doesn't know.
        case other(String)

        /// The documented codes, and others that the service is known to send.
        static let known: [ErrorCode] = [
            .apiKeyMissing, .apiKeyInvalid, .apiKeyDisabled, .apiKeyExhausted, .rateLimited, .parameterInvalid,
            .parametersMissing, .parametersIncompatible, .sourcesTooMany, .sourceDoesNotExist, .maximumResultsReached,
            .pageCannotBeLessThanOne, .corsNotAllowed, .userAgentMissing, .unexpectedError,
        ]

        /// Makes a code from its raw value.
        public init(rawValue: String) {
            self = Self.known.first { $0.rawValue == rawValue } ?? .other(rawValue)
        }

        /// The code as sent by the service.
        public var rawValue: String {
            switch self {
            case .apiKeyMissing: "apiKeyMissing"
            case .apiKeyInvalid: "apiKeyInvalid"
            case .apiKeyDisabled: "apiKeyDisabled"
            case .apiKeyExhausted: "apiKeyExhausted"
            case .rateLimited: "rateLimited"
            case .parameterInvalid: "parameterInvalid"
            case .parametersMissing: "parametersMissing"
            case .parametersIncompatible: "parametersIncompatible"
            case .sourcesTooMany: "sourcesTooMany"
            case .sourceDoesNotExist: "sourceDoesNotExist"
            case .maximumResultsReached: "maximumResultsReached"
            case .pageCannotBeLessThanOne: "pageCannotBeLessThanOne"
            case .corsNotAllowed: "corsNotAllowed"
            case .userAgentMissing: "userAgentMissing"
            case .unexpectedError: "unexpectedError"
            case .other(let code): code
            }
        }

        /// Whether the key is missing, invalid or disabled.
        public var refusesKey: Bool {
            [.apiKeyMissing, .apiKeyInvalid, .apiKeyDisabled].contains(self)
        }

        /// Whether the request quota of the plan is used up.
        public var isRateLimit: Bool {
            [.apiKeyExhausted, .rateLimited].contains(self)
        }

        /// Whether the same request may succeed later; `nil` if the status decides.
        var isRetryable: Bool? {
            switch self {
            case .unexpectedError: true
            case .apiKeyExhausted, .rateLimited: false
            default: nil
            }
        }
    }
}

extension FetchError {
    /// The error code of NewsAPI, if the service reported one.
    public var newsAPICode: NewsAPI.ErrorCode? {
        guard case .service(let error) = kind else { return nil }
        return error.code.map(NewsAPI.ErrorCode.init(rawValue:))
    }
}
