import Hummingbird
import Logging
import NIOCore

/// The context of a request, which knows its connection so that a fault can close it.
struct EmulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: (any Channel)?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
