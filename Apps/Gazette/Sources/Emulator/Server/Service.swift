import HTTPTypes
import Hummingbird

/// A service of the emulator, recognised by its paths.
enum Service {
    case news, movies, hackerNews, search, meals, feeds, placeholder

    init(path: String) {
        let path = path + "/"
        self =
            if path.hasPrefix("/v2/") { .news } else if path.hasPrefix("/3/") { .movies } else if path.hasPrefix("/v0/")
            {
                .hackerNews
            } else if path.hasPrefix("/api/v1/") {
                .search
            } else if path.hasPrefix("/api/json/") {
                .meals
            } else if path.hasPrefix("\(FeedRoutes.path)/") { .feeds } else { .placeholder }
    }

    /// The response of the service for an internal error.
    var unexpectedError: Response {
        switch self {
        case .news: NewsError.unexpectedError.response
        case .movies: TMDbError.internalError.response
        case .hackerNews:
            .json(.object([("error", .string("Internal server error."))]), status: .internalServerError)
        case .search: .json(.object([("message", .string("Internal error"))]), status: .internalServerError)
        case .meals: MealRoutes.unexpectedError
        case .feeds: FeedRoutes.unexpectedError
        case .placeholder:
            .text("Internal Server Error", type: "text/plain; charset=utf-8", status: .internalServerError)
        }
    }

    /// The response of the service at an unknown path.
    var notFound: Response {
        switch self {
        case .news: NewsError.notFound.response
        case .movies: TMDbError.notFound.response
        case .hackerNews: HackerNewsRoutes.denied
        case .search: SearchRoutes.notFound
        case .meals: MealRoutes.notFound
        case .feeds: FeedRoutes.notFound
        case .placeholder: PlaceholderRoutes.notFound
        }
    }
}

/// Responds to a path without a route as the service with similar paths does.
struct NotFoundMiddleware: RouterMiddleware {
    typealias Context = EmulatorContext

    @concurrent func handle(
        _ request: Request, context: EmulatorContext,
        next: @concurrent (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch let error as HTTPError where error.status == .notFound {
            return Service(path: request.uri.path).notFound
        }
    }
}
