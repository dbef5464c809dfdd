import FreshetCore

extension Tape.Failure {
    /// Makes the recorded form of an exchange's failure.
    init(_ error: FetchError) {
        self.init(code: error.code)
        switch error.kind {
        case .tls(let text), .protocolViolation(let text), .contentCoding(let text), .invalidRequest(let text),
            .file(let text), .redirect(.forbidden(let text)), .interceptor(let text):
            reason = text
        case .tooLarge(.header): reason = "header"
        case .tooLarge(.statusLine(let limit)): reason = "status line \(limit)"
        case .tooLarge(.interimResponses(let limit)): reason = "interim responses \(limit)"
        case .tooLarge(.body(let limit)), .tooLarge(.element(let limit)): reason = "body \(limit)"
        case .timedOut(.idle(let time)), .timedOut(.attempt(let time)), .timedOut(.call(let time)):
            reason = "\(time / .seconds(1)) s"
        default: break
        }
        repetition =
            switch error.underlying {
            case let failure as UnprocessedRequest: failure.needsHTTP1 ? "http1" : "unprocessed"
            case is ReusedConnectionFailure: "reused"
            default: nil
            }
    }
}

/// Represents the error that the transport reported during recording.
struct RecordedError: Error, CustomStringConvertible {
    let description: String
}

extension FetchError {
    /// Makes the error for a recorded failure, with the same code.
    init(replaying failure: Tape.Failure) {
        let recorded = RecordedError(description: "recorded as \(failure.code)")
        let underlying: (any Error)? =
            switch failure.repetition {
            case "http1": UnprocessedRequest(recorded, needsHTTP1: true)
            case "unprocessed": UnprocessedRequest(recorded, needsHTTP1: false)
            case "reused": ReusedConnectionFailure(recorded)
            default: nil
            }
        self.init(Kind(replaying: failure), underlying: underlying)
    }
}

extension FetchError.Kind {
    fileprivate init(replaying failure: Tape.Failure) {
        let reason = failure.reason ?? ""
        let number = Int(reason.filter(\.isNumber)) ?? 0
        let seconds = Duration.seconds(Double(reason.prefix { $0.isNumber || $0 == "." }) ?? 0)
        switch failure.code {
        case "timed_out.connect": self = .timedOut(.connect)
        case "timed_out.idle": self = .timedOut(.idle(seconds))
        case "timed_out.attempt": self = .timedOut(.attempt(seconds))
        case "timed_out.call": self = .timedOut(.call(seconds))
        case "tls": self = .tls(reason)
        case "protocol_violation": self = .protocolViolation(reason)
        case "content_coding": self = .contentCoding(reason)
        case "invalid_request": self = .invalidRequest(reason)
        case "file": self = .file(reason)
        case "interceptor": self = .interceptor(reason)
        case "redirect.forbidden": self = .redirect(.forbidden(reason))
        case "cancelled": self = .cancelled
        case "too_large":
            switch reason.prefix(while: \.isLetter) {
            case "header": self = .tooLarge(.header)
            case "status": self = .tooLarge(.statusLine(limit: number))
            case "interim": self = .tooLarge(.interimResponses(limit: number))
            default: self = .tooLarge(.body(limit: number))
            }
        case let code where code.hasPrefix("cannot_connect."):
            let name = String(code.dropFirst("cannot_connect.".count))
            self = .cannotConnect(FetchError.ConnectionFailure(rawValue: name) ?? .other)
        default: self = .connectionLost
        }
    }
}
