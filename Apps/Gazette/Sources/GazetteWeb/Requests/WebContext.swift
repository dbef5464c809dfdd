import Hummingbird
import NIOCore

/// The context of a request, which the routes receive with it.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection on which the request was received.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The client's address, without the port.
    var peer: String { channel.remoteAddress?.ipAddress ?? "" }
}
