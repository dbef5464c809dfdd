import HTTPTypes
import Hummingbird
import ReaderStorage

/// Sets the cookie that names this process with each document, whose live page only this process has.
///
/// A proxy sends the later requests of the browser here. When the process has ended, the proxy chooses another one,
/// which sets its own name with the document that it makes.
struct ProcessCookie: RouterMiddleware {
    typealias Context = WebContext

    static let name = "process"

    let process: ProcessName

    @concurrent func handle(
        _ request: Request, context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard request.cookies[Self.name]?.value != process.description, Self.hasPage(response) else { return response }
        let rules = "Path=/; HttpOnly; SameSite=Lax\(request.isSecure ? "; Secure" : "")"
        response.headers.append(HTTPField(name: .setCookie, value: "\(Self.name)=\(process); \(rules)"))
        return response
    }

    /// Whether a response is a document, or confirms one that the browser has.
    private static func hasPage(_ response: Response) -> Bool {
        response.status == .notModified || response.headers[.contentType]?.hasPrefix("text/html") == true
    }
}
