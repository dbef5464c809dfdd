public import FreshetCore
import HTTPTypes
public import Logging

/// An observer that logs a client's calls to a swift-log `Logger`: one line per call, with the
/// reason for each retry.
///
/// ```swift
/// var configuration = ClientConfiguration.platform
/// configuration.observers = [LogObserver()]
/// let weather = Client(Weather(), configuration)
/// ```
///
/// ```
/// GET movie/{id}: 200 in 1.41 s, 12345 bytes. Sent again: status.503, after 0.5 s; 302, redirected.
/// ```
///
/// Failed calls are logged at level `warning`, all others at `info`. If the logger's level is
/// `debug`, every other step is logged as well. The metadata contain the address without secrets,
/// the call's numbers, and the transport's measurements.
public struct LogObserver: FetchObserver {
    private let logger: Logger
    private let trails = Trails()

    /// Makes an observer that logs to a logger.
    public init(logger: Logger = Logger(label: "freshet")) {
        self.logger = logger
    }

    /// Logs an event.
    public func observe(_ event: FetchEvent) {
        guard logger.logLevel <= .warning else { return }
        if let trail = trails.note(event) {
            let level: Logger.Level = if case .failed = event.step { .warning } else { .info }
            guard logger.logLevel <= level else { return }
            var metadata = metadata(of: event)
            trail.fill(&metadata, event.step)
            logger.log(level: level, "\(trail.line(of: event))", metadata: metadata)
        } else if logger.logLevel <= .debug {
            var metadata = metadata(of: event)
            let message = message(for: event.step, &metadata)
            logger.debug("\(message)", metadata: metadata)
        }
    }

    private func metadata(of event: FetchEvent) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "call": "\(event.call)", "method": "\(event.request.method.rawValue)", "url": "\(event.request.url)",
            "elapsed": "\(event.elapsed)",
        ]
        if let template = event.request.template { metadata["template"] = "\(template)" }
        if let attempt = event.attempt { metadata["attempt-id"] = "\(attempt)" }
        return metadata
    }

    private func message(for step: FetchEvent.Step, _ metadata: inout Logger.Metadata) -> String {
        switch step {
        case .started: return "started"
        case .attempt(let number):
            metadata["attempt"] = "\(number)"
            return "sending"
        case .measured(let metrics):
            metadata.merge(metrics.metadata) { $1 }
            return "measured"
        case .redirect(let status, let target):
            metadata["status"] = "\(status)"
            metadata["location"] = "\(target)"
            return "redirected"
        case .durable(let write, let attempt):
            metadata["write"] = "\(write)"
            metadata["attempt"] = "\(attempt)"
            return "durable write"
        case .cache(let step):
            metadata["reason"] = "\(step.reason)"
            return "cache: \(step.action.rawValue)"
        case .cookies(let step):
            metadata["reason"] = "\(step.reason)"
            return "cookies: \(step.action.rawValue)"
        case .authentication(let step):
            metadata["reason"] = "\(step.reason)"
            return "authentication: \(step.action.rawValue)"
        case .joined(let call):
            metadata["exchange"] = "\(call)"
            return "joined"
        case .queued(let ahead):
            metadata["ahead"] = "\(ahead)"
            return "waiting for the rate limit"
        case .admitted(let wait):
            metadata["wait"] = "\(wait)"
            return "admitted"
        case .repeated(let failure):
            metadata["code"] = "\(failure)"
            return "sending again on a new connection"
        case .retry(let retry):
            metadata["code"] = "\(retry.failure)"
            metadata["wait"] = "\(retry.wait)"
            if case .serverAsked(let field) = retry.cause { metadata["field"] = "\(field)" }
            return "trying again"
        case .retryStopped(let reason):
            metadata["reason"] = "\(reason)"
            return "not trying again"
        case .interim(let response):
            metadata["status"] = "\(response.status.code)"
            return "interim response received"
        case .head(let status):
            metadata["status"] = "\(status)"
            return "head received"
        case .body(let bytes):
            metadata["bytes"] = "\(bytes)"
            return "body received"
        case .decoded: return "decoded"
        case .finished, .failed, .cancelled: return ""
        @unknown default: return "\(step)"
        }
    }
}

