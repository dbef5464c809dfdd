import Foundation
import Freshet
import NewsAPI

/// An error as the terminal tells it: what failed, where, what to do, and the exit code.
struct Failure: Error {
    let status: ExitStatus
    let text: String

    init(_ status: ExitStatus, _ text: String) {
        self.status = status
        self.text = "gazette: \(text)"
    }

    init(_ error: FetchError) {
        status = Self.status(of: error)
        let lines = [error.localizedDescription, Self.detail(of: error), Self.hint(for: error)].compactMap(\.self)
        text = "gazette: \(lines.map(TerminalText.clean).joined(separator: "\n"))"
    }

    private static func status(of error: FetchError) -> ExitStatus {
        switch error.kind {
        case .invalidRequest, .file: return .usage
        case .cannotConnect, .connectionLost, .timedOut, .tls, .redirect: return .unavailable
        case .protocolViolation, .wrongContent, .tooLarge, .decoding, .validation: return .unreadable
        case .cancelled: return .interrupted
        case .status(let status): return self.status(of: status.code)
        case .service:
            guard let code = error.newsAPICode else { return self.status(of: error.response?.head.status.code ?? 0) }
            if code.refusesKey { return .refused }
            if code.isRateLimit { return .rateLimited }
            switch code {
            case .unexpectedError: return .unavailable
            case .corsNotAllowed: return .refused
            case .other: return self.status(of: error.response?.head.status.code ?? 0)
            default: return .usage
            }
        }
    }

    private static func status(of code: Int) -> ExitStatus {
        switch code {
        case 401, 403: .refused
        case 429: .rateLimited
        default: .unavailable
        }
    }

    /// Where an answer stopped making sense.
    private static func detail(of error: FetchError) -> String? {
        switch error.kind {
        case .decoding(let failure):
            let place = failure.codingPath.isEmpty ? "" : "At \(failure.codingPath): "
            let expected = failure.expectedType.map { " Expected: \($0)." } ?? ""
            return "\(place)\(failure.reason)\(expected) The answer begins: \(failure.excerpt)"
        case .wrongContent(let content):
            return "The answer begins: \(content.excerpt)"
        case .tls(let reason), .protocolViolation(let reason), .redirect(.forbidden(let reason)):
            return reason
        default:
            return nil
        }
    }

    private static func hint(for error: FetchError) -> String? {
        guard let code = error.newsAPICode else { return error.recoverySuggestion }
        if code.refusesKey {
            return "Set NEWSAPI_KEY to a valid key, or unset it to read from the built-in emulator."
        }
        if code.isRateLimit {
            return "Wait until the plan allows more requests, or read from the emulator with --emulator."
        }
        return switch code {
        case .sourceDoesNotExist: "List the sources with: gazette sources"
        case .maximumResultsReached: "Ask for a lower --page or a smaller --limit."
        default: error.recoverySuggestion ?? "See: gazette help"
        }
    }
}
