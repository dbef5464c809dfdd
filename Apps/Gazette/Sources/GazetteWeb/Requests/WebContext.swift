import Hummingbird
import NIOCore
import ReaderStorage

/// The context of a request, which the routes receive with it.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection on which the request was received.
    let channel: any Channel
    /// The address of the client, without the port: that of the peer of the connection, unless a trusted proxy reports
    /// another one.
    var peer: String
    /// Whether the peer of the connection is a trusted proxy.
    var isFromProxy = false
    /// The route of the request; `nil` if there is none.
    var route: Route?
    /// The name of the route in metrics; that of a feed ends as its address does.
    var routeName: String?
    /// The path of the request as logs contain it.
    var loggedPath = ""
    /// The account of the request; `nil` for none.
    var person: SignedIn?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        peer = source.channel.remoteAddress?.ipAddress ?? ""
    }
}
