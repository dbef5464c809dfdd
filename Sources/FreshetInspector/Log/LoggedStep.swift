import FreshetCore
import HTTPTypes

/// A step of a call as shown by the inspector. It contains no secrets.
public struct LoggedStep: Sendable, Codable, Hashable {
    enum Kind: String, Sendable, Codable {
        case joined, queued, admitted, attempt, repeated, retry, measured, redirect, served, head, body, decoded, end
        case other
    }

    /// The seconds since the start of the call.
    public let offset: Double
    /// The name of the step.
    public let name: String
    /// Further details; `nil` if there are none.
    public internal(set) var detail: String?
    /// The section of the specification that the step follows; `nil` if there is none.
    public let rule: String?
    /// The number of the step's attempt, unique in the process; `nil` if it doesn't belong to one.
    public let attempt: UInt64?
    let kind: Kind
    /// The durations, in seconds, of an attempt's parts or of the delay before the next attempt.
    let times: [String: Double]?

    var cost: Int { 128 + (detail?.utf8.count ?? 0) + (times == nil ? 0 : 256) }
}

extension LoggedStep {
    /// Makes the step for an event, or returns `nil` for a start, which is the call itself.
    ///
    /// An attempt's detail is its cause, which only the call knows.
    init?(_ event: FetchEvent) {
        let texts: (name: String, detail: String?)
        var kind = Kind.other
        var rule: String?
        var times: [String: Double]?
        switch event.step {
        case .started: return nil
        case .joined(let call): (kind, texts) = (.joined, ("joined", "the in-flight request of call \(call)"))
        case .queued(let ahead): (kind, texts) = (.queued, ("waits for the rate limit", "after \(ahead) others"))
        case .admitted(let wait): (kind, texts) = (.admitted, ("admitted", "after \(Self.text(of: wait))"))
        case .attempt(let number): (kind, texts) = (.attempt, ("attempt \(number)", nil))
        case .repeated(let failure): (kind, texts) = (.repeated, ("repeated", "\(failure), on another connection"))
        case .retry(let retry):
            (kind, texts) = (.retry, ("retry", Self.text(of: retry)))
            times = ["delay": retry.wait / .seconds(1)]
        case .retryStopped(let stop): texts = ("not retried", Self.text(of: stop))
        case .measured(let metrics):
            (kind, texts) = (.measured, ("measured", Self.text(of: metrics)))
            times = metrics.times
        case .redirect(let status, let target): (kind, texts) = (.redirect, ("redirect \(status)", target))
        case .durable(let write, let attempt): texts = ("durable write", "\(write), request \(attempt)")
        case .cache(let step):
            texts = ("cache: \(step.action.rawValue)", step.reason)
            kind = step.action == .servedFresh || step.action == .servedStale ? .served : .other
            rule = step.action.rule
        case .authentication(let step): texts = ("session: \(step.action.rawValue)", step.reason)
        case .cookies(let step): texts = ("cookies", "\(step)")
        case .interim(let response): texts = ("interim response", "\(response.status.code)")
        case .head(let status): (kind, texts) = (.head, ("head", "\(status)"))
        case .body(let bytes): (kind, texts) = (.body, ("body", "\(bytes) bytes"))
        case .decoded: (kind, texts) = (.decoded, ("decoded", nil))
        case .finished: (kind, texts) = (.end, ("finished", nil))
        case .failed(let error): (kind, texts) = (.end, ("failed", error.code))
        case .cancelled: (kind, texts) = (.end, ("cancelled", nil))
        @unknown default: texts = ("\(event.step)", nil)
        }
        self.init(
            offset: event.elapsed / .seconds(1), name: texts.name, detail: texts.detail, rule: rule,
            attempt: event.attempt, kind: kind, times: times)
    }

    /// Returns why an event leads to another attempt, or `nil` if it doesn't.
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
        case .service: "the service reports a permanent error"
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
        if let time = metrics.handshakeTime { parts.append("TLS \(text(of: time))") }
        if let time = metrics.sendTime { parts.append("body sent in \(text(of: time))") }
        if let time = metrics.timeToFirstByte { parts.append("first byte after \(text(of: time))") }
        if let bytes = metrics.sentBytes { parts.append("\(bytes) bytes sent") }
        if let bytes = metrics.receivedBytes { parts.append("\(bytes) bytes received") }
        return parts.joined(separator: ", ")
    }
}

extension AttemptMetrics {
    /// The known durations in seconds; `nil` if there are none.
    fileprivate var times: [String: Double]? {
        var times: [String: Double] = [:]
        func add(_ name: String, _ time: Duration?) { times[name] = time.map { $0 / .seconds(1) } }
        add("connection", connectionTime)
        add("connect", connectTime)
        add("TLS", handshakeTime)
        add("send", sendTime)
        if isConnectionReused == true { times["reused"] = 1 }
        return times.isEmpty ? nil : times
    }
}

extension CacheStep.Action {
    /// The section of the specification that the action follows.
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
