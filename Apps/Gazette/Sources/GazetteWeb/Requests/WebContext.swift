import Hummingbird
import NIOCore

/// What the routes know of a request besides itself.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection that the request came by.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The client's address, without the port.
    var peer: String { channel.remoteAddress?.ipAddress ?? "" }
}
