import Foundation
import FreshetCore
import HTTPTypes

/// An error that a token endpoint reports in the body of its response (RFC 6749 §5.2).
///
/// Its status should be 400 or 401, but some servers, such as GitHub's, send 200.
struct TokenEndpointError: Decodable {
    let serviceError: ServiceError

    private enum CodingKeys: String, CodingKey {
        case error
        case description = "error_description"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let code = try fields.decode(String.self, forKey: .error)
        guard !code.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: .error, in: fields, debugDescription: "The error has no code.")
        }
        let description = try? fields.decode(String.self, forKey: .description)
        serviceError = ServiceError(code: code, message: description ?? code)
    }

    /// The codes with which servers reject the refresh token itself, or require the person to sign
    /// in again.
    private static let signInCodes: Set = [
        "invalid_grant",
        "bad_refresh_token",  // GitHub
        "invalid_refresh_token",  // Slack
        "invalid_token",  // UAA of Cloud Foundry, as of a token for a resource (RFC 6750 §3.1)
        "interaction_required", "consent_required", "login_required",  // Microsoft, OpenID Connect Core §3.1.2.6
    ]

    /// The codes of errors that may be temporary, or that signing in again wouldn't fix (RFC 6749
    /// §4.1.2.1, §5.2).
    private static let otherCodes: Set = [
        "invalid_request", "invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope",
        "server_error", "temporarily_unavailable", "slow_down",
    ]

    /// Returns whether a code means that the person has to sign in again, or `nil` for an unknown
    /// code.
    static func requiresSignIn(_ code: String) -> Bool? {
        if signInCodes.contains(code) { true } else if otherCodes.contains(code) { false } else { nil }
    }
}

extension FetchError {
    /// Returns the error with the token endpoint's explanation from its body, if the service hasn't
    /// read one.
    func explainedByTokenEndpoint(now: Date) -> FetchError {
        guard serviceError == nil, let response,
            let reason = try? JSONDecoder().decode(TokenEndpointError.self, from: response.body)
        else { return self }
        let explained = FetchError(
            .service(reason.serviceError), response: response, underlying: self, now: now)
        return request.map { explained.adding(request: $0, mayRepeat: true) } ?? explained
    }

    /// Whether the response body is an HTML page, such as the ones that gateways send.
    var hasPage: Bool {
        response?.head.headerFields.value(of: .contentType).flatMap { MediaType($0) }?.subtype == "html"
    }
}
