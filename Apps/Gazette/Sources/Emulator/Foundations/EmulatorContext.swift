import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The context of a request, with its connection, so that a fault can close it.
struct EmulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: (any Channel)?
    private var isWatched = false
    /// The maximum body size of a request whose response is slow: 1 MiB.
    private static let bodyLimit = 1 << 20

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// Makes a slow response, and cancels that when the client closes the connection.
    ///
    /// The connection closes after the response: a watched connection can't distinguish the next request from its end.
    @concurrent func respondWhileClientWaits(
        _ request: Request, _ respond: @concurrent (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        // A body can be watched once only.
        if isWatched { return try await respond(request, self) }
        var request = request
        _ = try await request.collectBody(upTo: Self.bodyLimit)
        return try await request.body.consumeWithCancellationOnInboundClose { [request] body in
            var request = request
            // Read to its end first: the framework traps if the response is made before that.
            request.body = RequestBody(buffer: try await body.collect(upTo: Self.bodyLimit))
            var context = self
            context.isWatched = true
            var response = try await respond(request, context)
            response.headers[.connection] = "close"
            return response
        }
    }
}
