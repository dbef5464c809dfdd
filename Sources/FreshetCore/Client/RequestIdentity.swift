package import Foundation
package import HTTPTypes

/// The identity of a request without its options.
///
/// Requests with equal identities request the same resource. The identity contains the secrets of
/// the address, if there are any. It is never stored or logged.
package struct RequestIdentity: Sendable {
    /// The method of the request.
    package let method: HTTPRequest.Method
    /// The address without the service's credentials.
    package let address: String
    /// The address with the values of secret items replaced.
    package let url: String
    /// Whether the address refers to this machine.
    package let isLocal: Bool
    /// The fields, except those for tracing.
    private let headers: HTTPFields
    private let body: Data?
    /// The source of the account; `nil` if the request carries neither credentials nor an identity.
    private let caller: Caller?

    /// The credentials and plug-ins that identify the caller of a request.
    private final class Caller: Sendable {
        let credentials: [Credentials]
        /// The plug-ins, and the request that they prepare.
        let plugged: (plugins: [any ClientPlugin], request: OutgoingRequest)?

        init(_ request: OutgoingRequest, _ plugins: [any ClientPlugin]) {
            credentials = request.credentials
            plugged = request.identities.isEmpty ? nil : (plugins, request)
        }
    }

    init(_ outgoing: OutgoingRequest, _ plugins: [any ClientPlugin]) throws(FetchError) {
        switch outgoing.body {
        case nil: body = nil
        case .bytes(let data): body = data
        // Neither can be compared: a file may change under its path, and a stream can only be read once.
        case .file, .stream: throw FetchError(.invalidRequest("a resource needs a body of bytes"))
        }
        headers = outgoing.headersWithoutTracing
        method = outgoing.method
        isLocal = outgoing.address.origin.isLoopback
        let address = outgoing.address.text
        self.address = address
        // Thousands of resources hold an identity. Without a secret, both addresses share one text.
        url = outgoing.url == address ? address : outgoing.url
        let isOfEveryone = outgoing.credentials.isEmpty && outgoing.identities.isEmpty
        caller = isOfEveryone ? nil : Caller(outgoing, plugins)
    }

    /// Whether the request is the same for every account, since it carries neither credentials nor
    /// cookies.
    package var isOfEveryone: Bool { caller == nil }

    /// Returns texts that identify the account for which a call would run now; none for a request
    /// without credentials and cookies.
    ///
    /// It runs the closures of the credentials.
    package func account(at now: @autoclosure () -> Date) -> [String] {
        guard let caller else { return [] }
        var texts = CredentialIdentity(caller.credentials).texts(for: caller.credentials, headers)
        guard let (plugins, known) = caller.plugged else { return texts }
        var request = known
        try? plugins.prepare(&request, at: now())
        for identity in request.identities {
            // The number changes when a user signs out and in again, even under the same name.
            if let account = identity as? CallAccount { texts.append("session \(account.epoch.number)") }
            texts.append(identity.owner)
            texts += identity.cacheTexts
        }
        return texts
    }
}

extension RequestIdentity: Hashable {
    package static func == (first: RequestIdentity, second: RequestIdentity) -> Bool {
        first.method == second.method && first.address == second.address && first.headers == second.headers
            && first.body == second.body
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(address)
        hasher.combine(body)
    }
}

extension Client {
    /// Returns the identity of a request.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/invalidRequest(_:)`` for a request that can't be
    ///   sent, or whose body is a stream or a file.
    package func identity<Value>(of request: Request<API, Value>) throws(FetchError) -> RequestIdentity {
        try RequestIdentity(
            engine.outgoing(request, service: service, needsIdentity: false), configuration.plugins)
    }

    /// Returns the cache policy with which a request is called.
    package func effectivePolicy<Value>(of request: Request<API, Value>) -> CachePolicy {
        request.cache == .automatic ? cachePolicy : request.cache
    }

    /// An identifier that the client shares only with the clients derived from it.
    package var engineID: ObjectIdentifier { ObjectIdentifier(engine) }

    /// Returns the stored response to a request without waiting; `nil` if that isn't possible or
    /// nothing is stored.
    ///
    /// - Parameters:
    ///   - request: A request that only accepts stored responses (``CachePolicy/cacheOnly``).
    ///   - bodyLimit: The longest body that is read, in bytes.
    package func storedResponse<Value>(to request: Request<API, Value>, bodyLimit: Int) -> Response<Value>? {
        engine.storedResponse(to: request, service: service, caching: cachePolicy, bodyLimit: bodyLimit)
    }

    /// Starts a call whose steps are reported to the given observers instead of the client's.
    ///
    /// A stale response isn't revalidated in the background after it was served.
    package func start<Value>(
        _ request: Request<API, Value>, observers: [any FetchObserver],
        completion: @escaping @Sendable (Result<Response<Value>, FetchError>) -> Void
    ) -> FetchTask {
        FetchTask(
            call: engine.launch(
                request, service: service, caching: cachePolicy, revalidates: false, observers: observers,
                completion: completion))
    }
}
