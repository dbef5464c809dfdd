import Freshet

/// Prints each step of each call to standard error, and why it was taken.
struct StepPrinter: FetchObserver {
    // Events come from any task.
    private let console = Console.current

    func observe(_ event: FetchEvent) {
        let milliseconds = Int(event.elapsed / .milliseconds(1))
        let text = TerminalText.clean("[\(event.call)] \(milliseconds) ms \(text(of: event))")
        Console.$current.withValue(console) { Output.note(text) }
    }

    private func text(of event: FetchEvent) -> String {
        switch event.step {
        case .started: "\(event.request)"
        case .joined(let call): "shares the request of call \(call)"
        case .queued(let ahead): "waiting for \(ahead) others"
        case .admitted(let wait): "waited \(wait.milliseconds) ms for its turn"
        case .attempt(let number): "request \(number) sent"
        case .repeated(let failure): "the connection was dead (\(failure)), sent again on a new one"
        case .retry(let retry): text(of: retry)
        case .retryStopped(let reason): "not retried: \(text(of: reason))"
        case .measured(let metrics): text(of: metrics)
        case .redirect(let status, let target): "redirected (\(status)) to \(target)"
        case .durable(let write, let attempt): "request \(attempt) for the stored change \(write)"
        case .cache(let step): "cache: \(step)"
        case .cookies(let step): "cookies: \(step)"
        case .interim(let response): "interim status \(response.status.code)"
        case .authentication(let step): "authentication: \(step)"
        case .head(let status): "status \(status)"
        case .body(let bytes): "\(bytes) bytes received"
        case .decoded: "decoded"
        case .finished: "finished"
        case .failed(let error): "failed: \(error)"
        case .cancelled: "cancelled"
        @unknown default: "\(event.step)"
        }
    }

    private func text(of metrics: AttemptMetrics) -> String {
        let facts = [
            metrics.protocolVersion.map { "HTTP/\($0)" },
            metrics.isConnectionReused.map { $0 ? "on a reused connection" : "on a new connection" },
            metrics.remoteAddress.map { "to \($0)" },
            metrics.connectionTime.map { "connected after \($0.milliseconds) ms" },
            metrics.timeToFirstByte.map { "first byte after \($0.milliseconds) ms" },
        ]
        return "measured: \(facts.compactMap(\.self).joined(separator: ", "))"
    }

    private func text(of retry: Retry) -> String {
        switch retry.cause {
        case .backoff: "failed (\(retry.failure)), retrying in \(retry.wait.milliseconds) ms"
        case .serverAsked(let field):
            "failed (\(retry.failure)), retrying in \(retry.wait.milliseconds) ms, as the server asks (\(field))"
        @unknown default: "failed (\(retry.failure)), retrying in \(retry.wait.milliseconds) ms"
        }
    }

    private func text(of reason: RetryStop) -> String {
        switch reason {
        case .attempts(let count): "\(count) attempts were made"
        case .budget(let host): "too many requests to \(host) are failing"
        case .deadline: "too little time is left"
        case .askedTooLong(let wait): "the server asks for a delay of \(wait.milliseconds / 1000) s"
        case .method: "the request may have been carried out"
        case .permission: "the request does not allow it"
        case .body: "the body can only be sent once"
        case .service: "the service reports a permanent error"
        @unknown default: "\(reason)"
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}
