import HTTPTypes
import Hummingbird
import Logging

/// One line for each request: what was asked, how it ended, how long it took. Queries are left out: they say what was searched.
struct AccessLog: RouterMiddleware {
    typealias Context = BasicRequestContext

    let logger: Logger

    @concurrent func handle(
        _ request: Request, context: BasicRequestContext,
        next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(request.uri.path.prefix(200))",
                "status": "\(response.status.code)",
                "milliseconds": "\(Int((ContinuousClock.now - start) / .milliseconds(1)))",
            ])
        return response
    }
}
