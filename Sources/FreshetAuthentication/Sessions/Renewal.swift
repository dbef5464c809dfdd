public import FreshetCore
public import HTTPTypes

/// The context in which an authenticator obtains, renews or revokes a token.
public struct Renewal: Sendable {
    /// The name of the account.
    public let account: String
    /// The head of the response that refused the current token; `nil` if none did, as when a token
    /// is renewed before it expires.
    public let refusal: HTTPResponse?
    /// The settings of the session, with a transport that notes when the request is sent.
    let configuration: ClientConfiguration

    /// Returns a client on the session's transport, for the server that issues tokens.
    ///
    /// It adds no token, has no cache, follows no redirects, and sends each request once. Send
    /// renewals with this client, so that the session knows when the request was sent. From then
    /// on, the renewal must not be abandoned.
    public func client<API: Service>(for service: API) -> Client<API> {
        Client(service, configuration)
    }
}

extension ClientConfiguration {
    /// - Parameter willSend: Returns whether a request may still be sent.
    func forTokens(within timeout: Duration, willSend: @escaping @Sendable () -> Bool) -> ClientConfiguration {
        var configuration = ClientConfiguration(
            transport: NotingTransport(base: transport, willSend: willSend), cache: nil)
        configuration.limits = limits
        configuration.limits.callTimeout = timeout
        // A redirect could send the refresh token in the body to another server.
        configuration.limits.redirects = 0
        configuration.retry = .never
        configuration.observers = observers
        configuration.plugins = plugins.observing
        configuration.time = time
        return configuration
    }
}

/// A transport that notes each request before it is sent.
private struct NotingTransport: Transport {
    let base: any Transport
    let willSend: @Sendable () -> Bool

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        guard willSend() else { throw .cancelled }
        return try await base.send(request)
    }
}
