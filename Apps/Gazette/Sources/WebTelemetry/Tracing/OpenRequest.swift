package import HTTPTypes
import Synchronization
package import Tracing

/// A request that is being handled. It ends once, at the latest when its response is released.
package final class OpenRequest: Sendable {
    private struct State {
        var status = 0
        var route: String?
        var bytes = 0
        var isEnded = false
    }

    /// The span, which ``end()`` ends; `nil` without a tracer.
    package let span: (any Span)?
    private let method: String
    private let metrics: WebMetrics
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    /// - Parameter method: The method as spans and metrics show it.
    package init(_ request: HTTPRequest, _ method: String, _ tracer: (any Tracer)?, _ metrics: WebMetrics) {
        self.method = method
        self.metrics = metrics
        var context = ServiceContext.topLevel
        tracer?.extract(request.headerFields, into: &context, using: FieldExtractor())
        span = tracer?.startSpan(method == "_OTHER" ? "HTTP" : method, context: context, ofKind: .server)
        span?.updateAttributes { attributes in
            attributes["http.request.method"] = method
            if method == "_OTHER" { attributes["http.request.method_original"] = request.method.rawValue }
        }
    }

    deinit { end() }

    /// Notes the head of the response.
    package func respond(_ status: Int, route: String?, bytes: Int = 0) {
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

    /// Ends the span, and counts the request. Only the first call has an effect.
    package func end() {
        let ended = state.withLock { state -> State? in
            defer { state.isEnded = true }
            return state.isEnded ? nil : state
        }
        guard let ended else { return }
        metrics.countRequest(
            method, route: ended.route, status: ended.status, time: .now - start, bytes: ended.bytes)
        span?.end()
    }
}

private struct FieldExtractor: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { HTTPField.Name(key).flatMap { fields[$0] } }
}
