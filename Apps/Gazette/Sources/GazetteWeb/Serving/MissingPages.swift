import HTTPTypes
import Hummingbird
import LivePages

/// Responds to requests for addresses without a route: with the feed that follows a list, or with the page "Nothing
/// here".
struct MissingPages: RouterMiddleware {
    typealias Context = WebContext

    let desk: PageDesk

    @concurrent func handle(
        _ request: Request, context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            guard request.method == .get || request.method == .head else { throw error }
            let path = RouteTable.parts(of: request.uri.path)
            if let followed = RSSDocument.followed(path) { return await desk.feed(request, following: followed) }
            return await desk.respond(to: request, path: path)
        }
    }
}

extension TableRouter {
    /// Adds the routes of all views.
    func addViews(of desk: PageDesk) {
        for route in table.all where route.view != nil {
            get(route.path) { request, _ in
                let path = RouteTable.parts(of: request.uri.path)
                if let followed = RSSDocument.followed(path) { return await desk.feed(request, following: followed) }
                return await desk.respond(to: request, path: path)
            }
        }
    }
}
