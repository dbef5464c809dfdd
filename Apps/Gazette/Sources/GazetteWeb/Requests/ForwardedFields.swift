import HTTPTypes
import Hosts
import Hummingbird

/// Replaces the peer, the scheme and the host of requests by what trusted proxies report, and removes these reports
/// from all requests.
struct ForwardedFields: RouterMiddleware {
    typealias Context = WebContext

    let proxies: TrustedProxies

    @concurrent func handle(
        _ request: Request, context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var (head, context) = (request.head, context)
        let client = proxies.client(peer: context.peer, head.headerFields)
        context.isFromProxy = proxies.contain(peer: context.peer)
        context.peer = client.address
        if let scheme = client.scheme { head.scheme = scheme }
        if let host = client.host { head.authority = host }
        let names = Forwarded.names
        let reports = [names.forwarded, names.address, names.scheme, names.host]
        for name in reports where head.headerFields[name] != nil { head.headerFields[name] = nil }
        return try await next(head == request.head ? request : Request(head: head, body: request.body), context)
    }
}