/// The steps so far of all calls in progress.
private final class Trails: Sendable {
    private let trails = Lock<[UInt64: Trail]>([:])

    /// Records an event, and returns the complete trail when the call ends.
    func note(_ event: FetchEvent) -> Trail? {
        trails.withLock { trails in
            switch event.step {
            case .finished, .failed, .cancelled: return trails.removeValue(forKey: event.call) ?? Trail()
            default:
                trails[event.call, default: Trail()].note(event.step)
                return nil
            }
        }
    }
}

/// The steps of one call, in words.
private struct Trail: Sendable {
    private var status: Int?
    /// The source of the response, unless it came over the network for this call alone.
    private var source: String?
    private var repetitions: [String] = []

    mutating func note(_ step: FetchEvent.Step) {
        switch step {
        case .head(let status): self.status = status
        case .joined(let call): source = "shared with call \(call)"
        case .cache(let step):
            switch step.action {
            case .servedFresh: source = "from the cache"
            case .servedStale: source = "from the cache, stale"
            case .confirmed: source = "confirmed"
            default: break
            }
        case .retry(let retry):
            let asked = if case .serverAsked(let field) = retry.cause { ", as \(field) asks" } else { "" }
            repetitions.append("\(retry.failure), after \(Self.text(retry.wait))\(asked)")
        case .repeated(let failure): repetitions.append("\(failure), on another connection")
        case .redirect(let status, _): repetitions.append("\(status), redirected")
        case .authentication(let step) where step.action == .sendingAgain:
            repetitions.append("the token was rejected, with another one")
        default: break
        }
    }

    func line(of event: FetchEvent) -> String {
        let request = "\(event.request.method.rawValue) \(event.request.template ?? event.request.url)"
        var facts: [String] = []
        let outcome: String
        switch event.step {
        case .failed(let error): outcome = "failed (\(error.code))"
        case .cancelled: outcome = "cancelled"
        default: outcome = status.map { "\($0)" } ?? "finished"
        }
        if case .finished(let metrics) = event.step { facts.append("\(metrics.bodyBytes) bytes") }
        if let source { facts.append(source) }
        let rest = ([""] + facts).joined(separator: ", ")
        let again = repetitions.isEmpty ? "" : " Sent again: \(repetitions.joined(separator: "; "))."
        return "\(request): \(outcome) in \(Self.text(event.elapsed))\(rest).\(again)"
    }

    func fill(_ metadata: inout Logger.Metadata, _ step: FetchEvent.Step) {
        if let status { metadata["status"] = "\(status)" }
        switch step {
        case .finished(let metrics):
            metadata["bytes"] = "\(metrics.bodyBytes)"
            metadata["attempts"] = "\(metrics.attempts)"
            if let last = metrics.lastAttempt { metadata.merge(last.metadata) { $1 } }
        case .failed(let error): metadata["code"] = "\(error.code)"
        default: break
        }
    }

    /// Returns a duration in readable form: "132 ms", "1.41 s".
    private static func text(_ duration: Duration) -> String {
        let milliseconds = Int((duration / .milliseconds(1)).rounded())
        guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
        let hundredths = (milliseconds + 5) / 10
        var rest = "\(hundredths % 100)"
        if hundredths % 100 < 10 { rest = "0" + rest }
        return "\(hundredths / 100).\(rest) s"
    }
}

extension AttemptMetrics {
    /// The known facts, under OpenTelemetry's attribute names where they exist.
    fileprivate var metadata: Logger.Metadata {
        let values: [(String, (any CustomStringConvertible)?)] = [
            ("protocol", protocolVersion), ("reused", isConnectionReused), ("peer", remoteAddress),
            ("connection-time", connectionTime), ("connect-time", connectTime),
            ("handshake-time", handshakeTime), ("send-time", sendTime), ("first-byte", timeToFirstByte),
            ("sent-bytes", sentBytes), ("received-bytes", receivedBytes),
        ]
        return Dictionary(uniqueKeysWithValues: values.compactMap { name, value in value.map { (name, "\($0)") } })
    }
}
