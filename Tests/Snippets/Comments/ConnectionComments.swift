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
}
#endif
