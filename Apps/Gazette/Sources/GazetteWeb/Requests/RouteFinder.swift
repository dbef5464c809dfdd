import HTTPTypes
import Hummingbird
import LivePages
import ReaderStorage

/// Notes the route of each request in its context, and removes the bodies of responses to `HEAD`.
struct RouteFinder: RouterMiddleware {
    typealias Context = WebContext

    let table: RouteTable

    @concurrent func handle(
        _ request: Request, context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let parts = RouteTable.parts(of: request.uri.path)
        context.loggedPath = table.logged(request.uri.path, parts)
        if let followed = RSSDocument.followed(parts), let route = table.route(request.method, followed) {
            context.route = route
            context.routeName = route.path + PageAddress.feedEnding
        } else {
            context.route = table.route(request.method, parts)
            context.routeName = context.route?.path
        }
        let response = try await next(request, context)
        // What responds to an address without a route is no endpoint, whose body the router would remove.
        return request.method == .head ? response.createHeadResponse() : response
    }
}

/// Refuses prefetches of pages that change something when they are visited.
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
