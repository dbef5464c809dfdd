import HTTPTypes
import Hosts
import Hummingbird
import Tracing
import WebTelemetry

/// Measures each request, and makes a span of it, in whose context it is handled: the calls that it causes are below.
///
/// A span lasts until the response is sent; that of a stream of changes, until the stream begins.
struct ServerSpans: RouterMiddleware {
    typealias Context = WebContext

    /// `nil` for metrics alone.
    let tracer: (any Tracer)?
    let metrics: WebMetrics
    /// The methods that spans and metrics show.
    let knownMethods: Set<HTTPRequest.Method>
    /// The proxies that report the client of a request, and the host that it has named.
    let proxies: TrustedProxies

    @concurrent func handle(
        _ request: Request, context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let method = knownMethods.contains(request.method) ? request.method.rawValue : "_OTHER"
        let open = OpenRequest(request.head, method, tracer, metrics)
        open.span?.describe(request, client: proxies.client(peer: context.peer, request.headers), context)
        var response: Response
        do {
            response = try await ServiceContext.withValue(open.span?.context) { try await next(request, context) }
        } catch {
            open.respond(500, route: context.routeName)
            throw error
        }
        let route = context.routeName
        open.respond(response.status.code, route: route, bytes: response.body.contentLength ?? 0)
        guard response.body.contentLength == nil, route != "/live" else {
            open.end()
            return response
        }
        response.body = ResponseBody { [body = response.body] writer in
            defer { open.end() }
            try await body.write(writer)
        }
        return response
    }
}

extension Span {
    /// Notes what is known of a request before its response.
    ///
    /// - Parameter client: The client by the connection, or by a trusted proxy.
    fileprivate func describe(_ request: Request, client: TrustedProxies.Client, _ context: WebContext) {
        guard isRecording else { return }
        let scheme = client.scheme ?? request.head.scheme ?? "http"
        let server = (client.host ?? request.head.authority).flatMap { HostAndPort($0, scheme: scheme) }
        updateAttributes { attributes in
            attributes["url.scheme"] = scheme
            attributes["url.path"] = context.loggedPath
            attributes["url.query"] = request.uri.query.map { AccessLog.shown(query: $0, of: context.route?.path) }
            attributes["server.address"] = server?.host
            attributes["server.port"] = server?.port.map { Int64($0) }
            attributes["client.address"] = client.address.isEmpty ? nil : client.address
            attributes["network.peer.address"] = context.peer.isEmpty ? nil : context.peer
            attributes["network.peer.port"] = context.channel.remoteAddress?.port.map { Int64($0) }
            // The server speaks no other version.
            attributes["network.protocol.version"] = "1.1"
            attributes["user_agent.original"] = request.headers[.userAgent]
        }
    }
}

/// The host and the port that a request names.
private struct HostAndPort {
    /// The host, an IPv6 address without brackets.
    let host: String
    let port: Int?

    /// - Parameter scheme: The scheme, whose usual port is that of an authority without one.
    init?(_ authority: String, scheme: String) {
        guard !authority.isEmpty else { return nil }
        if let address = TelemetryAddress(authority) {
            (host, port) = (address.host, address.port)
        } else {
            let isBracketed = authority.hasPrefix("[") && authority.hasSuffix("]")
            host = isBracketed ? String(authority.dropFirst().dropLast()) : authority
            port = scheme == "https" ? 443 : 80
        }
    }
}
