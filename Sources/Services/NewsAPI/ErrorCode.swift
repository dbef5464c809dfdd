public import FreshetCore

extension NewsAPI {
    /// An error code of the service.
    public enum ErrorCode: Sendable, Hashable, RawRepresentable {
        case apiKeyMissing
        case apiKeyInvalid
        case apiKeyDisabled
        case apiKeyExhausted
        case rateLimited
        case parameterInvalid
        case parametersMissing
        case parametersIncompatible
        case sourcesTooMany
        case sourceDoesNotExist
        case maximumResultsReached
        case pageCannotBeLessThanOne
        case corsNotAllowed
        case userAgentMissing
        case unexpectedError
        /// A code that this version does not know.
        case other(String)

        /// The documented codes, and further ones that the service sends.
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
