#if NIO
import Freshet
import FreshetTesting

// The code of the comments about connections.

enum ConnectionComments {
    static func connected() -> Client<News> {
        var connections = AsyncHTTPClientTransport.Configuration()
        connections.proxies = .environment()
        connections.connectionsPerHost = 16
        let transport = AsyncHTTPClientTransport(connections)
        let news = Client(News(), transport: transport, cache: HTTPCache())
        return news
    }

    static func behindAProxy(user: String, password: String) -> AsyncHTTPClientTransport {
        var connections = AsyncHTTPClientTransport.Configuration()
        let office = Proxy.http("proxy.example", port: 3128, user: user, password: password)
        connections.proxies = .all(office, exceptions: ["localhost", "*.internal.example", "10.0.0.0/8"])
        return AsyncHTTPClientTransport(connections)
    }
}
#endif
