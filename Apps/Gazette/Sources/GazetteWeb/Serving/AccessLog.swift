import HTTPTypes
import Hummingbird
import Logging

/// A log with one line for each request: its method, path, status and duration.
///
/// Queries are left out, since they contain searches, and so are the ids of pages, which only their tabs know, and
/// invitations.
struct AccessLog: RouterMiddleware {
    typealias Context = WebContext

    let logger: Logger

    @concurrent func handle(
        _ request: Request, context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(Self.shown(request.uri.path))",
                "status": "\(response.status.code)",
                "milliseconds": "\(Int((ContinuousClock.now - start) / .milliseconds(1)))",
            ])
        return response
    }

    static func shown(_ path: String) -> Substring {
        for secret in ["/live/", "/invitation/"] where path.hasPrefix(secret) { return secret + "…" }
        return path.prefix(200)
    }
}
