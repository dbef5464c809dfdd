import Foundation
import Freshet
import Synchronization

/// An observer that collects the steps of one call.
final class CallLog: FetchObserver {
    private let events = Mutex<[FetchEvent]>([])

    func observe(_ event: FetchEvent) {
        events.withLock { events in
            // A revalidation in the background is another call.
            guard events.first.map({ $0.call == event.call }) ?? true else { return }
            events.append(event)
        }
    }

    /// Adds the steps to an explanation.
    func fill(_ explanation: inout Explanation) {
        let events = events.withLock { $0 }
        // An address that can't be read is left out, since it may contain anything.
        if let request = events.first?.request, !request.url.isEmpty { explanation.request = "\(request)" }
        for event in events {
            switch event.step {
            case .cache(let step): explanation.cache.append(Explanation.CacheAction(step))
            case .attempt(let number): explanation.attempts = number
            case .retry(let retry): explanation.retries.append(Explanation.Retry(retry))
            case .repeated(let failure):
                explanation.retries.append(
                    .init(
                        reason: Self.text(ofCode: failure), delay: 0, cause: "the server hadn't processed the request"))
            case .retryStopped(let stop): explanation.retriesEnded = Self.text(of: stop)
            case .redirect(let status, let address):
                explanation.redirects.append(.init(status: status, address: address))
            case .measured(let metrics): explanation.timings.add(metrics, to: &explanation.body)
            case .finished(let metrics): explanation.timings.total = metrics.duration.inSeconds
            case .failed: explanation.timings.total = event.elapsed.inSeconds
            default: break
            }
        }
        // A response that confirms a stored one has no body.
        if explanation.source != "network" { explanation.body?.receivedBytes = nil }
    }

    /// Returns an error code as words, such as `status 503` or `timed out (idle)`.
    static func text(ofCode code: String) -> String {
        let parts = code.replacing("_", with: " ").split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return parts[0] }
        return parts[0] == "status" ? "status \(parts[1])" : "\(parts[0]) (\(parts[1]))"
    }

    private static func text(of stop: RetryStop) -> String {
        switch stop {
        case .attempts(let count): "all \(count) attempts were used"
        case .budget(let host): "too many calls to \(host) failed"
        case .deadline: "the call would time out before the next attempt"
        case .askedTooLong(let wait): "the server asks for a delay of \(wait.inSeconds) s"
        case .method: "the server may have acted on the request"
        case .permission: "the request forbids it"
        case .body: "the body can be read only once"
        case .service: "the service says that the error is permanent"
        @unknown default: "the client stopped"
        }
    }
}

extension Explanation.CacheAction {
    fileprivate init(_ step: CacheStep) {
        self.init(action: step.action.rawValue, reason: step.reason, section: Self.section(of: step))
    }

    /// The section that an action follows.
    private static func section(of step: CacheStep) -> String? {
        switch step.action {
        case .servedFresh: "RFC 9111 §4.2"
        case .servedStale: step.reason.hasPrefix("stale-while-revalidate") ? "RFC 5861 §3" : "RFC 9111 §4.2.4"
        case .validating: "RFC 9111 §4.3.1"
        case .confirmed: "RFC 9111 §4.3.4"
        case .completing: "RFC 9111 §3.4"
        case .missed: "RFC 9111 §4"
        case .refused: "RFC 9111 §5.2.1.7"
        case .stored: "RFC 9111 §3"
        case .notStored: step.reason.contains("no-store") ? "RFC 9111 §5.2.2.5" : "RFC 9111 §3"
        case .removed: "RFC 9111 §4.4"
        case .storeFailed: nil
        @unknown default: nil
        }
    }
}

extension Explanation.Retry {
    fileprivate init(_ retry: Freshet.Retry) {
        let cause =
            switch retry.cause {
            case .backoff: "backoff"
            case .serverAsked(let field): "the server asks for it in \(field)"
            @unknown default: "another reason"
            }
        self.init(reason: CallLog.text(ofCode: retry.failure), delay: retry.wait.inSeconds, cause: cause)
    }
}

extension Explanation.Timings {
    fileprivate mutating func add(_ metrics: AttemptMetrics, to body: inout Explanation.Body?) {
        reusesConnection = metrics.isConnectionReused
        connection = metrics.connectionTime?.inSeconds
        handshake = metrics.handshakeTime?.inSeconds
        firstByte = metrics.timeToFirstByte?.inSeconds
        httpVersion = metrics.protocolVersion
        server = metrics.remoteAddress
        body?.receivedBytes = metrics.receivedBytes
    }
}

extension Duration {
    /// The duration in seconds.
    var inSeconds: Double { self / .seconds(1) }
}
