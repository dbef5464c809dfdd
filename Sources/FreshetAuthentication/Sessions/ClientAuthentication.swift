public import FreshetCore

/// The source of the tokens for a client's calls.
///
/// Make one with ``session(_:)``.
public struct ClientAuthentication: Sendable {
    fileprivate let session: any AccountSession & ClientPlugin

    /// Gets the tokens from a session, which any number of clients may share.
    public static func session<A: Authenticator>(_ session: AuthenticationSession<A>) -> ClientAuthentication {
        ClientAuthentication(session: session)
    }
}

extension ClientConfiguration {
    /// The source of the tokens for services that require signing in; `nil`, the default, for none.
    ///
    /// ```swift
    /// var configuration = ClientConfiguration.platform
    /// configuration.authentication = .session(session)
    /// let tickets = Client(Tickets(), configuration)
    /// ```
    ///
    /// A key that never changes doesn't need a session; use `Service/credentials`.
    public var authentication: ClientAuthentication? {
        get {
            plugins.lazy.compactMap { $0 as? any AccountSession & ClientPlugin }.first
                .map { ClientAuthentication(session: $0) }
        }
        set {
            plugins.removeAll { $0 is any AccountSession }
            // It must be the first plug-in: data that belong to an account, such as cookies, depend on it.
            if let session = newValue?.session { plugins.insert(session, at: 0) }
        }
    }
}

extension Client {
    /// Makes a client with authentication on a transport other than the platform's. A shorthand for
    /// a `ClientConfiguration` with these settings.
    ///
    /// - Parameters:
    ///   - service: The service that the requests are sent to.
    ///   - transport: The transport that sends the requests.
    ///   - cache: The response cache; `nil` for none.
    ///   - authentication: The source of the calls' tokens; `nil` for none.
    ///   - limits: The most time and memory that a call may use.
    ///   - retry: How often, and how soon, a failed attempt is retried.
    ///   - observers: The observers that receive every step of every call.
    ///   - time: The client's clock and date. Tests pass a manual clock's time.
    public init(
        _ service: API,
        transport: any Transport,
        cache: HTTPCache?,
        authentication: ClientAuthentication?,
        limits: Limits = Limits(),
        retry: RetryPolicy = .standard,
        observers: [any FetchObserver] = [],
        time: TimeSource = .system
    ) {
        var configuration = ClientConfiguration(transport: transport, cache: cache)
        configuration.authentication = authentication
        configuration.limits = limits
        configuration.retry = retry
        configuration.observers = observers
        configuration.time = time
        self.init(service, configuration)
    }
}
