public import Foundation
public import FreshetCore
import FreshetHTTP
public import HTTPTypes

/// The response that a gateway sends to its own client after its call to another service has
/// failed.
///
/// A gateway is a server that calls other services in order to respond. The status tells its client
/// whether retrying makes sense, without revealing what is behind the gateway: neither the title
/// nor the detail contains an address, a text from the service or a secret. Log the error itself
/// separately.
///
/// ```swift
/// } catch {
///     let failure = error.gatewayResponse
///     return Reply(status: failure.status, headerFields: failure.headerFields, body: failure.body)
/// }
/// ```
///
/// | Status | Failures |
/// | --- | --- |
/// | 504 Gateway Timeout | every timeout, and `notInCache` (RFC 9111 §5.2.1.7) |
/// | 503 Service Unavailable | 429 of the service, 503 with `Retry-After`, `tooManyCalls`, `cancelled` |
/// | 500 Internal Server Error | faults of the gateway: `invalidRequest`, `interceptor`, `file`, `signedOut` |
/// | 502 Bad Gateway | everything else: no connection, or a response that can't be used |
///
/// For `authentication(.renewalFailed)`, the underlying renewal error decides.
///
/// A cancelled call usually means that the gateway's client has disconnected, so it doesn't receive
/// the response anyway. The 499 that some servers use isn't a registered status. If the gateway
/// cancelled the call itself, for example during shutdown, another gateway or a load balancer
/// expects 503.
///
/// A 4xx from the service becomes 502, since the gateway itself made that request. If a status
/// means something to the gateway's client, as 404 does for a film, handle ``FetchError/status``
/// first.
public struct GatewayResponse: Sendable, Hashable {
    /// The status: 500, 502, 503 or 504.
    public let status: HTTPResponse.Status
    /// The header fields: `Content-Type`, `Cache-Control: no-store`, and `Retry-After` in seconds
    /// if the service sent it with 429 or 503, or gave the time in fields like `RateLimit-Reset`.
    public let headerFields: HTTPFields
    /// The body: problem details in JSON (RFC 9457) of type `about:blank`. Leave it out of a
    /// response to `HEAD`.
    public let body: Data

    /// Makes the response for an error.
    ///
    /// - Parameters:
    ///   - error: The error of the call to the service.
    ///   - namesHost: Whether the detail names the service's host. `false` by default; `true` helps
    ///     if the gateway's clients are its own developers.
    public init(_ error: FetchError, namingHost namesHost: Bool = false) {
        let failure = error.gatewayFailure
        status = failure.status
        var fields: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        if let wait = failure.retryAfter { fields[.retryAfter] = "\(wait.wholeSeconds)" }
        headerFields = fields
        let host = namesHost ? error.request?.host : nil
        let problem = Problem(
            title: failure.status.reasonPhrase, status: failure.status.code,
            detail: failure.detail(host.map { "The service \($0)" } ?? "A service"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings and a number can always be encoded.
        body = (try? encoder.encode(problem)) ?? Data()
    }

    private struct Problem: Encodable {
        let type = "about:blank"
        let title: String
        let status: Int
        let detail: String

        private enum CodingKeys: CodingKey { case type, title, status, detail }
    }
}

extension FetchError {
    /// The response that a gateway sends for this error. It doesn't name the service's host.
    public var gatewayResponse: GatewayResponse { GatewayResponse(self) }
}

extension Duration {
    /// The seconds, rounded up.
    fileprivate var wholeSeconds: Int64 { components.seconds + (components.attoseconds > 0 ? 1 : 0) }
}
