#if NIO
import AsyncHTTPClient
import FreshetCore
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore

/// The AsyncHTTPClient clients of a transport, one for each proxy and each way of using
/// connections.
final class HTTPClients: Sendable {
    /// The route that the requests of one client take.
    struct Route: Hashable {
        var proxy: Proxy?
        /// The host without its trailing dot, if the requests name one with a dot; otherwise `nil`.
        var absoluteHost: String?
        /// Whether each connection is used for one request only.
        var isFresh = false
        /// Whether the exchanges may stay open for hours, so that they have their own connections.
        var isLongLived = false
        /// Whether only HTTP/1.1 is offered to the server.
        var isHTTP1 = false

        var isUsual: Bool { proxy == nil && absoluteHost == nil && !isFresh && !isLongLived && !isHTTP1 }
    }

    private struct State {
        var clients: [Route: HTTPClient] = [:]
        var relays: [Proxy: SOCKSRelay] = [:]
        var absoluteHosts: Set<String> = []
    }

    /// The maximum number of hosts with a trailing dot that have their own clients.
    private static let absoluteHostLimit = 64

    private let configuration: HTTPClient.Configuration
    private let longLivedConnectionsPerHost: Int
    /// The client for requests without a proxy, whose connections are reused.
    let usual: HTTPClient
    /// The other clients, which are made when they are first needed.
    private let others = NIOLockedValueBox(State())

    init(_ configuration: HTTPClient.Configuration, longLivedConnectionsPerHost: Int) {
        self.configuration = configuration
        self.longLivedConnectionsPerHost = longLivedConnectionsPerHost
        usual = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Returns the host of an `https` request without its trailing dot; `nil` if it has none.
    ///
    /// The dot keeps a resolver from trying the domains of its search list. The TLS server name
    /// must not contain it (RFC 6066 §3), but AsyncHTTPClient uses one name for both, unless a DNS
    /// override separates them. Such a host therefore has its own client. Because each client takes
    /// memory, only the first 64 hosts get one; for all others, the dot is sent to the server
    /// unchanged.
    func absoluteHost(of head: HTTPRequest) -> String? {
        guard head.scheme == "https", let authority = head.authority else { return nil }
        let host = authority.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard host.last == UInt8(ascii: "."), host.count > 1 else { return nil }
        let name = String(Substring(host.dropLast()))
        return others.withLockedValue { state in
            guard !state.absoluteHosts.contains(name) else { return name }
            guard state.absoluteHosts.count < Self.absoluteHostLimit else { return nil }
            state.absoluteHosts.insert(name)
            return name
        }
    }

    /// Returns the client for a route.
    ///
    /// - Throws: ``FetchError/ConnectionFailure/proxy`` if no relay to the proxy can be started.
    func client(for route: Route) async throws(FetchError) -> HTTPClient {
        if route.isUsual { return usual }
        if let client = others.withLockedValue({ $0.clients[route] }) { return client }
        var configuration = configuration
        // AsyncHTTPClient has no way to ask for a new connection. One that serves a single request
        // is never reused.
        if route.isFresh { configuration.maximumUsesPerConnection = 1 }
        if route.isHTTP1 { configuration.httpVersion = .http1Only }
        if route.isLongLived {
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = longLivedConnectionsPerHost
        }
        if let host = route.absoluteHost, configuration.dnsOverride[host] == nil {
            configuration.dnsOverride[host] = configuration.dnsOverride["\(host)."] ?? "\(host)."
        }
        if let proxy = route.proxy { configuration.proxy = try await ahcProxy(proxy) }
        return others.withLockedValue { [configuration] state in
            // Another call may have made it meanwhile.
            if let client = state.clients[route] { return client }
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            state.clients[route] = client
            return client
        }
    }

    private func ahcProxy(_ proxy: Proxy) async throws(FetchError) -> HTTPClient.Configuration.Proxy {
        let own = proxy.credentials.map { HTTPClient.Authorization.basic(username: $0.user, password: $0.password) }
        switch (proxy.kind, proxy.credentials) {
        case (.http, _): return .server(host: proxy.host, port: proxy.port, authorization: own)
        case (_, nil): return .socksServer(host: proxy.host, port: proxy.port)
        case (_, let credentials?):
            let relay = try await relay(to: proxy, credentials)
            return .server(
                host: "127.0.0.1", port: relay.port,
                authorization: .basic(username: SOCKSRelay.user, password: relay.password))
        }
    }

    private func relay(to proxy: Proxy, _ credentials: Proxy.Credentials) async throws(FetchError) -> SOCKSRelay {
        if let relay = others.withLockedValue({ $0.relays[proxy] }) { return relay }
        let new: SOCKSRelay
        do {
            new = try await SOCKSRelay.start(
                to: proxy, credentials, timeout: configuration.timeout.connect ?? .seconds(10))
        } catch {
            throw FetchError(.cannotConnect(.proxy), underlying: error)
        }
        let relay = others.withLockedValue { state in
            if let relay = state.relays[proxy] { return relay }
            state.relays[proxy] = new
            return new
        }
        // Two calls have started one at the same time. This one would listen until the process
        // ends.
        if relay !== new { new.close() }
        return relay
    }

    /// Closes all connections, none of which may be in use.
    func shutdown() {
        usual.shutdown { _ in }
        let (clients, relays) = others.withLockedValue { (Array($0.clients.values), Array($0.relays.values)) }
        for client in clients { client.shutdown { _ in } }
        for relay in relays { relay.close() }
    }
}
#endif
