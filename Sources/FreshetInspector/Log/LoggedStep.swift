import FreshetCore
import HTTPTypes

/// A step of a call, as the inspector shows it.
struct LoggedStep: Sendable, Codable, Hashable {
    /// The seconds since the start of the call.
    let offset: Double
    /// The name of the step.
    let name: String
    /// What is known besides.
    var detail: String?
    /// The section of a specification that the step follows.
    var rule: String?
    /// The number of the attempt that the step belongs to, unique in the process.
    var attempt: UInt64?

    var cost: Int { 96 + (detail?.utf8.count ?? 0) }
}

extension LoggedStep {
    /// Makes the step of an event; `nil` for a start, which is the call itself.
    ///
    /// - Parameter cause: Why the next attempt is sent.
    init?(_ event: FetchEvent, cause: String?) {
        let texts: (name: String, detail: String?)
        var rule: String?
        switch event.step {
        case .started: return nil
        case .joined(let call): texts = ("joined", "the in-flight request of call \(call)")
        case .queued(let ahead): texts = ("waits for the rate limit", "after \(ahead) others")
        case .admitted(let wait): texts = ("admitted", "after \(Self.text(of: wait))")
        case .attempt(let number): texts = ("attempt \(number)", cause ?? "the first request")
        case .repeated(let failure): texts = ("repeated", "\(failure), on another connection")
        case .retry(let retry): texts = ("retry", Self.text(of: retry))
        case .retryStopped(let stop): texts = ("not retried", Self.text(of: stop))
        case .measured(let metrics): texts = ("measured", Self.text(of: metrics))
        case .redirect(let status, let target): texts = ("redirect", "\(status) to \(target)")
        case .durable(let write, let attempt): texts = ("durable write", "\(write), request \(attempt)")
        case .cache(let step):
            texts = ("cache: \(step.action.rawValue)", step.reason)
            rule = step.action.rule
        case .authentication(let step): texts = ("session: \(step.action.rawValue)", step.reason)
        case .cookies(let step): texts = ("cookies", "\(step)")
        case .interim(let response): texts = ("interim response", "\(response.status.code)")
        case .head(let status): texts = ("head", "\(status)")
        case .body(let bytes): texts = ("body", "\(bytes) bytes")
        case .decoded: texts = ("decoded", nil)
        case .finished: texts = ("finished", nil)
        case .failed(let error): texts = ("failed", error.code)
        case .cancelled: texts = ("cancelled", nil)
        @unknown default: texts = ("\(event.step)", nil)
        }
        self.init(
            offset: event.elapsed / .seconds(1), name: texts.name, detail: texts.detail, rule: rule,
            attempt: event.attempt)
    }

    /// Returns why the attempt after an event is sent; `nil` if the event is no reason for one.
    static func cause(_ event: FetchEvent) -> String? {
        switch event.step {
        case .retry(let retry): "retry after \(retry.failure)"
        case .repeated(let failure): "repeated after \(failure)"
        case .redirect(let status, _): "redirect \(status)"
        case .authentication(let step) where step.action == .sendingAgain: "another token: \(step.reason)"
        case .cache(let step) where step.action == .validating: "revalidation: \(step.reason)"
        case .cache(let step) where step.action == .completing: "the rest of a part: \(step.reason)"
        default: nil
        }
    }

    private static func text(of duration: Duration) -> String { Figures.text(seconds: duration / .seconds(1)) }

    private static func text(of retry: Retry) -> String {
        let reason =
            switch retry.cause {
            case .backoff: "the backoff of the policy"
            case .serverAsked(let field): "the server has asked for it (\(field))"
            @unknown default: "\(retry.cause)"
            }
        return "\(retry.failure), again in \(text(of: retry.wait)): \(reason)"
    }

    private static func text(of stop: RetryStop) -> String {
        switch stop {
        case .attempts(let count): "after \(count) attempts"
        case .budget(let host): "the retry budget of \(host) is used up"
        case .deadline: "the delay would end after the deadline"
        case .askedTooLong(let wait): "the server asks for \(text(of: wait))"
        case .method: "the method is not idempotent"
        case .permission: "the request forbids it"
        case .body: "the body is a stream"
        case .service: "the service says that it is permanent"
        @unknown default: "\(stop)"
        }
    }

    private static func text(of metrics: AttemptMetrics) -> String {
        var parts: [String] = []
        if let version = metrics.protocolVersion { parts.append("HTTP/\(version)") }
        if let isReused = metrics.isConnectionReused { parts.append(isReused ? "reused connection" : "new connection") }
        if let address = metrics.remoteAddress { parts.append(address) }
        if let time = metrics.connectionTime { parts.append("connection after \(text(of: time))") }
        if let time = metrics.connectTime { parts.append("of which connecting \(text(of: time))") }
        if let time = metrics.timeToFirstByte { parts.append("first byte after \(text(of: time))") }
        if let bytes = metrics.sentBytes { parts.append("\(bytes) bytes sent") }
        if let bytes = metrics.receivedBytes { parts.append("\(bytes) bytes received") }
        return parts.joined(separator: ", ")
    }
}

extension CacheStep.Action {
    /// The section that the action follows.
    fileprivate var rule: String? {
        switch self {
        case .servedFresh: "RFC 9111 §4.2"
        case .servedStale: "RFC 9111 §4.2.4"
        case .validating: "RFC 9111 §4.3.1"
        case .confirmed: "RFC 9111 §4.3.4"
        case .completing: "RFC 9111 §3.4"
        case .missed: "RFC 9111 §4"
        case .refused: "RFC 9111 §5.2.1.7"
        case .stored, .notStored: "RFC 9111 §3"
        case .removed: "RFC 9111 §4.4"
        case .storeFailed: nil
        @unknown default: nil
        }
    }
}
