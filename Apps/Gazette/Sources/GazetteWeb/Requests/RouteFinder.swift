import HTTPTypes
import Hummingbird

/// Notes the route of each request in its context.
struct RouteFinder: RouterMiddleware {
    typealias Context = WebContext

    let table: RouteTable

    @concurrent func handle(
        _ request: Request, context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.route = table.route(request.method, request.uri.path)
        context.loggedPath = table.logged(request.uri.path)
        return try await next(request, context)
    }
}

/// Refuses to prefetch what a visit changes, such as what is read.
struct PrefetchRefusal: RouterMiddleware {
    typealias Context = WebContext

    @concurrent func handle(
        _ request: Request, context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        // A browser that gets no page requests it again when its reader follows the link.
        guard context.route?.marks != true || !request.isPrefetch else {
            return Response(status: .serviceUnavailable, headers: [.cacheControl: "no-store"])
        }
        return try await next(request, context)
    }
}

extension Request {
    /// Whether a browser sends it before its reader has followed a link (Fetch Standard, `Sec-Purpose`; `Purpose` is what
    /// Safari and older browsers send).
    fileprivate var isPrefetch: Bool {
        // swift-format-ignore: NeverForceUnwrap
        [HTTPField.Name("Sec-Purpose")!, HTTPField.Name("Purpose")!].contains { name in
            headers[name]?.hasPrefix("prefetch") == true
        }
    }
}
