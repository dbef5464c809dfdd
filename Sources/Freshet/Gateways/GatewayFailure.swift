import FreshetCore
import HTTPTypes

/// The category of a failed call that a gateway reports to its client.
enum GatewayFailure: Equatable {
    case timeout
    /// No response is stored, and the request was limited to the cache.
    case notStored
    case unreachable
    case badResponse
    case unavailable(retryAfter: Duration?)
    /// The gateway's own limits rejected the call.
    case tooManyCalls
    case cancelled
    /// The gateway's own request is invalid, or its code failed.
    case own

    var status: HTTPResponse.Status {
        switch self {
        case .timeout, .notStored: .gatewayTimeout
        case .unreachable, .badResponse: .badGateway
        case .unavailable, .tooManyCalls, .cancelled: .serviceUnavailable
        case .own: .internalServerError
        }
    }

    var retryAfter: Duration? {
        if case .unavailable(let wait) = self { wait } else { nil }
    }

    /// Returns a sentence for people.
    ///
    /// - Parameter service: The subject of the sentence.
    func detail(_ service: String) -> String {
        switch self {
        case .timeout: "\(service) that this server needs did not respond in time."
        case .notStored: "No response of a service that this server needs is stored."
        case .unreachable: "\(service) that this server needs can't be reached."
        case .badResponse: "\(service) that this server needs did not respond as expected."
        case .unavailable: "\(service) that this server needs is not available at present."
        case .tooManyCalls: "This server has too many requests at present."
        case .cancelled: "This server has stopped the request."
        case .own: "This server could not make its own request to a service."
        }
    }
}

extension FetchError {
    var gatewayFailure: GatewayFailure {
        switch kind {
        case .timedOut: .timeout
        case .notInCache: .notStored
        case .cannotConnect, .connectionLost, .tls: .unreachable
        case .status, .service: refusal
        case .tooManyCalls: .tooManyCalls
        case .cancelled: .cancelled
        case .invalidRequest, .interceptor, .file, .authentication(.signedOut): .own
        case .authentication(.renewalFailed(let error)): error.gatewayFailure
        case .authentication, .protocolViolation, .contentCoding, .redirect, .precondition, .unknownOutcome,
            .wrongContent, .tooLarge, .decoding, .validation, .repeatedPage:
            .badResponse
        }
    }

    private var refusal: GatewayFailure {
        switch status {
        case .tooManyRequests?: .unavailable(retryAfter: retryAfter)
        case .serviceUnavailable? where retryAfter != nil: .unavailable(retryAfter: retryAfter)
        default: .badResponse
        }
    }
}
