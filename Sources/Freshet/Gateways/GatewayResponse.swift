public import Foundation
public import FreshetCore
import FreshetHTTP
public import HTTPTypes

/// The response of a gateway to its own client, after its call to another service has failed.
///
/// A gateway is a server that calls other services to respond. Its client learns from the status whether it makes sense
/// to try again, and nothing about what is behind the gateway: neither the title nor the detail contains an address, a
/// text of the service or a secret. Log the error itself beside it.
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
/// Of `authentication(.renewalFailed)`, the error of the renewal decides.
///
/// A cancelled call usually means that the gateway's client has left, so that no response reaches it: 499 of some
/// servers is no registered status. Where the gateway has cancelled the call itself, as when it shuts down, 503 is what
/// another gateway or a load balancer expects.
///
/// A 4xx of the service is 502 here, since the request to the service was the gateway's own. Where a status has a
/// meaning for the gateway's client, as 404 has for a film, handle ``FetchError/status`` before.
public struct GatewayResponse: Sendable, Hashable {
    /// The status: 500, 502, 503 or 504.
    public let status: HTTPResponse.Status
    /// The fields: `Content-Type`, `Cache-Control: no-store`, and `Retry-After` in seconds where the service sent it
    /// with 429 or 503, or named the time in fields like `RateLimit-Reset`.
    public let headerFields: HTTPFields
    /// The body: the problem in JSON (RFC 9457), of type `about:blank`. Leave it out of a response to `HEAD`.
    public let body: Data

    /// Makes the response for an error.
    ///
    /// - Parameters:
    ///   - error: The error of the call to the service.
    ///   - namesHost: Whether the detail names the host of the service. `false` by default; `true` helps where the
    ///     gateway's clients are its own developers.
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
        // Texts and a number can always be encoded.
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
    /// The response of a gateway whose call to a service has failed with this error, without the name of the host.
    public var gatewayResponse: GatewayResponse { GatewayResponse(self) }
}

extension Duration {
    /// The seconds, rounded up.
    fileprivate var wholeSeconds: Int64 { components.seconds + (components.attoseconds > 0 ? 1 : 0) }
}
