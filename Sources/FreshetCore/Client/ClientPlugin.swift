public import Foundation

/// An object that adds stages to a client's calls, and determines for whom they are made.
///
/// ```swift
/// final class Languages: ClientPlugin {
///     func prepare(_ request: inout OutgoingRequest, at date: Date) {
///         request.headers[.acceptLanguage] = Locale.preferredLanguages.prefix(3).joined(separator: ", ")
///     }
/// }
///
/// var configuration = ClientConfiguration.platform
/// configuration.plugins.append(Languages())
/// let weather = Client(Weather(), configuration)
/// ```
///
/// The cookie jar (`CookieJar`) and an account's session (`AuthenticationSession`) are plug-ins. An
/// app adds its own to ``ClientConfiguration/plugins``; several clients may share one. See the
/// guide “Interceptors and middleware”.
///
/// An app that only needs stages around each call or attempt uses an ``Interceptor`` instead.
public protocol ClientPlugin: AnyObject, Sendable {
    /// Called once for each client that is made with a configuration, after its chain was built.
    func attach(to configuration: ClientConfiguration)

    /// Prepares the request of a new call, before any stage runs.
    ///
    /// It adds fields, and the identity of the caller (``OutgoingRequest/subscript(identity:)``).
    /// Plug-ins prepare a request in order, and see what those before them have added. Called on
    /// the caller's thread, so return quickly. A request that belongs to a resource is prepared
    /// several times: replace what you added before.
    ///
    /// - Parameters:
    ///   - request: The request, without the service's credentials.
    ///   - date: The current date, according to the client's clock.
    /// - Throws: The error with which the call fails, if the request can't be sent.
    func prepare(_ request: inout OutgoingRequest, at date: Date) throws(FetchError)

    /// Returns the stages for a position in the chain, the first one outermost.
    ///
    /// Called once for each client and position.
    func stages(at position: ChainPosition, in configuration: ClientConfiguration) -> [any Interceptor]

    /// Removes everything that the plug-in has stored for an account that signs out.
    ///
    /// - Parameter owner: The account, as ``CallerIdentity/owner`` names it.
    func removeAll(ofAccount owner: String) async
}

extension ClientPlugin {
    /// Does nothing, the default.
    public func attach(to configuration: ClientConfiguration) {}
    /// Leaves the request unchanged, the default.
    public func prepare(_ request: inout OutgoingRequest, at date: Date) {}
    /// Returns no stages, the default.
    public func stages(at position: ChainPosition, in configuration: ClientConfiguration) -> [any Interceptor] { [] }
    /// Does nothing, the default.
    public func removeAll(ofAccount owner: String) async {}
}

/// A plug-in that observes calls and everything that is sent for them.
///
/// That includes the requests with which a session renews its tokens.
public protocol ObservingPlugin: ClientPlugin {
    /// Changes the transport and the observers of a client.
    ///
    /// A transport that wraps the client's own gets each request in the form in which it is sent,
    /// including retries. Called once for each client; ``Client/configuration`` doesn't change.
    func observe(_ configuration: inout ClientConfiguration)
}

/// The positions at which plug-ins add stages to the chain, the first one outermost.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ChainPosition: Sendable, Hashable {
    /// Around each call, outside ``ClientConfiguration/callInterceptors``.
    case aroundCall
    /// Before the cache, once for each hop of a redirect.
    ///
    /// Responses that are fresh in memory are served before this position. They are selected by the
    /// identity that a plug-in has prepared.
    case beforeCache
    /// Around each attempt, before it waits for the rate limit. A stage that waits here holds no
    /// permit.
    case beforeRateLimit
    /// Around each attempt, after it has waited for the rate limit.
    case afterRateLimit
    /// Around each attempt, as late as possible: just outside
    /// ``ClientConfiguration/attemptInterceptors``.
    case aroundAttempt
}

extension [any ClientPlugin] {
    /// The plug-ins that observe calls.
    package var observing: [any ObservingPlugin] { compactMap { $0 as? any ObservingPlugin } }

    func prepare(_ request: inout OutgoingRequest, at date: @autoclosure () -> Date) throws(FetchError) {
        guard !isEmpty else { return }
        let date = date()
        for plugin in self { try plugin.prepare(&request, at: date) }
    }
}
