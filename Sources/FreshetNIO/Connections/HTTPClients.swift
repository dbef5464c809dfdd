#if NIO
import AsyncHTTPClient
import FreshetCore

/// The clients of AsyncHTTPClient that one transport uses, one for each proxy and each route of using connections.
final class HTTPClients: Sendable {
    /// The route that the requests of one client take.
    struct Route: Hashable {
        var proxy: Proxy?
        /// Whether each connection is used for one request only.
        var isFresh = false
    }

    private let configuration: HTTPClient.Configuration
    private let usual: HTTPClient
    /// The other clients, which are made when they are first needed.
    private let others = Lock<[Route: HTTPClient]>([:])

    init(_ configuration: HTTPClient.Configuration) {
        self.configuration = configuration
        usual = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func client(for route: Route) -> HTTPClient {
        guard route != Route() else { return usual }
        return others.withLock { clients in
            if let client = clients[route] { return client }
            var configuration = configuration
            configuration.proxy = route.proxy.map { HTTPClient.Configuration.Proxy($0) }
            if route.isFresh { configuration.maximumUsesPerConnection = 1 }
            let new = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            clients[route] = new
            return new
        }
    }

    /// Closes all connections. None may be in use.
    func shutdown() {
        usual.shutdown { _ in }
        for client in others.withLock({ Array($0.values) }) { client.shutdown { _ in } }
    }
}

extension HTTPClient.Configuration.Proxy {
    fileprivate init(_ proxy: Proxy) {
        switch proxy.kind {
        case .http:
            let authorization = proxy.credentials.map {
                HTTPClient.Authorization.basic(username: $0.user, password: $0.password)
            }
            self = .server(host: proxy.host, port: proxy.port, authorization: authorization)
        default:
            self = .socksServer(host: proxy.host, port: proxy.port)
        }
    }
}
#endif
