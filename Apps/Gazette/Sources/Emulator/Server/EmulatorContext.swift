import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The context of a request, which knows its connection so that a fault can close it.
struct EmulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: (any Channel)?
    private var isWatched = false

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// Makes an answer that takes long, and stops when the client leaves before it is there.
    ///
    /// The connection closes with the answer: whoever watches it can't tell the next request from the end.
    @concurrent func answerWhileClientWaits(
        _ request: Request, _ answer: @concurrent (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        // A body can be watched once only.
        if isWatched { return try await answer(request, self) }
        return try await request.body.consumeWithCancellationOnInboundClose { body in
            var request = request
            request.body = body
            var context = self
            context.isWatched = true
            var response = try await answer(request, context)
            response.headers[.connection] = "close"
            return response
        }
    }
}
