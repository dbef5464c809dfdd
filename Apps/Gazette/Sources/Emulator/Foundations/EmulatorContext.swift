import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The context of a request, which knows its connection so that a fault can close it.
struct EmulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: (any Channel)?
    private var isWatched = false
    /// The longest body of a request whose response takes long: 1 MiB.
    private static let bodyLimit = 1 << 20

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// Makes a response that takes long, and stops when the client leaves before it is there.
    ///
    /// The connection closes with the response: a watched connection can't distinguish the next request from its end.
    @concurrent func respondWhileClientWaits(
        _ request: Request, _ respond: @concurrent (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        // A body can be watched once only.
        if isWatched { return try await respond(request, self) }
        var request = request
        _ = try await request.collectBody(upTo: Self.bodyLimit)
        return try await request.body.consumeWithCancellationOnInboundClose { [request] body in
            var request = request
            // To its end at first: the framework traps when the response is there before that.
            request.body = RequestBody(buffer: try await body.collect(upTo: Self.bodyLimit))
            var context = self
            context.isWatched = true
            var response = try await respond(request, context)
            response.headers[.connection] = "close"
            return response
        }
    }
}
