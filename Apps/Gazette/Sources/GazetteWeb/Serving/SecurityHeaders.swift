import HTTPTypes
import Hummingbird
import NIOCore

/// Adds the security fields to every response that does not set them itself.
struct SecurityHeaders: RouterMiddleware {
    typealias Context = WebContext

    // swift-format-ignore: NeverForceUnwrap
    private static let fields: HTTPFields = [
        .contentSecurityPolicy:
            "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; script-src 'self'; "
            + "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'; trusted-types gazette",
        .xContentTypeOptions: "nosniff",
        // Other sites receive no referrer. With `no-referrer`, browsers would hide the origin of our own forms.
        HTTPField.Name("Referrer-Policy")!: "same-origin",
        HTTPField.Name("Cross-Origin-Opener-Policy")!: "same-origin",
        HTTPField.Name("Cross-Origin-Resource-Policy")!: "same-origin",
        HTTPField.Name("Permissions-Policy")!: "camera=(), geolocation=(), microphone=()",
    ]

    @concurrent func handle(
        _ request: Request, context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do { response = try await next(request, context) } catch let error as HTTPError {
            response = Response(status: error.status)
        }
        for field in Self.fields where response.headers[field.name] == nil {
            response.headers[field.name] = field.value
        }
        return response
    }
}

/// Refuses requests that name another host, as a hostile page does after DNS rebinding, or several.
struct HostCheck: RouterMiddleware {
    typealias Context = WebContext

    /// The allowed host names, without a port; `nil` allows all, for servers that are public on purpose.
    let names: Set<String>?

    // swift-format-ignore: NeverForceUnwrap
    private static let host = HTTPField.Name("Host")!

    init(names: Set<String>?) {
        self.names = names
    }

    /// Allows the names of this machine and some others, where a server listens at an address of this machine alone.
    init(listeningAt host: String, besides names: Set<String> = []) {
        let isLocal = ["127.0.0.1", "localhost", "::1"].contains(host)
        self.names = isLocal ? names.union(["127.0.0.1", "localhost", "[::1]"]) : nil
    }

    func accepts(_ authority: String) -> Bool {
        guard let names else { return true }
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        return names.contains(host.lowercased())
    }

    @concurrent func handle(
        _ request: Request, context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        // The first field is the authority. A second one may be that of another reader (RFC 9112 §3.2).
        guard !request.headers.contains(Self.host) else { return Response(status: .badRequest) }
        guard accepts(request.head.authority ?? "") else {
            let text = """
                Gazette doesn't serve this host name. If it is behind a proxy, set its public host name: \
                gazette serve --public-host news.example, or GAZETTE_PUBLIC_HOST=news.example

                """
            return Response(
                status: .misdirectedRequest, headers: [.contentType: "text/plain; charset=utf-8"],
                body: .init(byteBuffer: ByteBuffer(string: text)))
        }
        return try await next(request, context)
    }
}
