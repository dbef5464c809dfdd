public import Foundation

/// Adds stages to the calls of a client, and determines for whom they are made.
///
/// The jar of cookies (`CookieJar`) and the session of an account (`AuthenticationSession`) are plug-ins. An app adds
/// its own to ``ClientConfiguration/plugins``; several clients may share one. See the guide “Interceptors and
/// middleware”.
///
/// An app that only needs stages around each call or attempt adds an ``Interceptor``.
public protocol ClientPlugin: AnyObject, Sendable {
    /// Called once for each client that is made with a configuration.
    func attach(to configuration: ClientConfiguration)

    /// Prepares the request of a call that begins, before any stage: adds fields, and what identifies the caller
    /// (``OutgoingRequest/subscript(identity:)``).
    ///
    /// Plug-ins prepare requests in their order, and find what those before them have added. Called on the caller's
    /// thread, and for one request several times if it belongs to a resource: return quickly, and replace what an
    /// earlier time has added.
    ///
    /// - Parameter date: The present date, by the clock of the client.
    /// - Throws: The error of a request that can't be sent.
    func prepare(_ request: inout OutgoingRequest, at date: Date) throws(FetchError)

    /// Returns the stages for a position of the chain, the first one outermost. Called once for each client.
    func stages(at position: ChainPosition, in configuration: ClientConfiguration) -> [any Interceptor]

    /// Removes what the plug-in has stored for an account, which signs out.
    ///
    /// - Parameter owner: The account, as ``CallerIdentity/owner`` names it.
    func removeAll(ofAccount owner: String) async
}

extension ClientPlugin {
    /// Does nothing.
    public func attach(to configuration: ClientConfiguration) {}
    /// Leaves the request as it is.
    public func prepare(_ request: inout OutgoingRequest, at date: Date) {}
    /// Has no stages.
    public func stages(at position: ChainPosition, in configuration: ClientConfiguration) -> [any Interceptor] { [] }
    /// Does nothing.
    public func removeAll(ofAccount owner: String) async {}
}

/// A plug-in that observes calls and what is sent for them, also the requests by which a session renews its tokens.
public protocol ObservingPlugin: ClientPlugin {
    /// Changes the transport and the observers of a client: a transport around its own gets each request as it is sent,
    /// and each repetition. Called once for each client; ``Client/configuration`` stays as it was.
    func observe(_ configuration: inout ClientConfiguration)
}

/// The positions at which plug-ins add stages to the chain, the first one outermost.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ChainPosition: Sendable, Hashable {
    /// Around each call, outside of ``ClientConfiguration/callInterceptors``.
    case aroundCall
    /// Before the cache: once for each hop of a redirect.
    ///
    /// Fresh responses in memory are served before, by the identity that a plug-in has prepared.
    case beforeCache
    /// Around each attempt, before it waits for the rate limit: a stage that waits here holds no permit.
    case beforeRateLimit
    /// Around each attempt, after it has waited for the rate limit.
    case afterRateLimit
    /// Around each attempt, as late as possible: just outside of ``ClientConfiguration/attemptInterceptors``.
    case aroundAttempt
}

extension [any ClientPlugin] {
    /// Those that observe.
    package var observing: [any ObservingPlugin] { compactMap { $0 as? any ObservingPlugin } }

    func prepare(_ request: inout OutgoingRequest, at date: @autoclosure () -> Date) throws(FetchError) {
        guard !isEmpty else { return }
        let date = date()
        for plugin in self { try plugin.prepare(&request, at: date) }
    }
}
