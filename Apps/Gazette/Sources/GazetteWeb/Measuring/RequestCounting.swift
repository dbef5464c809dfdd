import HTTPTypes
import Hummingbird

/// Counts each request under the kind of its route.
struct RequestCounting: RouterMiddleware {
    typealias Context = WebContext

    let metrics: WebMetrics

    /// Returns the kind of a route, from a fixed list.
    static func route(of request: Request) -> String {
        let first = request.uri.path.split(separator: "/", maxSplits: 1).first
        return switch (first, request.method) {
        case ("assets", _): "asset"
        case ("picture", _): "picture"
        case ("live", .post): "input"
        case ("live", _): "stream"
        case ("healthz", _), ("metrics", _): "monitoring"
        default: "page"
        }
    }

    @concurrent func handle(
        _ request: Request, context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        metrics.countRequest(
            Self.route(of: request), status: response.status.code,
            seconds: (ContinuousClock.now - start) / .seconds(1), bytes: response.body.contentLength ?? 0)
        return response
    }
}
