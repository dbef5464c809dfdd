import HTTPTypes
public import Logging

/// An observer that logs the events of calls to a swift-log `Logger`.
///
/// Failures are logged at `warning`, the end of a call at `info`, all other steps at `debug`.
public struct LogObserver: FetchObserver {
    private let logger: Logger

    /// Makes an observer that logs to a logger.
    public init(logger: Logger = Logger(label: "freshet")) {
        self.logger = logger
    }

    /// Logs an event.
    public func observe(_ event: FetchEvent) {
        let level = level(of: event.step)
        guard logger.logLevel <= level else { return }
        var metadata: Logger.Metadata = [
            "call": "\(event.call)", "method": "\(event.request.method.rawValue)", "url": "\(event.request.url)",
            "elapsed": "\(event.elapsed)",
        ]
        logger.log(level: level, "\(message(for: event.step, &metadata))", metadata: metadata)
    }

    private func level(of step: FetchEvent.Step) -> Logger.Level {
        switch step {
        case .failed: .warning
        case .finished, .cancelled: .info
        default: .debug
        }
    }

    private func message(for step: FetchEvent.Step, _ metadata: inout Logger.Metadata) -> String {
        switch step {
        case .started: return "started"
        case .attempt(let number):
            metadata["attempt"] = "\(number)"
            return "sending"
        case .redirect(let status, let target):
            metadata["status"] = "\(status)"
            metadata["location"] = "\(target)"
            return "redirected"
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
            return "waiting for the limit of rate"
        case .admitted(let wait):
            metadata["wait"] = "\(wait)"
            return "admitted"
        case .repeated(let failure):
            metadata["code"] = "\(failure)"
            return "sending again on a fresh connection"
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
        case .finished(let metrics):
            metadata["bytes"] = "\(metrics.bodyBytes)"
            return "finished"
        case .failed(let error):
            metadata["code"] = "\(error.code)"
            return "failed"
        case .cancelled: return "cancelled"
        }
    }
}
