import HTTPTypes
import Hummingbird
import Synchronization
import Tracing

/// Measures each request, and makes a span of it, in whose context it is handled: the calls that it causes are below.
///
/// A span lasts until the response is sent; that of a stream of changes, until the stream begins.
struct ServerSpans: RouterMiddleware {
    typealias Context = WebContext

    /// `nil` for metrics alone.
    let tracer: (any Tracer)?
    let metrics: WebMetrics

    @concurrent func handle(
        _ request: Request, context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let open = OpenRequest(request, tracer, metrics)
        var response: Response
        do {
            response = try await ServiceContext.withValue(open.span?.context) { try await next(request, context) }
        } catch {
            open.respond(500, route: context.endpointPath)
            throw error
        }
        let route = RoutePattern.pattern(of: request.uri.path, endpoint: context.endpointPath)
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

/// A request that is being handled. It ends once, at the latest when its response is released.
private final class OpenRequest: Sendable {
    private struct State {
        var status = 0
        var route: String?
        var bytes = 0
        var isEnded = false
    }

    let span: (any Span)?
    private let method: String
    private let metrics: WebMetrics
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    init(_ request: Request, _ tracer: (any Tracer)?, _ metrics: WebMetrics) {
        method = Self.methods.contains(request.method) ? request.method.rawValue : "_OTHER"
        self.metrics = metrics
        var context = ServiceContext.topLevel
        tracer?.extract(request.headers, into: &context, using: FieldExtractor())
        span = tracer?.startSpan(method == "_OTHER" ? "HTTP" : method, context: context, ofKind: .server)
        span?.updateAttributes { attributes in
            attributes["http.request.method"] = method
            if method == "_OTHER" { attributes["http.request.method_original"] = request.method.rawValue }
            attributes["url.scheme"] = request.head.scheme ?? "http"
            attributes["url.path"] = String(AccessLog.shown(request.uri.path))
        }
    }

    deinit { end() }

    /// Notes the head of the response.
    func respond(_ status: Int, route: String?, bytes: Int = 0) {
        state.withLock { ($0.status, $0.route, $0.bytes) = (status, route, bytes) }
        guard let span else { return }
        if let route { span.operationName = "\(span.operationName) \(route)" }
        span.updateAttributes { attributes in
            attributes["http.route"] = route
            attributes["http.response.status_code"] = Int64(status)
            if status >= 500 { attributes["error.type"] = String(status) }
        }
        if status >= 500 { span.setStatus(SpanStatus(code: .error)) }
    }

    func end() {
        let ended = state.withLock { state -> State? in
            defer { state.isEnded = true }
            return state.isEnded ? nil : state
        }
        guard let ended else { return }
        metrics.countRequest(
            method, route: ended.route, status: ended.status, time: .now - start, bytes: ended.bytes)
        span?.end()
    }

    private static let methods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch,
    ]
}

private struct FieldExtractor: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { HTTPField.Name(key).flatMap { fields[$0] } }
}
