public import FreshetCore

/// How the calls of a client get their tokens: ``session(_:)``.
public struct ClientAuthentication: Sendable {
    fileprivate let session: any AccountSession & ClientPlugin

    /// Gets the tokens from a session, which any number of clients may share.
    public static func session<A: Authenticator>(_ session: AuthenticationSession<A>) -> ClientAuthentication {
        ClientAuthentication(session: session)
    }
}

extension ClientConfiguration {
    /// How calls get their tokens, for services into which people sign in; `nil`, the default, for none.
    ///
    /// A key that never changes needs no session: `Service/credentials`.
    public var authentication: ClientAuthentication? {
        get {
            plugins.lazy.compactMap { $0 as? any AccountSession & ClientPlugin }.first
                .map { ClientAuthentication(session: $0) }
        }
        set {
            plugins.removeAll { $0 is any AccountSession }
            // The first one: what belongs to an account, such as cookies, depends on it.
            if let session = newValue?.session { plugins.insert(session, at: 0) }
        }
    }
}

extension Client {
    /// Makes a client with another transport than the platform's, into which people sign in: short for a
    /// `ClientConfiguration` with these settings.
    ///
    /// - Parameters:
    ///   - service: The service that the requests belong to.
    ///   - transport: The transport that sends the requests.
    ///   - cache: The store of responses; `nil` for none.
    ///   - authentication: How calls get their tokens; `nil` for none.
    ///   - limits: The most that a call may take of time and memory.
    ///   - retry: How often and how soon a failed attempt is retried.
    ///   - observers: The observers of every step of every call.
    ///   - time: The clock and date of the client. Tests pass those of a manual clock.
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
