import Foundation
import HTTPTypes
import Hummingbird
import LivePages
import NIOCore
import ReaderStorage
import ServiceLifecycle
import WebTelemetry

/// The routes of the stream of page changes, and of input from a browser.
struct LiveRoutes {
    let registry: PageRegistry
    let hub: StreamHub
    let metrics: WebMetrics
    /// The accounts of readers; `nil` for none.
    var accounts: Accounts?

    func add(to router: TableRouter) {
        router.get("/live") { [registry, hub, metrics, accounts] request, context in
            let positions = StreamWriter.Position.all(in: request.uri.queryParameters.getAll("page"))
                .filter { accounts?.mayUse(registry.page($0.page), context) != false }
            guard !positions.isEmpty else { return Response(status: .badRequest) }
            switch hub.refusal(for: context.peer) {
            case .full: return Response(status: .serviceUnavailable, headers: [.retryAfter: "5"])
            case .tooManyFromAddress: return Response(status: .tooManyRequests, headers: [.retryAfter: "5"])
            case nil: break
            }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/event-stream", .cacheControl: "no-store",
                    // A proxy such as nginx would collect the events before it passes them on.
                    .accelBuffering: "no",
                ],
                body: ResponseBody { writer in
                    let stream = StreamWriter(
                        registry: registry, hub: hub, metrics: metrics, channel: context.channel, peer: context.peer)
                    try await stream.write(positions, to: &writer)
                    try await writer.finish(nil)
                })
        }
        let limit = router.limit(of: "/live/{id}")
        router.post("/live/{id}") { [registry, metrics, accounts] request, context in
            guard let page = context.parameters.get("id").flatMap(registry.page),
                accounts?.mayUse(page, context) != false
            else {
                return Response(status: .notFound)
            }
            guard let buffer = try? await request.body.collect(upTo: limit),
                let input = try? JSONDecoder().decode(
                    PageInput.self, from: Data(buffer.readableBytesView))
            else { return Response(status: .badRequest) }
            guard await page.handle(input) else { return Response(status: .badRequest) }
            metrics.countInput()
            var response = Response(status: .noContent)
            if input.name == "country", let cookie = Looks.cookie(keepingCountry: input.value) {
                response.setCookie(cookie)
            }
            return response
        }
        // A tab sends this request when it leaves the page, which is closed at once, together with its requests.
        router.post("/live/{id}/leave") { [registry] _, context in
            context.parameters.get("id").map(registry.remove)
            return Response(status: .noContent)
        }
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    static let accelBuffering = HTTPField.Name("X-Accel-Buffering")!
}

extension Accounts {
    /// Whether a request may read and change a live page: that of an account is for its sessions alone.
    func mayUse(_ page: LivePage?, _ context: WebContext) -> Bool {
        guard let visitor = page?.visitor, isMember(visitor) else { return true }
        return context.person?.account.visitor == visitor
    }
}
