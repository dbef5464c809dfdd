import Freshet
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
                "method": "\(request.method.rawValue)", "path": "\(context.loggedPath)",
                "status": "\(response.status.code)",
                "milliseconds": "\(Int((ContinuousClock.now - start) / .milliseconds(1)))",
            ])
        return response
    }

    /// The query of a span: its secrets are replaced, and so are the ids of pages.
    static func shown(query: String, of path: String?) -> String {
        let names = SecretNames.standard.adding("state")
        let items = query.prefix(1000).split(separator: "&", omittingEmptySubsequences: false).map { item in
            guard let sign = item.firstIndex(of: "=") else { return String(item) }
            let isPage = path == "/live" && item[..<sign] == "page"
            return isPage || names.contains(item: item[..<sign]) ? "\(item[...sign])REDACTED" : String(item)
        }
        return items.joined(separator: "&")
    }
}
