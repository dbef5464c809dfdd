#if Telemetry
import FreshetCore
import Foundation
import HTTPTypes
import Instrumentation
import ServiceContextModule
import Tracing

/// A request that is being sent, with its span. It ends only once, whatever ends it first.
final class OpenExchange: ExchangeObserver {
    private struct State {
        var status: Int?
        var metrics: AttemptMetrics?
        var isEnded = false
    }

    private let attempt: RequestAttempt
    private let recorder: CallRecorder
    private let span: any Span
    private let server: ServerAddress
    private let method: String
    private let start: Duration
    private let state = Guarded(State())

    init(_ attempt: RequestAttempt, _ head: HTTPRequest, _ recorder: CallRecorder) {
        self.attempt = attempt
        self.recorder = recorder
        start = recorder.time.now()
        server = ServerAddress(head)
        method = recorder.backend.methods.name(of: attempt.request.method)
        span = recorder.begin(attempt)
        recorder.backend.instruments.beginRequest(method, attempt.request.pathTemplate, server)
        guard span.isRecording else { return }
        span.updateAttributes { attributes in
            attributes["http.request.method"] = method
            let original = attempt.request.method.rawValue
            if method != original { attributes["http.request.method_original"] = original }
            attributes["server.address"] = server.host
            attributes["server.port"] = server.port.map { Int64($0) }
            attributes["url.full"] = attempt.url
            if let template = attempt.request.pathTemplate { attributes["url.template"] = template }
            if attempt.number > 1 { attributes["http.request.resend_count"] = Int64(attempt.number - 1) }
        }
    }

    /// Adds the span's context to a request that may carry it, and requests the transport's
    /// measurements.
    func prepare(_ request: inout TransportRequest) {
        if attempt.isToService || recorder.propagation.contains(ServerAddress.origin(of: request.head)) {
            recorder.backend.tracer.inject(span.context, into: &request.head.headerFields, using: FieldInjector())
        }
        // Weak, since the transport may retain the closure, and with it the span of an exchange that was abandoned.
        request.onMetrics = { [weak self, report = request.onMetrics] metrics in
            self?.state.withLock { $0.metrics = metrics }
            report?(metrics)
        }
    }

    func receive(_ chunk: Data) {}

    func receive(_ head: HTTPResponse) { state.withLock { $0.status = head.status.code } }

    /// - Parameter error: The failure; `nil` if the body is complete.
    func end(_ error: FetchError?) {
        let known = state.withLock { state -> State? in
            guard !state.isEnded else { return nil }
            state.isEnded = true
            return state
        }
        guard let known else { return }
        recorder.end(attempt)
        let refusal = known.status.flatMap { $0 >= 400 ? "\($0)" : nil }
        // A caller that already has the head may stop reading, which isn't a failure. If the client gave up, there is a
        // reason.
        let failure = attempt.failure(after: error).flatMap { $0.isCancellation ? nil : $0.type }
        if span.isRecording {
            span.updateAttributes { attributes in
                if let status = known.status { attributes["http.response.status_code"] = Int64(status) }
                if let version = known.metrics?.protocolVersion { attributes["network.protocol.version"] = version }
                if let peer = known.metrics?.remoteAddress.map(PeerAddress.init) {
                    attributes["network.peer.address"] = peer.address
                    attributes["network.peer.port"] = peer.port.map { Int64($0) }
                }
                if let reused = known.metrics?.isConnectionReused { attributes["freshet.connection.reused"] = reused }
                if let time = known.metrics?.connectionTime {
                    attributes["freshet.connection.time"] = time / .seconds(1)
                }
                if let time = known.metrics?.timeToFirstByte {
                    attributes["freshet.first_byte.time"] = time / .seconds(1)
                }
                if let bytes = known.metrics?.sentBytes { attributes["http.request.body.size"] = Int64(bytes) }
                if let bytes = known.metrics?.receivedBytes { attributes["http.response.body.size"] = Int64(bytes) }
            }
        }
        if let type = refusal ?? failure { span.fail(with: type) }
        let instruments = recorder.backend.instruments
        instruments.endRequest(method, attempt.request.pathTemplate, server)
        instruments.record(
            recorder.time.now() - start,
            Instruments.Exchange(
                method: method, template: attempt.request.pathTemplate, server: server, status: known.status,
                protocolVersion: known.metrics?.protocolVersion, error: refusal ?? failure))
        span.end(at: recorder.now)
    }
}

/// The address of the server to which a request is sent.
struct ServerAddress: Hashable, Sendable {
    let host: String
    let port: Int?

    init(_ head: HTTPRequest) {
        let scheme = head.scheme ?? "https"
        let address = PeerAddress(head.authority ?? "")
        host = address.address
        port = address.port ?? (scheme == "https" ? 443 : scheme == "http" ? 80 : nil)
    }

    /// Returns the origin of a request, such as `https://api.example.com`, with the port unless it
    /// is the default one.
    static func origin(of head: HTTPRequest) -> String { "\(head.scheme ?? "https")://\(head.authority ?? "")" }
}

/// The parts of an address such as `192.0.2.1:443` or `[2001:db8::1]:443`; a path of a Unix domain socket has no port.
private struct PeerAddress {
    let address: String
    let port: Int?

    init(_ text: String) {
        var host = text[...]
        if text.first != "/", let colon = text.lastIndex(of: ":"), let number = Int(text[colon...].dropFirst()) {
            (host, port) = (text[..<colon], number)
        } else {
            port = nil
        }
        address = String(host.first == "[" && host.last == "]" ? host.dropFirst().dropLast() : host)
    }
}

/// Adds a context's fields to the fields of a request.
private struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
        if let name = HTTPField.Name(key) { fields[name] = value }
    }
}

/// An instant according to a client's date.
struct ClientInstant: TracerInstant {
    let nanosecondsSinceEpoch: UInt64

    init(_ date: Date) {
        nanosecondsSinceEpoch = UInt64(max(0, min(date.timeIntervalSince1970 * 1e9, 1e19)))
    }

    static func < (first: ClientInstant, second: ClientInstant) -> Bool {
        first.nanosecondsSinceEpoch < second.nanosecondsSinceEpoch
    }
}

extension Span {
    /// Marks the span as failed.
    func fail(with type: String) {
        attributes["error.type"] = type
        setStatus(SpanStatus(code: .error))
    }
}

/// Maps methods to their names in spans and metrics.
struct MethodNames: Sendable {
    let known: Set<HTTPRequest.Method>

    /// Returns the method's name for attributes and dimensions, which is `_OTHER` for an unknown
    /// method.
    func name(of method: HTTPRequest.Method) -> String { known.contains(method) ? method.rawValue : "_OTHER" }

    /// Returns the name of a request's spans, made of the method and, if there is one, the path
    /// template.
    func spanName(of request: FetchError.Request) -> String {
        let method = known.contains(request.method) ? request.method.rawValue : "HTTP"
        return request.pathTemplate.map { method + " " + $0 } ?? method
    }
}

extension FetchError {
    /// The value for `error.type`: the status of a refusal, or the error code. The service's own
    /// code is left out because it may be any text.
    var type: String {
        if let status = response?.head.status.code, status >= 400 { return "\(status)" }
        if case .service = kind { return "service" }
        return code
    }
}
#endif
